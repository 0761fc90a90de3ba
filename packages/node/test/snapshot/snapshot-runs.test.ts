import { emptyLedger } from "@tallystick/core";
import { expect } from "chai";
import { readdirSync, rmSync } from "node:fs";
import {
  closeRuns,
  makeSnapshotFolder,
  readSnapshot,
  snapshotPath,
} from "../../src/snapshot/snapshot-file.js";
import { headOf, type SnapshotHead } from "../../src/snapshot/snapshot-head.js";
import { SnapshotRuns } from "../../src/snapshot/snapshot-runs.js";
import type { TableName } from "../../src/snapshot/state-tables.js";
import { tempFolder } from "../test-ledger.js";
import { context, entriesOfTexts } from "./run-of.js";

const stream = "participant-test";
const noRuns = { contracts: [], keys: [], changes: [] };

const runsIn = (folder: string) => {
  const seen: Array<string> = [];
  const runs = new SnapshotRuns(
    folder,
    { context, runs: noRuns },
    {},
    {
      merged: () => seen.push("merged"),
      damaged: (message) => seen.push(`damaged: ${message}`),
      threadEnded: (reason) => seen.push(`ended: ${reason}`),
      error: (message) => seen.push(`error: ${message}`),
    },
  );
  return { runs, seen };
};

const empty = emptyLedger();

const headAt = (offset: number, more: Partial<SnapshotHead> = {}): SnapshotHead => ({
  ...headOf({ stream, journalId: "ab" }, empty, `hash ${offset}`),
  offset,
  ...more,
});

const entries = (table: TableName, key: string) =>
  new Map([[table, entriesOfTexts([[key, "00aa"]])] as const]);

const filesIn = (folder: string, end: string): ReadonlyArray<string> =>
  readdirSync(snapshotPath(folder)).filter((name) => name.endsWith(end));

describe("The runs of a snapshot", () => {
  let folder = "";
  beforeEach(async () => {
    folder = tempFolder();
    await makeSnapshotFolder(folder);
  });

  it("are in the snapshot once they are added, the newest first", async () => {
    const { runs, seen } = runsIn(folder);
    expect(await runs.add(entries("keys", "a"), headAt(1), true)).to.equal(true);
    expect(await runs.add(entries("keys", "b"), headAt(2), true)).to.equal(true);
    expect(runs.all.keys.map(({ upTo }) => upTo)).to.deep.equal([2, 1]);
    await runs.close();
    const found = await readSnapshot(folder, stream, { hashSeed: 1 });
    expect([found?.hash, found?.state.offset]).to.deep.equal(["hash 2", 2]);
    expect(found?.runs.keys.map(({ upTo }) => upTo)).to.deep.equal([2, 1]);
    closeRuns(found?.runs ?? noRuns);
    expect(seen).to.deep.equal([]);
  });

  it("save the participant only when it is another one", async () => {
    const { runs } = runsIn(folder);
    await runs.add(entries("keys", "a"), headAt(1), true);
    const [first] = filesIn(folder, ".participant");
    await runs.add(entries("keys", "b"), headAt(2), true);
    expect(filesIn(folder, ".participant")).to.deep.equal([first]);
    const { participant } = headAt(3);
    const changed = { participant: { ...participant, vettingSerial: 77 } };
    await runs.add(entries("keys", "c"), headAt(3, changed), true);
    const files = filesIn(folder, ".participant");
    expect(files.length).to.equal(1);
    expect(files[0]).to.not.equal(first);
    await runs.close();
    const found = await readSnapshot(folder, stream, { hashSeed: 1 });
    expect(found?.participant.head.vettingSerial).to.equal(77);
    closeRuns(found?.runs ?? noRuns);
  });

  it("of changes are dropped whole once all in them is forgotten", async () => {
    const { runs } = runsIn(folder);
    for (const offset of [1, 2, 3])
      await runs.add(entries("changes", `${offset}`), headAt(offset), true);
    await runs.add(new Map(), headAt(4, { prunedOffset: 2 }), true);
    expect(runs.all.changes.map(({ upTo }) => upTo)).to.deep.equal([3]);
    expect(filesIn(folder, ".run").length).to.equal(1);
    await runs.close();
  });

  it("are merged when there are many, and say so", async () => {
    const { runs, seen } = runsIn(folder);
    await runs.add(entries("keys", "a"), headAt(1), false);
    await runs.add(entries("keys", "b"), headAt(2), false);
    while (seen.length === 0) await new Promise((resume) => setTimeout(resume, 5));
    expect(seen).to.deep.equal(["merged"]);
    expect(runs.all.keys.map(({ run, upTo }) => [run.index.entries, upTo])).to.deep.equal([[2, 2]]);
    await runs.close();
    expect(filesIn(folder, ".run").length).to.equal(1);
  });

  it("are as before when new ones cannot be written", async () => {
    const { runs, seen } = runsIn(folder);
    await runs.add(entries("keys", "a"), headAt(1), true);
    rmSync(snapshotPath(folder), { recursive: true });
    expect(await runs.add(entries("keys", "b"), headAt(2), true)).to.equal(false);
    expect(runs.all.keys.map(({ upTo }) => upTo)).to.deep.equal([1]);
    expect(seen.length).to.equal(1);
    expect(seen[0]).to.match(/^error: .*ENOENT/);
    await runs.close();
  });

  it("remove everything in the folder while nothing was saved", async () => {
    const { runs } = runsIn(folder);
    await runs.add(entries("keys", "a"), headAt(1), true);
    await runs.close();
    const fresh = runsIn(folder);
    await fresh.runs.removeOthers();
    expect(readdirSync(snapshotPath(folder))).to.deep.equal([]);
    await fresh.runs.close();
  });
});
