import { emptyLedger, type LedgerState } from "@tallystick/core";
import { expect } from "chai";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  closeRuns,
  makeSnapshotFolder,
  newRunPlace,
  type ReadSnapshot,
  readSnapshot,
  removeOthers,
  removeParticipant,
  snapshotFiles,
  snapshotPath,
  type TableRuns,
  tablesOver,
  writeManifest,
  writeParticipant,
} from "../../src/snapshot/snapshot-file.js";
import { headOf } from "../../src/snapshot/snapshot-head.js";
import { randomJournal, sampledSteps } from "../replay/random-journal.js";
import { afterwards, journalOf, tempFolder } from "../test-ledger.js";
import { context, runOf } from "./run-of.js";
import { replayed } from "./snapshot-state.js";

const stream = "participant-test";
const settings = { hashSeed: 9 };

/** Writes a snapshot of keys alone. */
const written = async (state: LedgerState, keys: ReadonlyArray<readonly [string, string]>) => {
  const folder = tempFolder();
  await makeSnapshotFolder(folder);
  const run = runOf(newRunPlace(folder), keys);
  const runs: TableRuns = {
    contracts: [],
    keys: [{ run, level: 3, upTo: 7, recent: new Map() }],
    changes: [],
  };
  afterwards(() => closeRuns(runs));
  const head = headOf({ stream, journalId: "ab" }, state, "cd");
  const participant = await writeParticipant(folder, head.participant);
  await writeManifest(folder, { ...head, keys: keys.length }, { runs, context, participant });
  return { folder, run, runs, participant, head };
};

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(snapshotPath(folder)).toSorted();

const read = async (folder: string): Promise<ReadSnapshot | undefined> => {
  const found = await readSnapshot(folder, stream, settings);
  if (found !== undefined) afterwards(() => closeRuns(found.runs));
  return found;
};

const someState = async (): Promise<LedgerState> =>
  replayed(await journalOf(await randomJournal(sampledSteps(20))));

describe("A snapshot's files", () => {
  it("are read as they were written", async () => {
    const state = await someState();
    const { folder, run, participant, head } = await written(state, [["key", "00aa"]]);
    const found = await read(folder);
    expect([found?.hash, found?.journalId, found?.state.offset]).to.deep.equal([
      "cd",
      "ab",
      state.offset,
    ]);
    expect(found?.participant).to.deep.equal({ id: participant.id, head: head.participant });
    expect(found?.runs.keys.map(({ run: { id }, level, upTo }) => [id, level, upTo])).to.deep.equal(
      [[run.id, 3, 7]],
    );
    expect(found?.context.seed).to.equal(context.seed);
    expect(found?.context.texts.all).to.deep.equal(context.texts.all);
    expect(found?.state.keys.size).to.equal(1);
  });

  it("are those that the manifest names; others are removed", async () => {
    const { folder, run, runs, participant } = await written(await someState(), [["key", "00aa"]]);
    const named = [`${run.id}.run`, `${participant.id}.participant`];
    expect((await snapshotFiles(folder))?.named).to.deep.equal(named);
    writeFileSync(join(snapshotPath(folder), "f".repeat(16)), "left behind");
    await removeOthers(folder, { runs, participant });
    expect(filesIn(folder)).to.deep.equal([...named, "manifest"].toSorted());
    await removeParticipant(folder, participant);
    expect(filesIn(folder)).to.deep.equal([`${run.id}.run`, "manifest"].toSorted());
    await removeOthers(folder, undefined);
    expect(filesIn(folder)).to.deep.equal([]);
    await removeOthers(tempFolder(), undefined);
  });

  it("are not read of another stream, or when one is missing, cut or exchanged", async () => {
    const { folder, run, participant } = await written(await someState(), [["key", "00aa"]]);
    expect(await readSnapshot(folder, "participant-other", settings)).to.equal(undefined);
    const other = await written(await someState(), [["other", "00bb"]]);
    const names = [`${run.id}.run`, `${participant.id}.participant`, "manifest"];
    const others = [`${other.run.id}.run`, `${other.participant.id}.participant`];
    for (const [at, name] of names.entries()) {
      const path = join(snapshotPath(folder), name);
      const whole = readFileSync(path);
      rmSync(path);
      expect(await read(folder), `${name} missing`).to.equal(undefined);
      writeFileSync(path, whole.subarray(0, whole.length - 1));
      expect(await read(folder), `${name} cut`).to.equal(undefined);
      const foreign = others[at];
      // they say which they are
      if (foreign !== undefined) {
        copyFileSync(join(snapshotPath(other.folder), foreign), path);
        expect(await read(folder), `${name} exchanged`).to.equal(undefined);
      }
      writeFileSync(path, whole);
      expect((await read(folder))?.hash, name).to.equal("cd");
    }
  });

  it("are not there before they are written", async () => {
    const folder = tempFolder();
    expect(await read(folder)).to.equal(undefined);
    expect(await snapshotFiles(folder)).to.equal(undefined);
    await makeSnapshotFolder(folder);
    await makeSnapshotFolder(folder);
    expect(filesIn(folder)).to.deep.equal([]);
    expect(await read(folder)).to.equal(undefined);
  });

  it("have places of their own for new runs", () => {
    const [one, two] = [newRunPlace("folder"), newRunPlace("folder")];
    expect(one.id).to.match(/^[0-9a-f]{16}$/);
    expect(one.path).to.equal(join("folder", "snapshot", `${one.id}.run`));
    expect(two.id).to.not.equal(one.id);
  });
});

describe("The tables over runs", () => {
  it("have the sizes they are given, and what the newest run says", async () => {
    const { runs } = await written(emptyLedger(), [
      ["a", "00aa"],
      ["b", "00bb"],
    ]);
    const { keys, contracts, changes } = tablesOver(runs, { contracts: 5, keys: 2 }, context);
    expect([contracts.size, keys.size, changes.size]).to.deep.equal([5, 2, 0]);
    expect(["a", "b", "c"].map((key) => keys.get(key))).to.deep.equal(["00aa", "00bb", undefined]);
  });
});
