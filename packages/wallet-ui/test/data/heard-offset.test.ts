import { expect } from "chai";
import { forgetHeard, heardBy, noteHeard } from "../../src/data/heard-offset.js";
import { openSession } from "../../src/session/open-session.js";

describe("the offset that was heard of", () => {
  it("is asked for within five seconds, by the session that heard of it", () => {
    const [session, other] = [openSession("a", "b"), openSession("a", "b")];
    expect(heardBy(session, 0)).to.equal(undefined);
    noteHeard(session, 7, 1_000);
    expect([heardBy(session, 6_000), heardBy(session, 6_001)]).to.deep.equal([7, undefined]);
    expect(heardBy(other, 1_000)).to.equal(undefined);
    noteHeard(session, 5, 2_000);
    expect(heardBy(session, 7_000)).to.equal(7);
  });

  it("is forgotten when the channel begins again", () => {
    const session = openSession("a", "b");
    noteHeard(session, 7, 1_000);
    forgetHeard(session);
    expect(heardBy(session, 1_000)).to.equal(undefined);
  });
});
