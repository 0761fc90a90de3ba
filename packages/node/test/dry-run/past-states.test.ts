import { join } from "node:path";
import type { EventStore } from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import { PastStates } from "../../src/dry-run/past-states.js";
import { snapshotFiles } from "../../src/snapshot/snapshot-file.js";
import {
  allocate,
  commit,
  openTest,
  pingBy,
  rightOf,
  streamName,
  tempFolder,
} from "../test-ledger.js";

describe("Former states of a ledger", () => {
  let data: string;
  let store: EventStore;
  let end: number;
  /** Where reads began. */
  let from: Array<number>;

  beforeEach(async () => {
    data = tempFolder();
    const ledger = await openTest({ data, config: { snapshotEveryEvents: 16 } });
    const alice = await allocate(ledger, "alice");
    for (let at = 0; at < 40; at++) await commit(ledger, pingBy(alice, `p${at}`));
    end = ledger.ledgerEnd();
    await ledger.close();
    // with the state at the end
    expect(await snapshotFiles(data)).to.not.equal(undefined);
    store = rightOf(await sqliteStore({ file: join(data, "journal.db") }));
    from = [];
  });
  afterEach(() => store.close());

  const statesIn = (folder: string | undefined): PastStates => {
    const counted: EventStore = {
      ...store,
      capabilities: store.capabilities,
      lastEvent: (stream) => store.lastEvent(stream),
      readStream: (stream, read) => {
        if (read?.maxCount !== 1) from.push(read?.from ?? 0);
        return store.readStream(stream, read);
      },
    };
    return new PastStates({ store: counted, stream: streamName }, () => false, folder);
  };
  const contractsAt = async (states: PastStates, offset: number): Promise<number> =>
    rightOf(await states.with(offset, async (state) => right(state.contracts.size)));

  it("begin with a snapshot before them, and with the journal where there is none", async () => {
    const [whole, short] = [statesIn(undefined), statesIn(data)];
    for (const [offset, least] of [
      [end, end],
      [10, 0],
      // goes on from there
      [end, 10],
      [end - 1, 0],
    ] as const) {
      const expected = await contractsAt(whole, offset);
      from = [];
      expect(await contractsAt(short, offset), `at ${offset}`).to.equal(expected);
      expect(Math.min(...from, end), `read for ${offset}`).to.equal(least);
    }
  });
});
