import { inMemoryStore } from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { expect } from "chai";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { replayJournal } from "../../src/replay/replay-journal.js";
import { replayed } from "../snapshot/snapshot-state.js";
import { afterwards, journalOf, leftOf, rightOf, streamName, tempFolder } from "../test-ledger.js";
import { journalEvents, randomJournal, sampledSteps } from "./random-journal.js";

const stream = streamName;

describe("A replay of a journal", () => {
  it("says how many events it has, what they end with and what is left", async () => {
    const store = await randomJournal(sampledSteps(40));
    const journal = await journalOf(store);
    const { contracts, keys } = replayed(journal);
    expect(rightOf(await replayJournal({ store, stream }, tempFolder()))).to.deep.equal({
      events: 40,
      hash: journal.at(-1)?.hash,
      contracts: contracts.size,
      keys: keys.size,
    });
  });

  it("of an empty journal says that there is nothing", async () => {
    const read = await replayJournal({ store: inMemoryStore(), stream }, tempFolder());
    expect(rightOf(read)).to.deep.equal({ events: 0, hash: "", contracts: 0, keys: 0 });
  });

  it("says where a journal says nothing that can be read", async () => {
    const store = await randomJournal(sampledSteps(5));
    const event = { id: "x", type: "Forged", metadata: "", data: "{}" };
    rightOf(await store.append(stream, 4, [event]));
    expect(leftOf(await replayJournal({ store, stream }, tempFolder()))).to.deep.equal({
      kind: "event",
      offset: 6,
      reason: "unknown event type Forged",
    });
  });

  it("is the same with several threads, and leaves nothing behind", async () => {
    const folder = tempFolder();
    const store = rightOf(await sqliteStore({ file: join(folder, "journal.db") }));
    afterwards(() => store.close());
    const limits = { minEvents: 1, maxEvents: 20, maxThreads: 2 };
    const events = journalEvents(sampledSteps(60));
    rightOf(await store.append(stream, "no-stream", events));
    const scratch = tempFolder();
    const alone = rightOf(await replayJournal({ store, stream }, scratch));
    const together = rightOf(await replayJournal({ store, stream }, scratch, limits));
    expect(together).to.deep.equal(alone);
    expect(readdirSync(scratch)).to.deep.equal([]);
  });
});
