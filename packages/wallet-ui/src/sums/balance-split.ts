import { type Numeric, isNumericUnits } from "@tallystick/core/numeric";

export interface Coin {
  readonly contractId: string;
  readonly amount: Numeric;
  /** Why it cannot be spent; absent when it can. */
  readonly lock?: {
    readonly context: string;
    /** Milliseconds since 1970. */
    readonly until: number;
  };
  /** Until when it is worth nothing any more, as far as that is known; milliseconds. */
  readonly expiresAt?: number;
}

/** What waits for someone: not part of the balance. */
interface PendingAmount {
  readonly direction: "in" | "out";
  readonly amount: Numeric;
}

/** A balance in its parts. All sums are exact. */
interface BalanceSplit {
  readonly available: bigint;
  readonly locked: bigint;
  readonly total: bigint;
  /** What locks how much, the first to end first. */
  readonly locks: ReadonlyArray<{
    readonly context: string;
    readonly until: number;
    readonly amount: bigint;
  }>;
  readonly pendingIn: bigint;
  readonly pendingOut: bigint;
  /** Coins that expire within the time asked for, and their sum. */
  readonly dust: { readonly coins: number; readonly amount: bigint };
}

const sumOf = (amounts: ReadonlyArray<bigint>): bigint =>
  amounts.reduce((sum, amount) => sum + amount, 0n);

const locksOf = (coins: ReadonlyArray<Coin>): BalanceSplit["locks"] => {
  const byLock = new Map<string, BalanceSplit["locks"][number]>();
  for (const { amount, lock } of coins) {
    if (lock === undefined) continue;
    const key = `${lock.until} ${lock.context}`;
    byLock.set(key, { ...lock, amount: (byLock.get(key)?.amount ?? 0n) + amount });
  }
  return [...byLock.values()].toSorted((a, b) => a.until - b.until);
};

/**
 * Splits a balance into what is available, locked and pending.
 * @param expiringBefore coins that expire before are dust; milliseconds since 1970
 */
export const splitBalance = (
  coins: ReadonlyArray<Coin>,
  pending: ReadonlyArray<PendingAmount>,
  expiringBefore: number,
): BalanceSplit => {
  const free = coins.filter(({ lock }) => lock === undefined);
  const available = sumOf(free.map(({ amount }) => amount));
  const total = sumOf(coins.map(({ amount }) => amount));
  const pendingIn = pending.filter(({ direction }) => direction === "in");
  const pendingOut = pending.filter(({ direction }) => direction === "out");
  const dust = coins.filter(
    ({ expiresAt }) => expiresAt !== undefined && expiresAt < expiringBefore,
  );
  return {
    available,
    locked: total - available,
    total,
    locks: locksOf(coins),
    pendingIn: sumOf(pendingIn.map(({ amount }) => amount)),
    pendingOut: sumOf(pendingOut.map(({ amount }) => amount)),
    dust: { coins: dust.length, amount: sumOf(dust.map(({ amount }) => amount)) },
  };
};

/** A sum as an amount; undefined beyond what an amount can be. */
export const amountOfSum = (sum: bigint): Numeric | undefined =>
  isNumericUnits(sum) ? sum : undefined;
