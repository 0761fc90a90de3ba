import { entriesOf, type Contract } from "@tallystick/core";
import type { EventStore } from "@tallystick/event-store";
import { Run, RunTable, SharedTexts } from "@tallystick/tables";
import { expect } from "chai";
import { mkdirSync } from "node:fs";
import { foldRange, type RangeResult } from "../../src/replay/range-job.js";
import { snapshotPath } from "../../src/snapshot/snapshot-file.js";
import { tableForms } from "../../src/snapshot/state-tables.js";
import { replayed } from "../snapshot/snapshot-state.js";
import { afterwards, journalOf, streamName, tempFolder } from "../test-ledger.js";
import { randomJournal, sampledSteps } from "./random-journal.js";

const context = { seed: 3, texts: new SharedTexts() };

const folded = async (store: EventStore, after: number, upTo: number): Promise<RangeResult> => {
  const folder = tempFolder();
  mkdirSync(snapshotPath(folder));
  return foldRange({ store, stream: streamName }, { after, upTo }, { folder, context });
};

const contractsIn = (result: RangeResult): ReadonlyArray<Contract> => {
  if (result.kind !== "folded") throw new Error(JSON.stringify(result));
  const runs = result.runs
    .filter(({ table }) => table === "contracts")
    .map(({ path, id, index }) => ({
      run: new Run(path, id, index),
      level: 0,
      upTo: 0,
      recent: new Map<string, unknown>(),
    }));
  afterwards(() => runs.forEach(({ run }) => run.close()));
  const table = new RunTable(runs, 0, tableForms.contracts, context);
  return Array.from(table.entries(), ([, contract]) => contract);
};

describe("A range of a journal", () => {
  it("leads to the contracts that it created and did not archive", async () => {
    const store = await randomJournal(sampledSteps(60, 2));
    const journal = await journalOf(store);
    for (const [after, upTo] of [
      [0, 60],
      [0, 1],
      [20, 40],
      [59, 60],
    ] as const) {
      const result = await folded(store, after, upTo);
      const expected = Array.from(
        entriesOf(replayed(journal.slice(0, upTo)).contracts),
        ([, each]) => each,
      ).filter(({ contractId }) => Number.parseInt(contractId.slice(70, 82), 16) > after);
      expect(contractsIn(result)).to.have.deep.members(expected);
    }
  });

  it("begins and ends with the hashes that the journal has there", async () => {
    const store = await randomJournal(sampledSteps(12));
    const journal = await journalOf(store);
    const [first, middle] = [await folded(store, 0, 5), await folded(store, 5, 12)];
    if (first.kind !== "folded" || middle.kind !== "folded") throw new Error("it was not folded");
    expect([first.hashBefore, first.hash]).to.deep.equal(["0".repeat(64), journal[4]?.hash]);
    expect([middle.hashBefore, middle.hash]).to.deep.equal([journal[4]?.hash, journal[11]?.hash]);
  });

  it("tells of a folder that cannot be written", async () => {
    const store = await randomJournal(sampledSteps(12, 2));
    const place = { folder: "/nowhere", context };
    const journal = { store, stream: streamName };
    const result = await foldRange(journal, { after: 0, upTo: 12 }, place);
    expect(result.kind).to.equal("failed");
  });
});
