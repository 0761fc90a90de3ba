import type { Int64, Numeric, ContractId } from "@tallystick/core";

/** A coin that may be merged. */
export interface MergeCandidate {
  readonly contractId: ContractId;
  readonly amount: Numeric;
}

/**
 * The coins a delegate merges into one when it mints, so that as many remain as the beneficiary
 * wants (wallet 17): from twice the limit on, the smallest `count - limit + 1`, of equal ones those
 * with the lower contract id. A limit below 1 counts as 1.
 *
 * @param most how many coins the transfer has room for; with fewer than two it merges none, the
 * next run continues
 * @returns their contract ids, the smallest coin first; none while there are few enough
 */
export const coinsToMerge = (
  coins: ReadonlyArray<MergeCandidate>,
  amuletMergeLimit: Int64,
  most: number,
): ReadonlyArray<string> => {
  const limit = amuletMergeLimit < 1n ? 1n : amuletMergeLimit;
  const count = BigInt(coins.length);
  if (count < 2n * limit || most < 2) return [];
  const wanted = Number(count - limit + 1n);
  return [...coins]
    .sort(smallestFirst)
    .slice(0, Math.min(wanted, most))
    .map(({ contractId }) => contractId);
};

const smallestFirst = (a: MergeCandidate, b: MergeCandidate): number =>
  a.amount < b.amount || (a.amount === b.amount && a.contractId < b.contractId) ? -1 : 1;
