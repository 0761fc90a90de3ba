import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { pagePathFindings } from "../../src/lint/page-paths.js";

describe("page-paths", () => {
  /** @type {string} */
  let root;

  before(() => {
    root = mkdtempSync(join(tmpdir(), "tallystick-pages-"));
    mkdirSync(join(root, "packages/core/src"), { recursive: true });
    mkdirSync(join(root, "docs"));
    writeFileSync(join(root, "packages/core/src/a.ts"), "");
    writeFileSync(join(root, "docs/there.md"), "");
  });

  after(() => rmSync(root, { recursive: true }));

  /** @param {string} text @param {string} [file] @returns {string[]} */
  const found = (text, file = "docs/page.md") =>
    pagePathFindings(root, [
      { file, text },
      { file: "packages/core/src/a.ts", text: "" },
      { file: "packages/http/src/b-one.ts", text: "" },
    ]).map(({ line, message }) => `${line} ${message}`);

  it("allows links and paths that lead somewhere", () => {
    const text = "[a](there.md#part) [b](../packages/core/src/a.ts) `packages/core/src/a.ts`";
    expect(found(`${text} [c](https://example.org/x) [d](#here) \`docs/\``)).to.be.empty;
  });

  it("finds links and paths that lead nowhere", () => {
    expect(found("\n[a](gone.md) and `packages/core/src/b.ts`")).to.deep.equal([
      "2 there is no docs/gone.md",
      "2 there is no packages/core/src/b.ts",
    ]);
  });

  it("allows history its paths, but not its links", () => {
    const text = "`packages/gone.ts` [a](gone.md)";
    expect(found(text, "docs/decisions/0001-x.md")).to.deep.equal([
      "1 there is no docs/decisions/gone.md",
    ]);
  });

  it("finds names of files that no file has, in a package's page no file of the package", () => {
    expect(found("`a.ts` `src/a.ts` `b-*.ts` `c.ts` `c-*.js` `./d.js`")).to.deep.equal([
      "1 there is no c.ts",
      "1 there is no c-*.js",
    ]);
    expect(found("`a.ts` `b-one.ts`", "packages/core/README.md")).to.deep.equal([
      "1 there is no b-one.ts",
    ]);
    expect(found("`c.ts`", "CHANGELOG.md")).to.be.empty;
  });

  it("reads pages only", () => {
    expect(found("`packages/gone.ts`", "packages/core/src/a.ts")).to.be.empty;
  });
});
