import { emptyLedger } from "@tallystick/core";
import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { foldKept, foldPushed } from "../../src/journal/journal.js";
import { randomJournal, sampledSteps } from "../replay/random-journal.js";
import { contentOf, replayed } from "../snapshot/snapshot-state.js";
import { journalOf, leftOf, rightOf, streamName } from "../test-ledger.js";

const nothing = { state: emptyLedger(), hash: "" };

/** Two journals that begin alike and continue differently after some events. */
const forked = async (common: number) => {
  const steps = sampledSteps(12, 7);
  const [one, other] = [await randomJournal(steps), inMemoryStore()];
  const events = await journalOf(one);
  rightOf(await other.append(streamName, "no-stream", events.slice(0, common)));
  // the same events under other ids
  const rest = events.slice(common).map((event) => ({ ...event, id: `other-${event.id}` }));
  rightOf(await other.append(streamName, common - 1, rest));
  return { one, other, events, others: await journalOf(other) };
};

describe("Folding a journal", () => {
  it("takes in pages that follow, pushed or read, and comes to what all of it says", async () => {
    const { one, events } = await forked(5);
    const pushed = foldPushed(nothing, events.slice(0, 5));
    if (pushed === undefined) throw new Error("not folded");
    const further = foldPushed(pushed, events.slice(5, 9));
    if (further === undefined) throw new Error("not folded");
    const whole = rightOf(await foldKept({ store: one, stream: streamName }, further, undefined));
    expect(whole.hash).to.equal(events.at(-1)?.hash);
    expect(contentOf(whole.state)).to.deep.equal(contentOf(replayed(events)));
  });

  it("takes in no page that is chained to another past, pushed or read", async () => {
    const { other, events, others } = await forked(5);
    const folded = foldPushed(nothing, events.slice(0, 8));
    if (folded === undefined) throw new Error("not folded");
    expect(foldPushed(folded, others.slice(8))).to.equal(undefined);
    const journal = { store: other, stream: streamName };
    const error = leftOf(await foldKept(journal, folded, undefined));
    expect(error).to.deep.equal({
      kind: "event",
      offset: 9,
      reason: "its chain hash does not match the event that was folded before it",
    });
  });

  it("begins only with the first event of a journal", async () => {
    const { events } = await forked(5);
    expect(foldPushed(nothing, events.slice(1))).to.equal(undefined);
    const [first, ...rest] = events;
    if (first === undefined) throw new Error("no event");
    expect(foldPushed(nothing, [{ ...first, hash: "00" }, ...rest])).to.equal(undefined);
  });
});
