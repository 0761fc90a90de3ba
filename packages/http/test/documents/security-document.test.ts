import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const fileAt = (path: string): string =>
  fileURLToPath(new URL(`../../../../../${path}`, import.meta.url));
const packagesFolder = fileAt("packages");

/** Each test file the document names, with the titles it quotes after it. */
const named = (text: string): ReadonlyArray<readonly [string, ReadonlyArray<string>]> =>
  [...text.matchAll(/`([a-z-]+\.test\.ts)`([^;|`]*)/g)].map(([, file = "", rest = ""]) => [
    file,
    [...rest.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title.replace(/ ?\.\.\.$/, "")),
  ]);

/** The sources of all test files, by name; several packages may have one of the same name. */
const testSources = (): ReadonlyMap<string, ReadonlyArray<string>> => {
  const sources = new Map<string, string[]>();
  for (const name of readdirSync(packagesFolder)) {
    const folder = `${packagesFolder}/${name}/test`;
    if (!existsSync(folder)) continue;
    for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!path.endsWith(".test.ts")) continue;
      const file = basename(path);
      sources.set(file, [...(sources.get(file) ?? []), readFileSync(`${folder}/${path}`, "utf8")]);
    }
  }
  return sources;
};

describe("docs/SECURITY.md", () => {
  it("names tests that exist", () => {
    const sources = testSources();
    const claims = named(readFileSync(fileAt("docs/SECURITY.md"), "utf8"));
    expect(claims.length).to.be.greaterThan(15);
    for (const [file, titles] of claims) {
      const found = sources.get(file) ?? [];
      expect(found, file).not.to.have.lengthOf(0);
      for (const title of titles) {
        expect(
          found.some((source) => source.includes(title)),
          `${file}: ${title}`,
        ).to.equal(true);
      }
    }
  });
});
