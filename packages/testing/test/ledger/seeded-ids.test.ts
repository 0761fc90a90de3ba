import { expect } from "chai";
import { seededIds } from "../../src/ledger/seeded-ids.js";

const drawn = (seed: string) => {
  const ids = seededIds(seed);
  return Array.from({ length: 20 }, () => [
    ids.eventId(),
    ids.transactionSeed(),
    ids.submissionId(),
  ]);
};

describe("ids from a seed", () => {
  it("are the same for the same seed only, in the forms a ledger expects", () => {
    expect(drawn("a")).to.deep.equal(drawn("a"));
    expect(drawn("a")).to.not.deep.equal(drawn("b"));
    for (const [eventId, seed] of drawn("a")) {
      expect(eventId).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(seed).to.match(/^[0-9a-f]{56}$/);
    }
  });

  it("ascend, and none comes twice", () => {
    const events = drawn("a").map(([eventId = ""]) => eventId);
    expect(events.toSorted()).to.deep.equal(events);
    expect(new Set(drawn("a").flat()).size).to.equal(60);
  });
});
