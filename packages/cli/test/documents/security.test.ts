import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const root = fileURLToPath(new URL("../../../../../", import.meta.url));

const document = readFileSync(join(root, "docs/SECURITY.md"), "utf8");

/** Paths of all sources of tests, from the root of the project. */
const testFiles = readdirSync(join(root, "packages")).flatMap((name) => {
  const folder = join("packages", name, "test");
  try {
    return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => join(folder, path));
  } catch {
    return [];
  }
});

/** The lines of the table that says which test shows what. */
const rows = (/^\| Against \|.*\n\|.*\n((?:\|.*\n)+)/m.exec(document)?.[1] ?? "")
  .trimEnd()
  .split("\n")
  .map((line) => line.split(" | "))
  .map(([against = "", , shownBy = ""]) => ({ against: against.slice(2), shownBy }));

/** The files that a text names, each by its path or the end of it, or by its folder. */
const filesIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/`([^`]+)`/g)].flatMap(([, name = ""]) =>
    name.endsWith(".test.ts")
      ? testFiles.filter((path) => path === name || path.endsWith(`/${name}`))
      : testFiles.filter((path) => path.startsWith(`${name}/`)),
  );

describe("The document on security", () => {
  it("has a table of what is defended", () => {
    expect(rows.length).to.be.above(40);
  });

  for (const { against, shownBy } of rows) {
    it(`names tests that there are, against: ${against.slice(0, 60)}`, () => {
      const named = [...shownBy.matchAll(/`([^`]*\.test\.ts)`/g)].map(([, name = ""]) => name);
      const folders = [...shownBy.matchAll(/`(packages\/[^`]+)`/g)].map(([, name = ""]) => name);
      expect([...named, ...folders]).to.not.deep.equal([]);
      for (const name of [...named, ...folders])
        expect(filesIn(`\`${name}\``), name).to.not.deep.equal([]);
      const sources = filesIn(shownBy).map((path) => readFileSync(join(root, path), "utf8"));
      for (const [, title = ""] of shownBy.matchAll(/"([^"]+)"/g)) {
        const parts = title.split("...").map((part) => part.trim());
        const isThere = sources.some((source) => parts.every((part) => source.includes(part)));
        expect(isThere, title).to.equal(true);
      }
    });
  }
});
