import { type LeafPlace, type LeafTotals, checkedLeaf } from "./leaf.js";
import type { LeafRows } from "./leaf-rows.js";
import { TableDamage } from "../table-damage.js";

/** The most leaves checked in one step; about half a megabyte. */
const leavesPerPart = 256;

/**
 * Reads every leaf once, in steps, between which leaves may be written; throws at the first that is
 * damaged or missing.
 *
 * @param seed see `checkSeed`
 */
export function* checkLeafParts(rows: LeafRows, seed: number): Generator<void, void, undefined> {
  let from: LeafPlace = { tree: 0, first: "" };
  for (;;) {
    const part = rows.some(from, leavesPerPart);
    let expected: LeafPlace | undefined;
    for (const row of part) {
      const { upper } = checkedLeaf(seed, row, row);
      const isNext =
        expected === undefined || (row.tree === expected.tree && row.first === expected.first);
      if (!isNext) throw new TableDamage(`leaf ${expected?.tree}/${expected?.first} is missing`);
      expected =
        upper === "" ? { tree: row.tree + 1, first: "" } : { tree: row.tree, first: upper };
    }
    const last = part.at(-1);
    // the last one is read again, to check that the next part follows it
    if (last === undefined || part.length === 1) return;
    from = last;
    yield;
  }
}

/**
 * Reads every leaf once; throws at the first that is damaged, missing or surplus.
 *
 * @param seed see `checkSeed`
 */
export const checkAllLeaves = (
  rows: LeafRows,
  seed: number,
  trees: number,
  totals: LeafTotals,
): void => {
  let [leaves, sum, tree, expected] = [0, 0, 0, ""];
  const end = (): void => {
    if (expected !== "") throw new TableDamage(`leaf ${tree}/${expected} is missing`);
  };
  for (const row of rows.all()) {
    const { upper } = checkedLeaf(seed, row, row);
    if (row.first === "") {
      end();
      tree += 1;
    }
    if (row.tree !== tree || row.first !== expected)
      throw new TableDamage(`leaf ${tree}/${expected} is missing`);
    expected = upper;
    leaves += 1;
    sum = (sum + Number(row.check)) >>> 0;
  }
  end();
  if (tree !== trees || leaves !== totals.leaves || sum !== totals.sum)
    throw new TableDamage("the leaves are not those of the checkpoint");
};
