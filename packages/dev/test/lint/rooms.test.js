import { expect } from "chai";
import { importsOf } from "../../src/lint/imports.js";
import { roomFindings } from "../../src/lint/rooms.js";

/**
 * @param {Record<string, string>} files below packages/x/src
 * @param {string[]} [order] the rooms of x
 * @returns {string[]}
 */
const found = (files, order = ["top", "a", "b", "bottom"]) =>
  roomFindings(
    "packages/x",
    Object.entries(files).map(([name, text]) => ({
      file: `packages/x/src/${name}`,
      text,
      imports: importsOf(text),
    })),
    { x: order },
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
      "b/two.ts:2 b may not import a: arrows between rooms point down only",
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

  it("keep the order of the package, without a circle too", () => {
    const files = { "a/one.ts": 'import "../top/two.js";\n', "top/two.ts": "" };
    expect(found(files)).to.deep.equal([
      "a/one.ts:1 a may not import top: arrows between rooms point down only",
    ]);
    expect(found(files, ["a", "top"])).to.be.empty;
  });

  it("have a place in the order of the package", () => {
    const files = { "a/one.ts": "", "new/one.ts": "", "new/two.ts": "", "file.ts": "" };
    expect(found(files)).to.deep.equal([
      "new/one.ts:1 the room new has no place yet: give it one in packages/dev/src/lint/room-order.js",
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
