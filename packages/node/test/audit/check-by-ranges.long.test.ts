import type { EventStore, NewEvent, StoreWith } from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { expect } from "chai";
import { join } from "node:path";
import { auditJournal } from "../../src/audit/audit-journal.js";
import { checkByRanges, type ReadPart } from "../../src/audit/check-by-ranges.js";
import { verifyJournal } from "../../src/audit/verify-journal.js";
import { makePast, pruneNow } from "../pruning/pruned-ledger.js";
import {
  afterwards,
  journalOf,
  openTest,
  rightOf,
  streamName,
  tempFolder,
} from "../test-ledger.js";

const limits = { minEvents: 1, maxEvents: 4, maxThreads: 2 };

type Store = StoreWith<"erasing">;

const inFile = async (): Promise<Store> => {
  const store = rightOf(await sqliteStore({ file: join(tempFolder(), "journal.db") }));
  afterwards(() => store.close());
  return store;
};

const past = async () => {
  const store = await inFile();
  const ledger = await openTest({ store });
  return { store, ledger, past: await makePast(ledger) };
};

const journalIn = (store: EventStore) => ({ store, stream: streamName });

/** A copy of a journal in which an event says something else, chained as it should be. */
const forged = async (
  store: EventStore,
  change: (event: { readonly type: string; readonly data: string }, at: number) => object,
): Promise<Store> => {
  const copy = await inFile();
  const events = (await journalOf(store)).map(
    ({ id, type, metadata, data }, at): NewEvent =>
      Object.assign({ id, type, metadata, data }, change({ type, data }, at)),
  );
  rightOf(await copy.append(streamName, "no-stream", events));
  return copy;
};

describe("A check of a journal by ranges", () => {
  it("says of one that is whole what a check from its beginning says", async () => {
    const { store } = await past();
    const verified = rightOf(await verifyJournal(journalIn(store), async () => true));
    expect(verified?.findings).to.deep.equal([]);
    expect(await checkByRanges(journalIn(store), {}, limits)).to.deep.equal(verified?.journal);
  });

  it("checks a part alone, a short one in this thread", async () => {
    const { store } = await past();
    const events = await journalOf(store);
    const [first] = events;
    const asWhole = { journalId: first?.hash, participantId: "", pruned: undefined };
    for (const minEvents of [1, 1_000]) {
      for (const [from, to] of [
        [1, 5],
        [2, 2],
        [7, events.length],
        [9, 10_000],
      ] as const) {
        const read: Array<number> = [];
        const onRead = (offset: number): void => void read.push(offset);
        const part = { from, to, onRead };
        const checked = await checkByRanges(journalIn(store), part, { ...limits, minEvents });
        const end = Math.min(to, events.length);
        expect(checked).to.include({ events: end, hash: events[end - 1]?.hash });
        expect(checked).to.include({ ...asWhole, participantId: checked?.participantId });
        expect(checked?.participantId).to.not.equal("");
        expect(read.at(-1)).to.equal(end);
      }
      const beyond = { from: events.length + 1 };
      const none = await checkByRanges(journalIn(store), beyond, { ...limits, minEvents });
      expect(none).to.include({ events: 0, hash: "" });
    }
  });

  it("says nothing of damage outside of the part, and leaves that in it to others", async () => {
    const { store } = await past();
    const at = 8;
    const copy = await forged(store, (_, row) => (row === at ? { data: "{}" } : {}));
    const isSound = async (part: ReadPart): Promise<boolean> =>
      (await checkByRanges(journalIn(copy), part, limits)) !== undefined;
    expect(await isSound({ to: at })).to.equal(true);
    expect(await isSound({ from: at + 2 })).to.equal(true);
    expect(await isSound({ from: at, to: at + 2 })).to.equal(false);
    const found = async (part: ReadPart) =>
      rightOf(await auditJournal(journalIn(copy), undefined, part)).findings.map(
        ({ offset }) => offset,
      );
    expect(await found({ from: at, to: at + 2 })).to.deep.equal([at + 1]);
    expect(await found({ from: at + 2 })).to.deep.equal([]);
  });

  it("leaves one that was pruned to others", async () => {
    const { store, ledger, past: made } = await past();
    await pruneNow(ledger, store, made.end);
    expect(await checkByRanges(journalIn(store), {}, limits)).to.equal(undefined);
  });

  it("leaves one that is short, empty, or not for threads to others", async () => {
    const { store } = await past();
    const whole = journalIn(store);
    expect(await checkByRanges(whole, {}, { ...limits, minEvents: 1_000 })).to.equal(undefined);
    expect(await checkByRanges({ ...whole, stream: "other" }, {}, limits)).to.equal(undefined);
    const alone = journalIn({ ...store, capabilities: { erasing: store.capabilities.erasing } });
    expect(await checkByRanges(alone, {}, limits)).to.equal(undefined);
  });

  const FORGED: ReadonlyArray<
    readonly [
      string,
      (event: { readonly type: string; readonly data: string }, at: number) => object,
    ]
  > = [
    ["a text that is no event", (_, at) => (at === 5 ? { data: "{}" } : {})],
    ["a second beginning", ({ data }, at) => (at === 9 ? { type: "LedgerInitialized", data } : {})],
    [
      "a record time that goes back at the border of two ranges",
      ({ data }, at) =>
        at === 8 ? { data: data.replace(/"recordTime":\d/, '"recordTime":') } : {},
    ],
  ];
  for (const [name, change] of FORGED) {
    it(`leaves one with ${name} to others, who find it`, async () => {
      const { store } = await past();
      const copy = await forged(store, change);
      expect(await checkByRanges(journalIn(copy), {}, limits)).to.equal(undefined);
      const verified = rightOf(await verifyJournal(journalIn(copy), async () => true));
      expect(verified?.findings.length).to.be.greaterThan(0);
    });
  }
});
