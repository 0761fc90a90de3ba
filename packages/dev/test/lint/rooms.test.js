import { expect } from "chai";
import { importsOf } from "../../src/lint/imports.js";
import { roomFindings } from "../../src/lint/rooms.js";

/** @param {Record<string, string>} files below packages/x/src @returns {string[]} */
const found = (files) =>
  roomFindings(
    "packages/x",
    Object.entries(files).map(([name, text]) => ({
      file: `packages/x/src/${name}`,
      text,
      imports: importsOf(text),
    })),
  ).map(({ file, line, message }) => `${file.slice("packages/x/src/".length)}:${line} ${message}`);

describe("rooms", () => {
  it("may import each other one way", () => {
    const files = {
      "index.ts": 'export * from "./top/a.js";\n',
      "top/a.ts": 'import "../bottom/b.js";\nimport "./c.js";\n',
      "top/c.ts": "",
      "bottom/b.ts": "",
    };
    expect(found(files)).to.be.empty;
  });

  it("must not lead back, even when no file does", () => {
    const files = {
      "a/one.ts": 'import "../b/one.js";\n',
      "a/two.ts": "",
      "b/one.ts": "",
      "b/two.ts": '\nimport type { Two } from "../a/two.js";\n',
    };
    expect(found(files)).to.deep.equal([
      "b/two.ts:2 packages/x/src: rooms in a circle: a -> b -> a",
    ]);
  });

  it("inside of rooms count too", () => {
    const files = {
      "a/inner/one.ts": 'import "../other/one.js";\n',
      "a/inner/two.ts": "",
      "a/other/one.ts": "",
      "a/other/two.ts": 'import "../inner/two.js";\n',
    };
    expect(found(files)).to.deep.equal([
      "a/other/two.ts:1 packages/x/src/a: rooms in a circle: inner -> other -> inner",
    ]);
  });

  it("may not import the index that exports them", () => {
    const files = {
      "index.ts": 'export * from "./a/one.js";\n',
      "a/one.ts": "",
      "a/two.ts": 'import "../index.js";\n',
    };
    expect(found(files)).to.have.length(1);
  });
});
