import { expect } from "chai";
import { createKnownHeads } from "../../src/client/known-heads.js";

const at = (revision: number) => ({ revision, hash: String(revision) });

describe("Known heads", () => {
  it("are the latest that were noted", () => {
    const heads = createKnownHeads();
    expect(heads.get("s")).to.equal(undefined);
    heads.note("s", at(3));
    heads.note("s", at(2));
    expect(heads.get("s")).to.deep.equal(at(3));
    heads.note("s", at(4));
    expect(heads.get("s")).to.deep.equal(at(4));
    expect(heads.get("t")).to.equal(undefined);
  });

  it("may go back after they were forgotten", () => {
    const heads = createKnownHeads();
    heads.note("s", at(3));
    heads.forget("s");
    expect(heads.get("s")).to.equal(undefined);
    heads.note("s", at(-1));
    expect(heads.get("s")).to.deep.equal(at(-1));
  });

  it("do not grow without end", () => {
    const heads = createKnownHeads();
    for (let stream = 0; stream < 10_001; stream += 1) heads.note(`s${stream}`, at(0));
    expect(heads.get("s0")).to.equal(undefined);
    expect(heads.get("s10000")).to.deep.equal(at(0));
  });
});
