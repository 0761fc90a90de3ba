import { emptyLedger } from "@tallystick/core";
import { chainHash, type EventStore, inMemoryStore } from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import fc from "fast-check";
import { readdirSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { foldKept } from "../../src/journal/journal.js";
import { foldRanges } from "../../src/replay/fold-ranges.js";
import { closeRuns, snapshotPath } from "../../src/snapshot/snapshot-file.js";
import { contentOf, replayed } from "../snapshot/snapshot-state.js";
import { afterwards, journalOf, leftOf, rightOf, streamName, tempFolder } from "../test-ledger.js";
import {
  journalEvents,
  pruneJournal,
  randomJournal,
  randomStep,
  sampledSteps,
} from "./random-journal.js";

const settings = { hashSeed: 1 };

const foldedIn = async (store: EventStore, maxEvents: number, maxThreads = 1) => {
  const place = { folder: tempFolder(), settings, seed: 77 };
  const limits = { minEvents: 1, maxEvents, maxThreads };
  const read = await foldRanges({ store, stream: streamName }, place, limits);
  return { read, folder: place.folder };
};

const stateIn = async (store: EventStore, maxEvents: number, maxThreads = 1) => {
  const { read } = await foldedIn(store, maxEvents, maxThreads);
  if (read === undefined) throw new Error("it was not folded");
  const folded = rightOf(read);
  afterwards(() => closeRuns(folded.runs));
  return folded;
};

const expectSameFold = async (store: EventStore, maxEvents: number): Promise<void> => {
  const journal = await journalOf(store);
  const folded = await stateIn(store, maxEvents);
  const expected = replayed(journal);
  expect(contentOf(folded.state)).to.deep.equal(contentOf(expected));
  expect(folded.hash).to.equal(journal.at(-1)?.hash);
  expect([folded.state.contracts.size, folded.state.keys.size]).to.deep.equal([
    expected.contracts.size,
    expected.keys.size,
  ]);
  closeRuns(folded.runs);
};

describe("A fold by ranges", () => {
  it("gives what a fold of event after event gives, wherever the journal is cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(randomStep, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 40 }),
        async (steps, maxEvents) => expectSameFold(await randomJournal(steps), maxEvents),
      ),
      { numRuns: 25 },
    );
  });

  it("does so for journals that were pruned twice", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(randomStep, { minLength: 2, maxLength: 30 }),
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 40 }),
        async (steps, first, second, maxEvents) => {
          const store = await randomJournal(steps);
          const state = replayed(await journalOf(store));
          const bounds = [first, second].map((each) => 1 + (each % steps.length));
          for (const upTo of bounds.toSorted((a, b) => a - b))
            await pruneJournal(store, state, upTo);
          await expectSameFold(store, maxEvents);
        },
      ),
      { numRuns: 15 },
    );
  });

  it("is the same in threads that read the store themselves", async () => {
    const { store } = await sqliteJournal(400);
    const expected = replayed(await journalOf(store));
    const folded = await stateIn(store, 37, 2);
    expect(contentOf(folded.state)).to.deep.equal(contentOf(expected));
    expect(folded.runs.contracts.length).to.be.greaterThan(5);
  });

  it("leaves short journals to others", async () => {
    const place = { folder: tempFolder(), settings, seed: 77 };
    const journal = { store: await randomJournal(sampledSteps(9)), stream: streamName };
    const limits = { minEvents: 10, maxEvents: 5, maxThreads: 1 };
    expect(await foldRanges(journal, place, limits)).to.equal(undefined);
    const none = { store: inMemoryStore(), stream: streamName };
    expect(await foldRanges(none, place, { ...limits, minEvents: 1 })).to.equal(undefined);
    expect(readdirSync(place.folder)).to.deep.equal([]);
  });

  describe("brings its runs to the disk", () => {
    /** Replaces what `sync` does to a file. */
    const syncing = async (sync: () => Promise<void>): Promise<void> => {
      const file = await open(join(tempFolder(), "any"), "w");
      // border: the prototype of all file handles
      const handles = Object.getPrototypeOf(file) as { sync: () => Promise<void> };
      await file.close();
      const before = handles.sync;
      handles.sync = sync;
      afterwards(() => {
        handles.sync = before;
      });
    };

    it("all of them", async () => {
      let flushed = 0;
      await syncing(async () => void flushed++);
      const { runs } = await stateIn(await randomJournal(sampledSteps(60, 2)), 7);
      // those of keys are flushed as they are written
      expect(flushed).to.equal(runs.contracts.length + runs.changes.length);
      expect(flushed).to.be.at.least(10);
    });

    it("or is aborted, and leaves none", async () => {
      let flushes = 0;
      await syncing(async () => {
        if (++flushes === 3) throw new Error("the disk is broken");
      });
      const store = await randomJournal(sampledSteps(60, 2));
      const { read, folder } = await foldedIn(store, 7);
      expect(read).to.equal(undefined);
      expect(readdirSync(snapshotPath(folder))).to.deep.equal([]);
    });
  });

  it("is aborted when its runs cannot be written", async () => {
    const store = await randomJournal(sampledSteps(9));
    const place = { folder: join(tempFolder(), "missing"), settings, seed: 77 };
    const limits = { minEvents: 1, maxEvents: 5, maxThreads: 1 };
    expect(await foldRanges({ store, stream: streamName }, place, limits)).to.equal(undefined);
  });
});

const length = 40;

/** A journal in a file, and what changes it behind the back of its store. */
const sqliteJournal = async (events: number) => {
  const file = join(tempFolder(), "journal.db");
  const written = rightOf(await sqliteStore({ file }));
  const steps = sampledSteps(events, 5);
  rightOf(await written.append(streamName, "no-stream", journalEvents(steps)));
  await written.close();
  const open = async () => {
    const store = rightOf(await sqliteStore({ file, tailCheckEvents: 0 }));
    afterwards(() => store.close());
    return store;
  };
  return { file, store: await open() };
};

describe("A fold by ranges of a damaged journal", () => {
  type Row = { readonly revision: number; readonly [column: string]: unknown };

  const DAMAGE: ReadonlyArray<readonly [string, (db: Database, at: number) => unknown]> = [
    ["a flipped bit in a text", (db, at) => set(db, at, "data = replace(data, 'v', 'w')")],
    ["another hash", (db, at) => set(db, at, `hash = '${"ab".repeat(32)}'`)],
    ["another type", (db, at) => set(db, at, "type = 'Forged'")],
    ["a mark of erased data", (db, at) => set(db, at, "erased = 'x'")],
    ["a row that is gone", (db, at) => db.exec(`DELETE FROM event WHERE revision = ${at}`)],
    ["rows that changed places", swapped],
    ["a text that is chained but says nothing", forged],
  ];
  // in a range, and at both sides of a border of ranges of 10
  const PLACES = [0, 9, 10, 15, 20, length - 3];

  for (const [name, change] of DAMAGE) {
    it(`reports ${name} as a fold of event after event does, wherever it is`, async () => {
      for (const at of PLACES) {
        const { file, store } = await sqliteJournal(length);
        const db = new Database(file);
        change(db, at);
        db.close();
        const whole = { ...store, capabilities: {} };
        const journal = { store: whole, stream: streamName };
        const nothing = { state: emptyLedger(settings), hash: "" };
        const expected = leftOf(await foldKept(journal, nothing, undefined));
        const { read, folder } = await foldedIn(whole, 10);
        expect(read === undefined ? undefined : leftOf(read), `revision ${at}`).to.deep.equal(
          expected,
        );
        expect(readdirSync(snapshotPath(folder))).to.deep.equal([]);
      }
    });
  }

  it("is reported by threads too", async () => {
    const { file, store } = await sqliteJournal(length);
    const db = new Database(file);
    forged(db, 30);
    db.close();
    const { read } = await foldedIn(store, 10, 2);
    expect(read === undefined ? undefined : leftOf(read)).to.deep.equal({
      kind: "event",
      offset: 31,
      reason: "CommandRejected does not fit its schema",
    });
  });

  const rowAt = (db: Database, revision: number): Row =>
    // border: a table of ours
    db.prepare("SELECT * FROM event WHERE revision = ?").get(revision) as Row;

  const set = (db: Database, at: number, change: string): void => {
    db.exec(`UPDATE event SET ${change} WHERE revision = ${at}`);
  };

  /** Two neighbours with each other's content, and hashes that stay where they were. */
  function swapped(db: Database, at: number): void {
    const [one, two] = [rowAt(db, at), rowAt(db, at + 1)];
    const put = db.prepare("UPDATE event SET id = ?, type = ?, data = ? WHERE revision = ?");
    put.run(one["id"], one["type"], one["data"], at + 1);
    put.run(two["id"], two["type"], two["data"], at);
  }

  /** A rejection that says nothing, with a chain that is right from there on. */
  function forged(db: Database, at: number): void {
    db.prepare("UPDATE event SET type = ?, data = ? WHERE revision = ?").run(
      "CommandRejected",
      '{"v":1}',
      at,
    );
    const rows = db.prepare("SELECT * FROM event ORDER BY revision").all() as ReadonlyArray<Row>;
    let hash = "0".repeat(64);
    for (const { revision, id, type, metadata, data } of rows) {
      const parts = [id, type, metadata, data].map(String);
      const [rowId = "", rowType = "", rowMetadata = "", rowData = ""] = parts;
      const event = { id: rowId, type: rowType, metadata: rowMetadata, data: rowData };
      hash = chainHash(hash, { stream: streamName, revision, ...event });
      db.prepare("UPDATE event SET hash = ? WHERE revision = ?").run(hash, revision);
    }
  }
});
