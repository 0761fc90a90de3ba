import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { encodeLedgerEvent, type LedgerEvent } from "@tallystick/core";
import { type EventStore, inMemoryStore } from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { type JournalEntry, viewsEnd } from "@tallystick/views";
import { expect } from "chai";
import { left, right } from "fp-ts/lib/Either.js";
import type { LedgerOptions } from "../../src/ledger/ledger.js";
import { startProjector } from "../../src/pipeline/projector.js";
import { entriesFrom, numberedStore } from "./numbered-store.js";
import type { ProjectorPace } from "../../src/pipeline/projector-parts.js";
import {
  activeFor,
  afterwards,
  allocate,
  commit,
  completionsFor,
  journalOf,
  openTest,
  pingBy,
  rightOf,
  streamName,
  tempFolder,
  turns,
  until,
} from "../test-ledger.js";

const [name, stream] = ["views", "s"];

const allocated: LedgerEvent = {
  type: "PartyAllocated",
  party: "alice",
  annotations: {},
  identityProviderId: "",
  recordTime: 1,
};

const viewsFilesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder).filter((name) => name.startsWith("views-"));

const fill = async (
  store: EventStore,
  data: string,
  count: number,
  options: LedgerOptions = {},
) => {
  const ledger = await openTest({ store, data, ...options });
  const alice = await allocate(ledger, "alice");
  await Promise.all(
    Array.from({ length: count }, (_, at) => commit(ledger, pingBy(alice, `p${at}`))),
  );
  const active = await activeFor(ledger, alice);
  await ledger.close();
  return { alice, active };
};

describe("Views", () => {
  it("that were deleted are built again from the journal", async () => {
    const [store, data] = [inMemoryStore(), tempFolder()];
    const { alice, active } = await fill(store, data, 250);
    expect(viewsFilesIn(data)).to.not.deep.equal([]);
    for (const name of viewsFilesIn(data)) rmSync(join(data, name));
    const ledger = await openTest({ store, data });
    expect(await activeFor(ledger, alice)).to.deep.equal(active);
    expect(await completionsFor(ledger, alice)).to.have.length(250);
  });

  it("that are ahead of the journal, as after restoring an older copy of it, start again", async () => {
    const [store, data] = [inMemoryStore(), tempFolder()];
    const { alice, active } = await fill(store, data, 5);
    const older = inMemoryStore();
    rightOf(await older.append(streamName, "no-stream", (await journalOf(store)).slice(0, -2)));
    const acceptJournalEnd = (await journalOf(older)).length;
    const ledger = await openTest({ store: older, data, acceptJournalEnd });
    expect(await activeFor(ledger, alice)).to.deep.equal(active.slice(0, 3));
    await commit(ledger, pingBy(alice, "other"));
    expect(await activeFor(ledger, alice)).to.have.length(4);
  });

  it("of another journal in the same folder are not touched", async () => {
    const data = tempFolder();
    const stores = [inMemoryStore(), inMemoryStore()] as const;
    const one = await fill(stores[0], data, 3);
    const two = await fill(stores[1], data, 4, { acceptJournalEnd: 0 });
    const again = await openTest({ store: stores[0], data });
    expect(await activeFor(again, one.alice)).to.deep.equal(one.active);
    await again.close();
    const other = await openTest({ store: stores[1], data });
    expect(await activeFor(other, two.alice)).to.deep.equal(two.active);
  });

  it("that cannot read the journal any more make the ledger unready", async () => {
    const [store, data] = [inMemoryStore(), tempFolder()];
    await fill(store, data, 3);
    for (const name of viewsFilesIn(data)) rmSync(join(data, name));
    const reason = {
      kind: "damaged",
      stream: streamName,
      revision: 3,
      position: 4,
      reason: "rot",
    } as const;
    // only the views still need the beginning of the journal, the state comes from the snapshot
    const rotten: EventStore = {
      ...store,
      async *readStream(stream, read) {
        if (read?.maxCount === undefined && (read?.from ?? 0) === 0) yield left(reason);
        else yield* store.readStream(stream, read);
      },
    };
    const ledger = await openTest({ store: rotten, data });
    await until(() => !ledger.ready(), "the ledger says that it is not ready");
  });

  it("wait for a store that is away, and the ledger stays ready", async () => {
    const [store, data] = [inMemoryStore(), tempFolder()];
    const { alice, active } = await fill(store, data, 3);
    for (const name of viewsFilesIn(data)) rmSync(join(data, name));
    let failedReads = 0;
    const ledger = await openTest({
      data,
      store: {
        ...store,
        async *readStream(stream, read) {
          if (read?.maxCount === undefined && (read?.from ?? 0) === 0 && failedReads++ < 2)
            yield left({ kind: "unavailable", outcome: "known", reason: "away" } as const);
          else yield* store.readStream(stream, read);
        },
      },
    });
    expect(ledger.ready()).to.equal(true);
    expect(await activeFor(ledger, alice)).to.deep.equal(active);
    expect(failedReads).to.be.above(2);
  });
});

describe("A query", () => {
  const plainSetTimeout = globalThis.setTimeout;
  afterEach(() => {
    globalThis.setTimeout = plainSetTimeout;
  });

  it("does not wait until enough entries are gathered for the views", async () => {
    const ledger = await openTest({ data: tempFolder() });
    const alice = await allocate(ledger, "alice");
    // whatever is to happen within a second takes an hour
    const slow: (run: () => void, ms?: number) => NodeJS.Timeout = (run, ms = 0) =>
      plainSetTimeout(run, ms < 1_000 ? 3_600_000 : ms).unref();
    globalThis.setTimeout = slow as typeof setTimeout;
    await commit(ledger, pingBy(alice, "p1"));
    expect(await activeFor(ledger, alice)).to.have.length(1);
  });
});

describe("The projector", () => {
  /** Gathers for longer than a test takes. */
  const unhurried: ProjectorPace = { gatherMs: 600_000, maxFoldEntries: 2_000 };

  /**
   * A projector over a journal of numbers, with views that hold each fold until told to continue.
   */
  const watched = (
    hold: { now: Promise<void> } = { now: Promise.resolve() },
    pace: ProjectorPace = { gatherMs: 100, maxFoldEntries: 2_000 },
  ) => {
    let end = 0;
    let checkpoint = 0;
    let asked = 0;
    const folds: Array<readonly [first: number, count: number]> = [];
    const reads: Array<number> = [];
    const store = numberedStore(() => end, reads);
    const views = {
      checkpoint: () => checkpoint,
      fold: async (batch: ReadonlyArray<JournalEntry>) => {
        asked++;
        await hold.now;
        const [first, last] = [batch[0]?.offset ?? 0, batch.at(-1)?.offset ?? 0];
        const message = `gap at ${checkpoint + 1}`;
        if (first > checkpoint + 1 || last - first + 1 !== batch.length) {
          return left({
            kind: "gap",
            expectedOffset: checkpoint + 1,
            actualOffset: first,
            message,
          } as const);
        }
        folds.push([first, batch.length]);
        checkpoint = Math.max(checkpoint, last);
        return right(checkpoint);
      },
      onRewind: () => undefined,
      isAwaited: () => awaited.now,
      onWait: (listener: () => void) => {
        flush = listener;
      },
    };
    let flush = (): void => {};
    const awaited = { now: false };
    const journal = { store, stream: "s" };
    const projector = startProjector({ name: "views", journal, views, ledgerEnd: () => end, pace });
    afterwards(() => projector.stop());
    const offer = (first: number, count: number): void => {
      end = Math.max(end, first + count - 1);
      projector.offer(entriesFrom(first, count));
    };
    return {
      projector,
      offer,
      folds,
      reads,
      /** Whether someone waits for what comes. */
      awaited,
      /** As someone who begins to wait for the views does. */
      flush: () => flush(),
      reached: () => checkpoint,
      /** Folds begun, finished or not. */
      asked: () => asked,
      grow: (to: number) => (end = to),
    };
  };

  it("folds what it is offered without reading the journal", async () => {
    const { offer, reached, reads, projector } = watched();
    for (let first = 1; first <= 5_000; first += 100) offer(first, 100);
    await until(() => reached() === 5_000, "all is folded");
    expect(reads).to.deep.equal([]);
    expect(projector.unready()).to.equal(undefined);
  });

  it("keeps only so much for views that are busy, and reads the journal when they are free again", async () => {
    let go = (): void => {};
    const hold = { now: new Promise<void>((resume) => (go = resume)) };
    const { offer, reached, reads, folds, projector } = watched(hold);
    for (let first = 1; first <= 120_000; first += 1_000) offer(first, 1_000);
    expect(folds).to.deep.equal([]);
    go();
    await until(() => reached() === 120_000, "all is folded");
    expect(reads.length).to.be.above(0);
    expect(Math.max(...folds.map(([, count]) => count))).to.be.at.most(2_000);
    offer(120_001, 10);
    await until(() => reached() === 120_010, "it continues as before");
    expect(projector.unready()).to.equal(undefined);
  });

  it("folds up to an entry whose hash is known, as the checkpoint has that", async () => {
    const { projector, folds, flush } = watched();
    const hashed = (first: number, count: number): ReadonlyArray<JournalEntry> =>
      entriesFrom(first, count).map((entry, at) =>
        at === count - 1 ? { ...entry, hash: `h${entry.offset}` } : entry,
      );
    for (let first = 1; first <= 3_300; first += 300) projector.offer(hashed(first, 300));
    flush();
    await until(() => folds.reduce((sum, [, count]) => sum + count, 0) === 3_300, "all is folded");
    for (const [first, count] of folds) expect((first + count - 1) % 300).to.equal(0);
    expect(folds.length).to.be.above(1);
  });

  for (const [what, foldsInThread, given] of [
    ["the events with their texts to views in this thread", false, ["PartyAllocated"]],
    ["texts alone to those in another", true, [undefined]],
  ] as const) {
    it(`passes ${what}`, async () => {
      const folded: Array<JournalEntry> = [];
      const views = {
        checkpoint: () => folded.length,
        foldsInThread: () => foldsInThread,
        fold: async (batch: ReadonlyArray<JournalEntry>) => {
          folded.push(...batch);
          return right(folded.length);
        },
        onRewind: () => undefined,
        onWait: () => undefined,
      };
      let end = 0;
      const store = numberedStore(() => end, []);
      const projector = startProjector({
        name,
        journal: { store, stream },
        views,
        ledgerEnd: () => end,
        pace: { gatherMs: 1, maxFoldEntries: 10 },
      });
      afterwards(() => projector.stop());
      end = 1;
      projector.offer([
        { offset: 1, ...encodeLedgerEvent(allocated, 1), hash: "h", event: allocated },
      ]);
      await until(() => folded.length === 1, "it has folded");
      expect(folded.map((entry) => entry.event?.type)).to.deep.equal(given);
    });
  }

  it("reads no further than what was acknowledged", async () => {
    const reads: Array<number> = [];
    let checkpoint = 0;
    const views = {
      checkpoint: () => checkpoint,
      fold: async (batch: ReadonlyArray<JournalEntry>) => {
        checkpoint = batch.at(-1)?.offset ?? checkpoint;
        return right(checkpoint);
      },
      onRewind: () => undefined,
      onWait: () => undefined,
    };
    const store = numberedStore(() => 20, reads);
    const projector = startProjector({
      name,
      journal: { store, stream },
      views,
      ledgerEnd: () => 15,
    });
    afterwards(() => projector.stop());
    await until(() => checkpoint > 0, "it has folded");
    await new Promise((resume) => setTimeout(resume, 10));
    expect(checkpoint).to.equal(15);
  });

  it("waits for a journal that does not have all that was acknowledged", async () => {
    let reads = 0;
    const store = {
      ...inMemoryStore(),
      async *readStream() {
        reads += 1;
        await new Promise((resume) => setImmediate(resume));
      },
    };
    const views = {
      checkpoint: () => 5,
      fold: async () => expect.fail("there is nothing to fold"),
      onRewind: () => undefined,
      onWait: () => undefined,
    };
    const projector = startProjector({
      name,
      journal: { store, stream },
      views,
      ledgerEnd: () => 10,
    });
    afterwards(() => projector.stop());
    await turns(30);
    expect(reads).to.be.within(1, 2);
    await until(() => reads > 2, "it reads again");
  });

  it("lets others work between, where views fold in the same thread", async () => {
    const reads: Array<number> = [];
    const end = 20_000;
    let [checkpoint, turnsOfOthers, largest] = [0, 0, 0];
    const views = {
      checkpoint: () => checkpoint,
      fold: (batch: ReadonlyArray<JournalEntry>) => {
        largest = Math.max(largest, batch.length);
        checkpoint = batch.at(-1)?.offset ?? 0;
        return Promise.resolve(right(checkpoint));
      },
      onRewind: () => undefined,
      onWait: () => undefined,
    };
    const pace = { gatherMs: 10, maxFoldEntries: 200 };
    const store = numberedStore(() => end, reads);
    const projector = startProjector({
      name,
      journal: { store, stream },
      views,
      ledgerEnd: () => end,
      pace,
    });
    afterwards(() => projector.stop());
    while (checkpoint < end) {
      await new Promise((resume) => setImmediate(resume));
      turnsOfOthers += 1;
    }
    expect(largest).to.equal(200);
    expect(turnsOfOthers).to.be.above(end / 200 / 2);
  });

  it("reads what it was not offered, and passes over what it was offered twice", async () => {
    const { offer, reached, reads, grow, projector } = watched();
    offer(1, 10);
    offer(1, 10);
    offer(6, 10);
    grow(40);
    offer(31, 10);
    await until(() => reached() === 40, "the gap is filled");
    offer(41, 1);
    await until(() => reached() === 41, "it continues");
    expect(reads.length).to.be.above(0);
    expect(projector.unready()).to.equal(undefined);
  });

  it("comes to the end of a journal that is written all the time, and reads it no more", async () => {
    let last = 0;
    const written = {
      get now() {
        return Promise.resolve().then(() => {
          if (last < 200) offer((last += 1), 1);
        });
      },
    };
    const { offer, reached, reads, awaited, grow } = watched(written);
    awaited.now = true;
    grow(100);
    last = 100;
    offer((last += 1), 1);
    await until(() => reached() === 200, "all is folded");
    expect(reads).to.deep.equal([0]);
  });

  it("drops what came while it read the journal when it must read far", async () => {
    let go = (): void => {};
    const hold = { now: new Promise<void>((resume) => (go = resume)) };
    const { offer, reached, reads, grow } = watched(hold);
    grow(10);
    offer(11, 1);
    offer(12, 1);
    grow(20_000);
    offer(20_001, 1);
    offer(13, 1);
    go();
    await until(() => reached() === 20_001, "all is folded");
    expect(reads.length).to.be.at.most(3);
  });

  it("gathers entries while no one waits, and passes them on at once when someone does", async () => {
    const { offer, folds, flush } = watched(undefined, unhurried);
    for (let offset = 1; offset <= 20; offset++) offer(offset, 1);
    await new Promise((resume) => setImmediate(resume));
    expect(folds).to.deep.equal([]);
    flush();
    await new Promise((resume) => setImmediate(resume));
    expect(folds).to.deep.equal([[1, 20]]);
  });

  it("folds what no one waits for as well, after a while", async () => {
    const { offer, folds, reached } = watched();
    offer(1, 5);
    await until(() => reached() === 5, "it is folded");
    expect(folds).to.deep.equal([[1, 5]]);
  });

  it("passes each batch on at once while someone waits for what comes", async () => {
    const { offer, folds, awaited } = watched(undefined, unhurried);
    awaited.now = true;
    offer(1, 1);
    await new Promise((resume) => setImmediate(resume));
    expect(folds).to.deep.equal([[1, 1]]);
    offer(2, 3);
    await new Promise((resume) => setImmediate(resume));
    awaited.now = false;
    offer(5, 1);
    await new Promise((resume) => setImmediate(resume));
    expect(folds).to.deep.equal([
      [1, 1],
      [2, 3],
    ]);
  });

  it("does not hold back many entries", async () => {
    const { offer, folds } = watched(undefined, unhurried);
    offer(1, 999);
    await new Promise((resume) => setImmediate(resume));
    expect(folds).to.deep.equal([]);
    offer(1_000, 1);
    await new Promise((resume) => setImmediate(resume));
    expect(folds).to.deep.equal([[1, 1_000]]);
  });

  it("passes on a second batch while one is being folded, and no third", async () => {
    let go = (): void => {};
    const hold = { now: new Promise<void>((resume) => (go = resume)) };
    const { offer, asked, reached, folds } = watched(hold);
    for (let first = 1; first <= 5_000; first += 1_000) offer(first, 1_000);
    await new Promise((resume) => setImmediate(resume));
    expect(asked()).to.equal(2);
    go();
    await until(() => reached() === 5_000, "all is folded");
    expect(folds).to.deep.equal([
      [1, 1_000],
      [1_001, 1_000],
      [2_001, 2_000],
      [4_001, 1_000],
    ]);
  });

  it("folds what it has gathered before it ends, and nothing that comes after", async () => {
    let go = (): void => {};
    const hold = { now: new Promise<void>((resume) => (go = resume)) };
    const { offer, projector, reached, folds, flush } = watched(hold);
    offer(1, 1_000);
    offer(1_001, 1);
    const stopped = projector.stop();
    go();
    await stopped;
    expect(reached()).to.equal(1_001);
    offer(1_002, 200);
    flush();
    await new Promise((resume) => setTimeout(resume, 20));
    expect(folds).to.deep.equal([
      [1, 1_000],
      [1_001, 1],
    ]);
  });
});

describe("A projector that is stopped", () => {
  const readingOf = (count: number) => {
    let checkpoint = 0;
    let go = (): void => {};
    const held = new Promise<void>((resume) => (go = resume));
    const reads: Array<number> = [];
    const views = {
      checkpoint: () => checkpoint,
      fold: async (batch: ReadonlyArray<JournalEntry>) => {
        await held;
        checkpoint = batch.at(-1)?.offset ?? 0;
        return right(checkpoint);
      },
      onRewind: () => undefined,
      onWait: () => undefined,
    };
    const store = numberedStore(() => count, reads);
    const journal = { store, stream: "s" };
    const projector = startProjector({ name, journal, views, ledgerEnd: () => count });
    return { projector, go: () => go(), reached: () => checkpoint };
  };

  it("folds what it reads from the journal before it ends", async () => {
    const { projector, go, reached } = readingOf(4_500);
    const stopped = projector.stop();
    go();
    await stopped;
    expect(reached()).to.equal(4_500);
  });

  it("leaves to the next start what is far behind", async () => {
    const { projector, go, reached } = readingOf(100_000);
    const stopped = projector.stop();
    go();
    await stopped;
    expect(reached()).to.be.below(10_000);
  });
});

describe("Views whose file cannot be written", () => {
  it("are tried again, later each time, and said to be interrupted and resumed once", async () => {
    const store = inMemoryStore();
    const notices: Array<string> = [];
    let checkpoint = 0;
    let errorsLeft = 2;
    const views = {
      checkpoint: () => checkpoint,
      onWait: () => undefined,
      onRewind: () => undefined,
      fold: async (batch: ReadonlyArray<JournalEntry>) => {
        if (errorsLeft > 0) {
          errorsLeft--;
          return left({ kind: "file", message: "SQLITE_FULL" } as const);
        }
        checkpoint = batch.at(-1)?.offset ?? checkpoint;
        return right(checkpoint);
      },
    };
    const events = [1, 2, 3].map((n) => ({ id: `${n}`, type: "T", data: "{}", metadata: "" }));
    rightOf(await store.append("s", "no-stream", events));
    const projector = startProjector({
      name: "views",
      journal: { store, stream: "s" },
      views,
      ledgerEnd: () => 3,
      notice: ({ kind }) => void notices.push(kind),
    });
    afterwards(() => projector.stop());
    await until(() => projector.unready() !== undefined, "it is interrupted");
    expect(projector.unready()).to.contain("SQLITE_FULL");
    await until(() => checkpoint === 3, "it continues");
    await until(() => projector.unready() === undefined, "it says so");
    expect(notices).to.deep.equal(["views-interrupted", "views-resumed"]);
  });
});

describe("The checkpoint of views", () => {
  it("has the hash of the journal's event there, however events came into them", async () => {
    const data = tempFolder();
    const ledger = await openTest({ data, config: { maxBatchSize: 7 } });
    const alice = await allocate(ledger, "alice");
    await Promise.all(
      Array.from({ length: 60 }, (_, at) => commit(ledger, pingBy(alice, `p${at}`))),
    );
    await activeFor(ledger, alice);
    await ledger.close();
    const store = rightOf(await sqliteStore({ file: join(data, "journal.db"), readOnly: true }));
    const journal = await journalOf(store);
    const file = join(data, viewsFilesIn(data).find((name) => name.endsWith(".db")) ?? "");
    const end = viewsEnd(file, journal[0]?.hash ?? "");
    expect(end).to.deep.equal({ offset: journal.length, hash: journal.at(-1)?.hash });
    await store.close();
  });
});
