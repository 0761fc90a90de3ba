/** A change of a balance. */
export interface BalanceChange {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly change: bigint;
  readonly eventId: string;
}

/** A balance at the end of a day with the changes of that day. */
interface BalanceDay {
  /** The start of the day in UTC; milliseconds since 1970. */
  readonly day: number;
  readonly balance: bigint;
  readonly eventIds: ReadonlyArray<string>;
}

const dayMs = 86_400_000;
/** Most days of a series. */
const maxDays = 3_660;

const dayOf = (at: number): number => Math.floor(at / dayMs) * dayMs;

/**
 * The balance at the end of each day in UTC, counted back from the balance now, so that the last
 * one is always the true one.
 *
 * @param from the first day that is shown; at most ten years before `now`
 */
export const balanceSeries = (
  balance: bigint,
  changes: ReadonlyArray<BalanceChange>,
  from: number,
  now: number,
): ReadonlyArray<BalanceDay> => {
  const byDay = new Map<number, Array<BalanceChange>>();
  for (const change of changes) {
    const day = dayOf(change.at);
    const ofDay = byDay.get(day) ?? [];
    ofDay.push(change);
    byDay.set(day, ofDay);
  }
  const first = Math.max(dayOf(from), dayOf(now) - maxDays * dayMs);
  const days: Array<BalanceDay> = [];
  let atEnd = balance;
  for (let day = dayOf(now); day >= first; day -= dayMs) {
    const ofDay = byDay.get(day) ?? [];
    days.push({ day, balance: atEnd, eventIds: ofDay.map(({ eventId }) => eventId) });
    atEnd -= ofDay.reduce((sum, { change }) => sum + change, 0n);
  }
  return days.toReversed();
};
