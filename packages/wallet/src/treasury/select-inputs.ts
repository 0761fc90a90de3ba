import type { Micros, Numeric, ContractId } from "@tallystick/core";
import { sumOf } from "./prices.js";
import type { Reward } from "./rewards.js";

/** A coin that can be spent. */
export interface Coin {
  readonly contractId: ContractId;
  readonly amount: Numeric;
}

/** A coin of a party. */
export interface HeldCoin extends Coin {
  /** Ledger time of its creating transaction. */
  readonly createdAt: Micros;
}

/** The inputs of one party's transfer. */
export interface Selection {
  readonly coins: ReadonlyArray<Coin>;
  readonly rewards: ReadonlyArray<Reward>;
  /** The value of the inputs, CC; undefined when the sum is out of range. */
  readonly total: Numeric | undefined;
}

/** The share of the inputs reserved for coins: one in ten, and at least two (wallet 12.5). */
const coinShare = 10;
const leastCoins = 2;

const largestFirst = (a: Coin, b: Coin): number =>
  a.amount > b.amount || (a.amount === b.amount && a.contractId < b.contractId) ? -1 : 1;

/** Oldest round first, of one round the most valuable first, of equal ones by contract id. */
const oldestFirst = (a: Reward, b: Reward): number => {
  if (a.round !== undefined && b.round !== undefined && a.round !== b.round)
    return a.round < b.round ? -1 : 1;
  if (a.value !== b.value) return a.value > b.value ? -1 : 1;
  return a.contractId < b.contractId ? -1 : 1;
};

const selectionOf = (coins: ReadonlyArray<Coin>, rewards: ReadonlyArray<Reward>): Selection => ({
  coins,
  rewards,
  total: sumOf([...coins.map(({ amount }) => amount), ...rewards.map(({ value }) => value)]),
});

/**
 * The inputs of a party's next transfer (wallet 12.5): some of the largest coins, then rewards,
 * oldest round first and most valuable first, then the other coins, then records of activity and
 * coupons of the development fund, up to the limit. The transfer merges them all.
 *
 * @param maxInputs the most inputs, above 0
 */
export const selectInputs = (
  coins: ReadonlyArray<Coin>,
  rewards: ReadonlyArray<Reward>,
  maxInputs: number,
): Selection => {
  const sorted = [...coins].sort(largestFirst);
  const first = Math.min(
    maxInputs,
    Math.max(leastCoins, Math.floor(maxInputs / coinShare)),
    sorted.length,
  );
  const ofKind = (kind: Reward["kind"]): ReadonlyArray<Reward> =>
    rewards.filter((reward) => reward.kind === kind).sort(oldestFirst);
  let room = maxInputs - first;
  const take = <A>(from: ReadonlyArray<A>): ReadonlyArray<A> => {
    const taken = from.slice(0, room);
    room -= taken.length;
    return taken;
  };
  const coupons = take(ofKind("coupon"));
  const others = take(sorted.slice(first));
  const records = take([...ofKind("activity-record"), ...ofKind("development-fund")]);
  return selectionOf([...sorted.slice(0, first), ...others], [...coupons, ...records]);
};

/**
 * The same for a payment: when the usual inputs do not cover the amount, only the largest coins are
 * used, which may.
 *
 * @param amount the needed CC
 */
export const selectInputsFor = (
  amount: Numeric,
  coins: ReadonlyArray<Coin>,
  rewards: ReadonlyArray<Reward>,
  maxInputs: number,
): Selection => {
  const usual = selectInputs(coins, rewards, maxInputs);
  if (usual.total === undefined || usual.total >= amount) return usual;
  const largest = selectionOf([...coins].sort(largestFirst).slice(0, maxInputs), []);
  return (largest.total ?? 0n) > usual.total ? largest : usual;
};
