import { expect } from "chai";
import { mirroredTestFindings } from "../../src/lint/mirrored-tests.js";

/** @param {string[]} files below packages/x @returns {string[]} the tests found */
const found = (...files) =>
  mirroredTestFindings(
    "packages/x",
    files.map((file) => ({ file: `packages/x/${file}`, text: "", imports: [] })),
  ).map(({ file }) => file.slice("packages/x/".length));

describe("mirrored-tests", () => {
  it("allows a test with the name and place of its source", () => {
    expect(found("src/a.ts", "src/room/b.ts", "test/a.test.ts", "test/room/b.test.ts")).to.be.empty;
  });

  it("finds a test without a source, at the top and in a room", () => {
    expect(found("src/room/b.ts", "test/b.test.ts", "test/room/c.test.ts")).to.deep.equal([
      "test/b.test.ts",
      "test/room/c.test.ts",
    ]);
  });

  it("finds a test in a folder that only leads to rooms", () => {
    expect(found("src/a/b/c.ts", "test/a/c.test.ts")).to.deep.equal(["test/a/c.test.ts"]);
  });

  it("allows tests of no single file in a folder that src does not have", () => {
    expect(found("src/room/b.ts", "test/crash/anything.test.ts", "test/room/law/x.test.ts")).to.be
      .empty;
  });

  it("takes a long test for one of its source", () => {
    expect(found("src/a.ts", "test/a.long.test.ts", "test/b.long.test.ts")).to.deep.equal([
      "test/b.long.test.ts",
    ]);
  });

  it("takes no fixture for a test", () => {
    expect(found("src/a.ts", "test/fixture.ts")).to.be.empty;
  });
});
