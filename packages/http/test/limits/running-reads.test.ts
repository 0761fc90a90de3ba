import { expect } from "chai";
import { smallAnswerBytes } from "../../src/limits/held-answers.js";
import { runningReads } from "../../src/limits/running-reads.js";
import { leftOf, rightOf } from "../fixtures/outcomes.js";

const mebibyte = 1024 * 1024;
const limits = { perUser: 2, overall: 3, heldBytes: 4 * mebibyte };

describe("The reads that run", () => {
  it("are refused beyond those of one user, and of all users, until one ends", () => {
    const reads = runningReads(limits);
    const first = rightOf(reads.begin("alice"));
    rightOf(reads.begin("alice"));
    const refused = leftOf(reads.begin("alice"));
    expect(refused.error).to.include({ code: "RATE_LIMIT_EXCEEDED", definiteAnswer: true });
    expect(Number(refused.headers?.["Retry-After"])).to.be.greaterThan(0);
    rightOf(reads.begin("bob"));
    expect(leftOf(reads.begin("carol")).error.code).to.equal("RATE_LIMIT_EXCEEDED");
    first.end();
    rightOf(reads.begin("carol"));
    expect(leftOf(reads.begin("alice")).error.code).to.equal("RATE_LIMIT_EXCEEDED");
    expect(reads.count()).to.equal(3);
  });

  it("are read for their user, until they are aborted", () => {
    const read = rightOf(runningReads(limits).begin("alice"));
    expect(read.by).to.equal("alice");
    expect(read.signal.aborted).to.equal(false);
    read.giveUp();
    expect(read.signal.aborted).to.equal(true);
    expect(read.denied()).to.equal(undefined);
  });

  it("of one user hold half of the room for answers, and give it back", () => {
    const reads = runningReads(limits);
    const read = rightOf(reads.begin("alice"));
    expect(read.hold(2 * mebibyte)).to.equal(true);
    const second = rightOf(reads.begin("alice"));
    expect(second.hold(mebibyte)).to.equal(false);
    expect(second.signal.aborted).to.equal(true);
    expect(second.denied()?.error.code).to.equal("RATE_LIMIT_EXCEEDED");
    expect(second.denied()?.headers).to.have.property("Retry-After");
    second.end();
    const others = rightOf(reads.begin("bob"));
    expect(others.hold(2 * mebibyte)).to.equal(true);
    expect(reads.held()).to.equal(4 * mebibyte);
    read.end();
    others.end();
    expect(reads.held()).to.equal(0);
    expect(rightOf(reads.begin("alice")).hold(2 * mebibyte)).to.equal(true);
  });

  it("together hold no more than all the room, but small answers find room always", () => {
    const reads = runningReads({ perUser: 10, overall: 10, heldBytes: 4 * mebibyte });
    for (const user of ["alice", "bob"])
      expect(rightOf(reads.begin(user)).hold(2 * mebibyte)).to.equal(true);
    const small = rightOf(reads.begin("carol"));
    expect(small.hold(smallAnswerBytes)).to.equal(true);
    expect(small.hold(1)).to.equal(false);
    small.end();
    expect(reads.held()).to.equal(4 * mebibyte);
  });

  it("take no room for what is read after they have ended", () => {
    const reads = runningReads({ perUser: 10, overall: 10, heldBytes: 4 * mebibyte });
    const read = rightOf(reads.begin("alice"));
    expect(read.hold(mebibyte)).to.equal(true);
    read.giveUp();
    read.end();
    expect(read.hold(mebibyte)).to.equal(false);
    expect(read.denied()).to.equal(undefined);
    expect(reads.held()).to.equal(0);
  });

  it("end when the node stops, and none begins any more", () => {
    const reads = runningReads(limits);
    const read = rightOf(reads.begin("alice"));
    reads.close();
    expect(read.signal.aborted).to.equal(true);
    expect(read.denied()?.error.code).to.equal("SERVICE_NOT_RUNNING");
    expect(leftOf(reads.begin("bob")).error.code).to.equal("SERVICE_NOT_RUNNING");
  });
});
