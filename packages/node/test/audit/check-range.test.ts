import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { checkRange } from "../../src/audit/check-range.js";
import { makePast, pruneNow } from "../pruning/pruned-ledger.js";
import { journalOf, openTest, streamName } from "../test-ledger.js";

const past = async () => {
  const store = inMemoryStore();
  const ledger = await openTest({ store });
  const made = await makePast(ledger);
  const events = await journalOf(store);
  return { store, ledger, made, events, journal: { store, stream: streamName } };
};

describe("A check of a range of a journal", () => {
  it("says with which hashes and times it begins and ends", async () => {
    const { journal, events, ledger } = await past();
    const times = events.map(({ data }) => Number(/"recordTime":(\d+)/.exec(data)?.[1]));
    for (const [after, upTo] of [
      [0, 3],
      [3, 9],
      [9, events.length],
    ] as const) {
      const verdict = await checkRange(journal, { after, upTo });
      if (verdict.kind !== "sound") throw new Error(`${after} to ${upTo}`);
      expect(verdict.hashBefore).to.equal(events[after - 1]?.hash ?? "0".repeat(64));
      expect(verdict.read.hash).to.equal(events[upTo - 1]?.hash);
      expect(verdict.read.participantId).to.equal(after === 0 ? ledger.participantId : "");
      expect(verdict.times).to.deep.equal({ first: times[after], last: times[upTo - 1] });
    }
  });

  it("is unsound where the journal ends too early", async () => {
    const { journal, events } = await past();
    const verdict = await checkRange(journal, { after: 3, upTo: events.length + 1 });
    expect(verdict.kind).to.equal("unsound");
  });

  it("is unsound where something was pruned, and in the event that says so", async () => {
    const { journal, store, ledger, made } = await past();
    await pruneNow(ledger, store, made.end);
    const events = await journalOf(store);
    const erased = events.findIndex((event) => event.erased !== undefined);
    const told = events.findIndex(({ type }) => type === "JournalPruned");
    for (const at of [erased, told])
      expect((await checkRange(journal, { after: at, upTo: at + 1 })).kind).to.equal("unsound");
    expect((await checkRange(journal, { after: 0, upTo: erased })).kind).to.equal("sound");
  });
});
