import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const fileAt = (path: string): string =>
  fileURLToPath(new URL(`../../../../../${path}`, import.meta.url));
const testFolder = fileAt("packages/http/test");

/** Each test file of this package the document names, with the titles it quotes after it. */
const named = (text: string): ReadonlyArray<readonly [string, ReadonlyArray<string>]> =>
  [...text.matchAll(/`([a-z-]+\.test\.ts)`([^;|`]*)/g)].map(([, file = "", rest = ""]) => [
    file,
    [...rest.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title.replace(/ ?\.\.\.$/, "")),
  ]);

describe("docs/SECURITY.md", () => {
  it("names tests that exist", () => {
    const files = new Map(
      readdirSync(testFolder, { recursive: true, encoding: "utf8" }).map((path) => [
        basename(path),
        path,
      ]),
    );
    const claims = named(readFileSync(fileAt("docs/SECURITY.md"), "utf8"));
    expect(claims.length).to.be.greaterThan(15);
    for (const [file, titles] of claims) {
      expect(files.has(file), file).to.equal(true);
      const source = readFileSync(`${testFolder}/${files.get(file)}`, "utf8");
      for (const title of titles) expect(source, file).to.contain(title);
    }
  });
});
