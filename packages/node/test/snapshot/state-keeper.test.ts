import {
  type Contract,
  emptyLedger,
  getIn,
  hasIn,
  type LedgerState,
  settledState,
} from "@tallystick/core";
import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { left } from "fp-ts/lib/Either.js";
import fc from "fast-check";
import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import type { LedgerNotice } from "../../src/ledger/ledger-observer.js";
import { foldKept, type JournalError } from "../../src/journal/journal.js";
import { foldRanges } from "../../src/replay/fold-ranges.js";
import { closeRuns, readSnapshot, snapshotPath } from "../../src/snapshot/snapshot-file.js";
import type { FoldIntoRuns } from "../../src/snapshot/keeper-parts.js";
import { StateKeeper } from "../../src/snapshot/state-keeper.js";
import {
  randomJournal,
  type RandomStep,
  randomStep,
  sampledSteps,
} from "../replay/random-journal.js";
import { afterwards, journalOf, leftOf, rightOf, streamName, tempFolder } from "../test-ledger.js";
import { contentOf, replayed } from "./snapshot-state.js";
import { type Change, changed, modelOf, type StateModel } from "./state-model.js";

const stream = "participant-test";
const journalId = "a".repeat(64);

const keeperIn = async (
  folder: string,
  everyEvents: number,
  notices: Array<LedgerNotice> = [],
  everyUnits = Number.POSITIVE_INFINITY,
) => {
  const found = await readSnapshot(folder, stream, { hashSeed: 1 });
  const parts = {
    folder,
    stream,
    everyEvents,
    everyUnits,
    seed: 5,
    notice: (notice: LedgerNotice) => notices.push(notice),
  };
  const keeper = new StateKeeper(parts, found);
  await keeper.start(journalId);
  return { keeper, state: found?.state ?? emptyLedger({ hashSeed: 1 }) };
};

/** A folder as a process that is killed now would leave it. */
const copyOf = (folder: string): string => {
  for (;;) {
    const copy = tempFolder();
    try {
      cpSync(folder, copy, { recursive: true });
      return copy;
    } catch {
      // a file was renamed or removed in the meantime
    }
  }
};

/** Fails unless a state says what its model says of every key there ever was. */
const expectSame = (state: LedgerState, model: StateModel): void => {
  for (const id of model.allContracts) {
    const contract: Contract | undefined = getIn(state.contracts, id);
    expect(contract, id).to.deep.equal(model.contracts.get(id));
  }
  for (const key of model.allKeys) expect(getIn(state.keys, key)).to.equal(model.keys.get(key));
  expect([state.contracts.size, state.keys.size]).to.deep.equal([
    model.contracts.size,
    model.keys.size,
  ]);
  for (const changeId of model.allChanges) {
    const found = getIn(state.deduplication.accepted, changeId);
    const known = model.changes.get(changeId);
    if (known !== undefined && known.offset > state.deduplication.prunedOffset)
      expect(found, changeId).to.deep.equal(known);
    else expect((found?.offset ?? 0) <= state.deduplication.prunedOffset, changeId).to.equal(true);
  }
};

const change: fc.Arbitrary<Change> = fc.record({
  creates: fc.integer({ min: 0, max: 3 }),
  archives: fc.array(fc.nat(), { maxLength: 2 }),
  key: fc.option(fc.nat(8), { nil: undefined }),
  changeId: fc.nat(40),
  gap: fc.constantFrom(0, 1, 50, 400),
});

const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant("batch" as const),
      list: fc.array(change, { maxLength: 6 }),
      lost: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("wait" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reopen" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("crash" as const) }) },
);

describe("a kept state", () => {
  it("says what a plain map says, over lost races, expiry, merges, snapshots and reopening", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60 }),
        fc.integer({ min: 1, max: 12 }),
        async (steps, every) => {
          let folder = tempFolder();
          let { keeper, state } = await keeperIn(folder, every);
          let model = modelOf();
          const models = [model];
          const versions: Array<readonly [LedgerState, StateModel]> = [];
          for (const each of steps) {
            if (each.kind === "batch") {
              const next = changed(state, model, each.list);
              if (each.lost) continue;
              model = next.model;
              models.push(model);
              state = keeper.settled({
                state: settledState(next.state),
                hash: `${next.state.offset}`,
              }).state;
              versions.push([state, model]);
            } else if (each.kind === "wait") {
              await keeper.room();
              state = keeper.settled({ state, hash: `${state.offset}` }).state;
            } else {
              const crashed = each.kind === "crash" ? copyOf(folder) : folder;
              await keeper.close({ state, hash: `${state.offset}` });
              folder = crashed;
              ({ keeper, state } = await keeperIn(folder, every));
              // the journal has what came after: it is folded again
              const at = state.offset;
              if (each.kind === "reopen") expect(at).to.equal(model.offset);
              const kept = models.findLast(({ offset }) => offset === at);
              expect(kept, `a snapshot of offset ${at}, which was never a state`).to.not.equal(
                undefined,
              );
              if (kept !== undefined) model = kept;
              versions.length = 0;
            }
            expectSame(state, model);
            expect(keeper.damage()).to.equal(undefined);
          }
          for (const [version, itsModel] of versions.slice(-5)) expectSame(version, itsModel);
          await keeper.close({ state, hash: `${state.offset}` });
        },
      ),
      { numRuns: 12 },
    );
  });

  const grown = async (
    folder: string,
    every: number,
    batches: number,
    notices: Array<LedgerNotice> = [],
  ) => {
    const { keeper, state: start } = await keeperIn(folder, every, notices);
    let state = start;
    let model = modelOf();
    for (let at = 0; at < batches; at++) {
      const list = [{ creates: 2, archives: [at], key: at % 9, changeId: at, gap: 1 }];
      const next = changed(state, model, list);
      model = next.model;
      state = keeper.settled({ state: next.state, hash: `${next.state.offset}` }).state;
      await keeper.room();
    }
    return { keeper, state, model };
  };

  it("is in few runs, whose files are all there is", async () => {
    const folder = tempFolder();
    const notices: Array<LedgerNotice> = [];
    const { keeper, state, model } = await grown(folder, 1, 60, notices);
    await keeper.close({ state, hash: `${state.offset}` });
    // a merge was most likely under way
    expect(notices).to.deep.equal([]);
    const found = await readSnapshot(folder, stream, { hashSeed: 1 });
    if (found === undefined) throw new Error("no snapshot");
    expectSame(found.state, model);
    const runs = Object.values(found.runs).flat();
    expect(runs.length).to.be.below(40);
    const again = await keeperIn(folder, 1);
    // the manifest, and what it says of the participant
    expect(readdirSync(snapshotPath(folder)).length).to.equal(runs.length + 2);
    expectSame(again.state, model);
    await again.keeper.close({ state: again.state, hash: "" });
  });

  it("keeps in memory only what changed recent", async () => {
    const { keeper, state } = await grown(tempFolder(), 4, 40);
    const settled = keeper.settled({ state, hash: "" }).state;
    expect(settled.deduplication.recent.size).to.be.at.most(8);
    await keeper.close({ state: settled, hash: "" });
  });

  it("leaves memory after so many units as well, and is full when as many more have come", async () => {
    const folder = tempFolder();
    const { keeper } = await keeperIn(folder, 1_000_000, [], 500);
    let state = emptyLedger({ hashSeed: 1 });
    let model = modelOf();
    const grow = (units: number): void => {
      const one = { creates: 1, archives: [], key: undefined, changeId: state.offset, gap: 1 };
      const next = changed(state, model, [one]);
      ({ model } = next);
      keeper.grew(units);
      state = keeper.settled({ state: next.state, hash: "h" }).state;
    };
    grow(499);
    expect([keeper.isDue(state.offset), keeper.isFull()]).to.deep.equal([false, false]);
    grow(1);
    // a new layer
    expect([keeper.isFull(), keeper.isDue(state.offset)]).to.deep.equal([false, false]);
    grow(499);
    expect([keeper.isFull(), keeper.isDue(state.offset)]).to.deep.equal([false, false]);
    grow(1);
    expect(keeper.isFull()).to.equal(true);
    await keeper.room();
    expect([keeper.isFull(), keeper.isDue(state.offset)]).to.deep.equal([false, true]);
    ({ state } = keeper.settled({ state, hash: "h" }));
    expectSame(state, model);
    await keeper.close({ state, hash: "h" });
  });

  it("can be read by whoever held an older version, whatever was merged since", async () => {
    const folder = tempFolder();
    const first = await grown(folder, 1, 5);
    let { state, model } = first;
    for (let at = 5; at < 80; at++) {
      const next = changed(state, model, [
        { creates: 1, archives: [0, 1], key: undefined, changeId: at, gap: 1 },
      ]);
      ({ model } = next);
      state = first.keeper.settled({ state: next.state, hash: "" }).state;
      await first.keeper.room();
    }
    expectSame(first.state, first.model);
    expectSame(state, model);
    await first.keeper.close({ state, hash: "" });
  });

  it("continues in memory while nothing can be written, and says so once", async () => {
    const folder = tempFolder();
    const notices: Array<LedgerNotice> = [];
    const { keeper } = await keeperIn(folder, 1, notices);
    writeFileSync(snapshotPath(folder), "a file where the folder should be");
    let state = emptyLedger({ hashSeed: 1 });
    let model = modelOf();
    for (let at = 0; at < 5; at++) {
      const next = changed(state, model, [
        { creates: 1, archives: [], key: undefined, changeId: at, gap: 1 },
      ]);
      ({ model } = next);
      state = keeper.settled({ state: next.state, hash: "" }).state;
      await new Promise<void>((resume) => setImmediate(resume));
    }
    while (notices.length === 0) await new Promise<void>((resume) => setTimeout(resume, 5));
    expectSame(state, model);
    expect(notices.map(({ kind }) => kind)).to.deep.equal(["snapshot-interrupted"]);
    rmSync(snapshotPath(folder));
    await keeper.room();
    expect(notices.map(({ kind }) => kind)).to.deep.equal([
      "snapshot-interrupted",
      "snapshot-resumed",
    ]);
    await keeper.close({ state, hash: "" });
    const found = await readSnapshot(folder, stream, { hashSeed: 1 });
    if (found === undefined) throw new Error("no snapshot");
    expectSame(found.state, model);
  });

  it("writes all when it is closed while it writes, though it is due again then", async () => {
    const folder = tempFolder();
    const { keeper, state: start } = await keeperIn(folder, 2);
    let [state, model] = [start, modelOf()];
    keeper.onDue(() => {
      ({ state } = keeper.settled({ state, hash: "due" }));
    });
    for (let at = 0; at < 9; at++) {
      const next = changed(state, model, [
        { creates: 1, archives: [], key: undefined, changeId: at, gap: 1 },
      ]);
      ({ model } = next);
      ({ state } = keeper.settled({ state: next.state, hash: "" }));
    }
    await keeper.close({ state, hash: "last" });
    const found = await readSnapshot(folder, stream, { hashSeed: 1 });
    if (found === undefined) throw new Error("no snapshot");
    expect([found.state.offset, found.hash]).to.deep.equal([9, "last"]);
    expectSame(found.state, model);
  });

  it("has nothing after a reset", async () => {
    const folder = tempFolder();
    const { keeper, state } = await grown(folder, 1, 5);
    await keeper.reset();
    expect(readdirSync(snapshotPath(folder))).to.deep.equal([]);
    expect(keeper.isDue(0)).to.equal(false);
    expect(hasIn(emptyLedger().contracts, "any")).to.equal(false);
    const next = changed(emptyLedger({ hashSeed: 1 }), modelOf(), [
      { creates: 1, archives: [], key: 1, changeId: 1, gap: 1 },
    ]);
    expect(state.offset).to.equal(5);
    await keeper.close({ state: next.state, hash: "" });
    const found = await readSnapshot(folder, stream, { hashSeed: 1 });
    if (found === undefined) throw new Error("no snapshot");
    expectSame(found.state, next.model);
  });
});

describe("a kept state of a long journal", () => {
  const longKeeper = async (folder: string, foldIntoRuns: FoldIntoRuns) => {
    const notices: Array<LedgerNotice> = [];
    const parts = { folder, stream: streamName, everyEvents: 5, everyUnits: 1e9, seed: 5 };
    const notice = (each: LedgerNotice) => void notices.push(each);
    const keeper = new StateKeeper({ ...parts, notice, foldIntoRuns }, undefined);
    await keeper.start(journalId);
    afterwards(() => keeper.close(nothing));
    return keeper;
  };

  const nothing = { state: emptyLedger({ hashSeed: 1 }), hash: "" };
  const byRanges: FoldIntoRuns = (journal, place) =>
    foldRanges(journal, place, { minEvents: 1, maxEvents: 7, maxThreads: 1 });

  it("is folded into runs, which are its snapshot at once", async () => {
    const [store, folder] = [await randomJournal(sampledSteps(50)), tempFolder()];
    const keeper = await longKeeper(folder, byRanges);
    const folded = rightOf(await foldKept({ store, stream: streamName }, nothing, keeper));
    // as after a kill, before runs are merged and removed
    const killed = tempFolder();
    cpSync(folder, killed, { recursive: true });
    const journal = await journalOf(store);
    const expected = contentOf(replayed(journal));
    expect(contentOf(folded.state)).to.deep.equal(expected);
    expect(keeper.isAhead(50)).to.equal(false);
    const found = await readSnapshot(killed, streamName, { hashSeed: 9 });
    expect(contentOf(found?.state ?? nothing.state)).to.deep.equal(expected);
    expect([found?.hash, found?.journalId]).to.deep.equal([journal.at(-1)?.hash, journalId]);
    closeRuns(found?.runs ?? { contracts: [], keys: [], changes: [] });
  });

  it("continues with the events after it, through merges", async () => {
    const goesOn = async (steps: ReadonlyArray<RandomStep>, cut: number) => {
      const [store, folder] = [await randomJournal(steps), tempFolder()];
      const whole = await journalOf(store);
      const shorter = inMemoryStore();
      rightOf(await shorter.append(streamName, "no-stream", whole.slice(0, cut)));
      const keeper = await longKeeper(folder, byRanges);
      const journal = { store: shorter, stream: streamName };
      let folded = rightOf(await foldKept(journal, nothing, keeper));
      for (let at = cut; at < whole.length; at += 4) {
        rightOf(await shorter.append(streamName, at - 1, whole.slice(at, at + 4)));
        folded = rightOf(await foldKept(journal, folded, keeper));
      }
      expect(contentOf(folded.state)).to.deep.equal(contentOf(replayed(whole)));
      await keeper.close(folded);
    };
    const steps = fc.array(randomStep, { minLength: 2, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, fc.double({ min: 0, max: 1, noNaN: true }), (list, part) =>
        goesOn(list, 1 + Math.floor(part * (list.length - 1))),
      ),
      { numRuns: 20 },
    );
  });

  it("is folded event by event where it cannot be folded into runs", async () => {
    const store = await randomJournal(sampledSteps(30));
    const keeper = await longKeeper(tempFolder(), async () => undefined);
    const folded = rightOf(await foldKept({ store, stream: streamName }, nothing, keeper));
    expect(contentOf(folded.state)).to.deep.equal(contentOf(replayed(await journalOf(store))));
  });

  it("keeps nothing of a journal that cannot be read, and can be folded after that", async () => {
    const store = await randomJournal(sampledSteps(30));
    const error: JournalError = { kind: "event", offset: 3, reason: "why not" };
    let calls = 0;
    const keeper = await longKeeper(tempFolder(), (journal, place) =>
      calls++ === 0 ? Promise.resolve(left(error)) : byRanges(journal, place),
    );
    const journal = { store, stream: streamName };
    expect(leftOf(await foldKept(journal, nothing, keeper))).to.deep.equal(error);
    expect(keeper.isAhead(0)).to.equal(false);
    const folded = rightOf(await foldKept(journal, nothing, keeper));
    expect(contentOf(folded.state)).to.deep.equal(contentOf(replayed(await journalOf(store))));
  });
});
