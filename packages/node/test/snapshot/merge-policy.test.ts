import { expect } from "chai";
import { mergeOf, type MergedRun } from "../../src/snapshot/merge-policy.js";
import type { TableName } from "../../src/snapshot/state-tables.js";

/** What becomes of a table that gets a run of so many entries at a time, and how much is copied. */
const grown = (table: TableName, flushes: number, entries: number) => {
  let runs: ReadonlyArray<MergedRun> = [];
  let [copied, most] = [0, 0];
  for (let at = 0; at < flushes; at++) {
    runs = [{ level: 0, entries }, ...runs];
    for (let merge = mergeOf(table, runs); merge !== undefined; merge = mergeOf(table, runs)) {
      const merged = runs.slice(0, merge.count).reduce((sum, run) => sum + run.entries, 0);
      runs = [{ level: merge.level, entries: merged }, ...runs.slice(merge.count)];
      copied += merged;
    }
    most = Math.max(most, runs.length);
  }
  return { runs, copied: copied / (flushes * entries), most };
};

describe("merging runs", () => {
  it("keeps the contracts of a growing ledger in few runs, copying each a few times", () => {
    const { runs, copied, most } = grown("contracts", 1_000, 16_384);
    expect(runs.reduce((sum, { entries }) => sum + entries, 0)).to.equal(1_000 * 16_384);
    expect(most).to.be.below(26);
    expect(copied).to.be.below(6);
  });

  it("keeps six hundred million changes in few runs, copying each at most four times", () => {
    const { runs, copied, most } = grown("changes", 36_622, 16_384);
    expect(runs.reduce((sum, { entries }) => sum + entries, 0)).to.be.above(600_000_000);
    expect(most).to.be.below(45);
    expect(copied).to.be.at.most(4);
    // forgotten whole: a run beyond this would stay long after its first change was forgotten
    expect(Math.max(...runs.map(({ entries }) => entries))).to.equal(8 ** 4 * 16_384);
  });

  it("merges everything once what is newer is as large as the oldest", () => {
    const runs = [
      { level: 0, entries: 60 },
      { level: 1, entries: 40 },
      { level: 100, entries: 100 },
    ];
    expect(mergeOf("contracts", runs)).to.deep.equal({ count: 3, level: 100 });
    expect(mergeOf("keys", runs.with(0, { level: 0, entries: 59 }))).to.equal(undefined);
    expect(mergeOf("changes", runs)).to.equal(undefined);
  });

  it("takes the newer runs of lower levels along, so that age and order stay the same", () => {
    const ones = Array.from({ length: 8 }, () => ({ level: 1, entries: 8 }));
    const runs = [{ level: 0, entries: 1 }, ...ones, { level: 2, entries: 64 }];
    expect(mergeOf("changes", runs)).to.deep.equal({ count: 9, level: 2 });
  });

  it("has nothing to do with one run, or none", () => {
    for (const table of ["contracts", "keys", "changes"] as const) {
      expect(mergeOf(table, [])).to.equal(undefined);
      expect(mergeOf(table, [{ level: 0, entries: 5 }])).to.equal(undefined);
    }
  });
});
