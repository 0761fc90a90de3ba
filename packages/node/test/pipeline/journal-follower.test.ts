import { emptyLedger } from "@tallystick/core";
import { inMemoryStore } from "@tallystick/event-store";
import type { JournalEntry } from "@tallystick/views";
import { expect } from "chai";
import { DurableState } from "../../src/pipeline/durable-state.js";
import { JournalFollower } from "../../src/pipeline/journal-follower.js";
import { everyTurn } from "../../src/writer/append-turns.js";
import { allocate, journalOf, openTest, rightOf, streamName } from "../test-ledger.js";

/** A follower at the beginning of a journal that has some events, and what it says. */
const following = async () => {
  const store = inMemoryStore();
  const ledger = await openTest({ store });
  await allocate(ledger, "alice");
  await ledger.close();
  const nothing = { state: emptyLedger({ hashSeed: 3 }), hash: "" };
  const durable = new DurableState({ store, stream: streamName }, nothing, undefined);
  let turns = 0;
  const follower = new JournalFollower(durable, { ...everyTurn, followed: () => void turns++ });
  const said: Array<JournalEntry> = [];
  follower.onEntries((entries) => said.push(...entries));
  return { store, durable, follower, said, turns: () => turns, journal: await journalOf(store) };
};

const offsetsOf = (entries: ReadonlyArray<JournalEntry>): ReadonlyArray<number> =>
  entries.map(({ offset }) => offset);

describe("Following a journal", () => {
  it("reads what it has more, once, and says it", async () => {
    const { durable, follower, said, turns, journal } = await following();
    expect(follower.isBehind()).to.equal(false);
    durable.fallBehind();
    expect(follower.isBehind()).to.equal(true);
    await follower.refold();
    expect(follower.isBehind()).to.equal(false);
    expect(durable.folded.state.offset).to.equal(journal.length);
    expect(offsetsOf(said)).to.deep.equal(journal.map(({ revision }) => revision + 1));
    await follower.refold();
    expect([said.length, turns()]).to.deep.equal([journal.length, 1]);
  });

  it("takes in what was pushed, without what it has, and reads what is missing before it", async () => {
    const { durable, follower, said, journal } = await following();
    await follower.takePushed();
    expect(said).to.deep.equal([]);
    const taken = follower.pushed.offer(journal.slice(0, 2));
    await follower.takePushed();
    await taken;
    void follower.pushed.offer(journal.slice(1, 3));
    await follower.takePushed();
    expect(offsetsOf(said)).to.deep.equal([1, 2, 3]);
    void follower.pushed.offer(journal.slice(-1));
    await follower.takePushed();
    expect([durable.folded.state.offset, follower.isBehind()]).to.deep.equal([3, true]);
    await follower.refold();
    expect(durable.folded.state.offset).to.equal(journal.length);
  });

  it("says what others made durable as it is", async () => {
    const { follower, said, turns } = await following();
    follower.entries([{ offset: 9, type: "T", data: "{}" }]);
    expect([offsetsOf(said), turns()]).to.deep.equal([[9], 0]);
  });

  it("is not behind a journal that cannot be read now", async () => {
    const { store, durable, follower } = await following();
    rightOf(
      await store.append("other", "no-stream", [{ id: "1", type: "T", data: "{}", metadata: "" }]),
    );
    durable.break("closed");
    durable.fallBehind();
    expect(follower.isBehind()).to.equal(false);
  });
});
