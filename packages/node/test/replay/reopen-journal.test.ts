import { sqliteStore } from "@tallystick/event-store-sqlite";
import { expect } from "chai";
import { join } from "node:path";
import { reopenJournal } from "../../src/replay/reopen-journal.js";
import { afterwards, journalOf, leftOf, rightOf, streamName, tempFolder } from "../test-ledger.js";

const event = { id: "a", type: "T", metadata: "", data: "{}" };

describe("A reopened journal", () => {
  it("has the same events", async () => {
    const store = rightOf(await sqliteStore({ file: join(tempFolder(), "journal.db") }));
    afterwards(() => store.close());
    rightOf(await store.append(streamName, "no-stream", [event]));
    const reopening = store.capabilities.reopening;
    if (reopening === undefined) throw new Error("it cannot be opened once more");
    const again = rightOf(await reopenJournal({ reopening, stream: streamName }));
    expect(again.stream).to.equal(streamName);
    expect(await journalOf(again.store)).to.deep.equal(await journalOf(store));
    await again.store.close();
    const missing = { ...reopening, place: join(tempFolder(), "missing.db") };
    const error = leftOf(await reopenJournal({ reopening: missing, stream: streamName }));
    expect(error.kind).to.equal("unavailable");
  });
});
