import { expect } from "chai";
import { recentIds } from "./recent-ids.js";

describe("Remembered ids", () => {
  it("are found by stream and id", () => {
    const ids = recentIds();
    ids.add("s", "a", 3);
    expect(ids.revisionOf("s", "a")).to.equal(3);
    expect(ids.revisionOf("t", "a")).to.equal(undefined);
    expect(ids.revisionOf("s", "b")).to.equal(undefined);
  });

  it("keep their first place", () => {
    const ids = recentIds();
    ids.add("s", "a", 3);
    ids.add("s", "a", 4);
    ids.add("t", "a", 5);
    expect(ids.revisionOf("s", "a")).to.equal(3);
    expect(ids.revisionOf("t", "a")).to.equal(undefined);
  });

  it("are forgotten, oldest first, when there are too many", () => {
    // An entry of a stream with a one-letter name takes 51 bytes.
    const ids = recentIds(3 * 51);
    for (const [revision, id] of ["a", "b", "c", "d"].entries()) ids.add("s", id, revision);
    expect(["a", "b", "c", "d"].map((id) => ids.revisionOf("s", id))).to.deep.equal([
      undefined,
      1,
      2,
      3,
    ]);
    ids.add("a-much-longer-name-than-before-that-takes-the-room", "e", 9);
    expect(["b", "c", "d"].map((id) => ids.revisionOf("s", id))).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
