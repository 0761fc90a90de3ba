import type { Timers } from "@tallystick/background";
import { invalidArgument, type LedgerError } from "@tallystick/core";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/** How far a program that follows the ledger is behind. */
export interface FollowerLag {
  readonly name: string;
  /** Events of the ledger after the last one that it has. */
  readonly events: number;
  /** For how long it has not had what the ledger had then; at most, to the interval of reports. */
  readonly seconds: number;
}

/** Where a follower is, by its own word. */
export interface FollowerReport {
  readonly name: string;
  /** The last offset that it has. */
  readonly offset: number;
  /** It follows no more: it is forgotten. */
  readonly ended: boolean;
}

interface LedgerThen {
  readonly end: number;
  readonly ms: number;
}

interface Follower {
  readonly offset: number;
  readonly reportedMs: number;
  /** It has all that the ledger had at this time. */
  readonly hadAllMs: number;
  /** What it needs to have all of a later time. */
  readonly next: LedgerThen;
}

/** Followers at the same time. */
export const maxFollowers = 16;
/** After how long without a report a follower is forgotten; seconds. */
export const forgottenSeconds = 3_600;

const msPerSecond = 1_000;

const followed = (known: Follower | undefined, offset: number, now: LedgerThen): Follower => {
  const { hadAllMs = now.ms, next = now } = known ?? {};
  const rest = { offset, reportedMs: now.ms };
  if (offset >= now.end) return { ...rest, hadAllMs: now.ms, next: now };
  return offset >= next.end
    ? { ...rest, hadAllMs: next.ms, next: now }
    : { ...rest, hadAllMs, next };
};

/** Programs outside of the node that follow its ledger and say where they are, in memory. */
export class Followers {
  readonly #ledgerEnd: () => number;
  readonly #timers: Pick<Timers, "nowMs">;
  readonly #byName = new Map<string, Follower>();

  constructor(ledgerEnd: () => number, timers: Pick<Timers, "nowMs">) {
    this.#ledgerEnd = ledgerEnd;
    this.#timers = timers;
  }

  /** Takes what a follower says. Left: there are too many. */
  report({ name, offset, ended }: FollowerReport): Either<LedgerError, void> {
    const now = { end: this.#ledgerEnd(), ms: this.#timers.nowMs() };
    this.#forget(now.ms);
    const known = this.#byName.get(name);
    if (ended) this.#byName.delete(name);
    else if (known === undefined && this.#byName.size >= maxFollowers)
      return left(invalidArgument(`${maxFollowers} others report already`, "name"));
    else this.#byName.set(name, followed(known, offset, now));
    return right(undefined);
  }

  /** Those that reported within the last hour. */
  lags(): ReadonlyArray<FollowerLag> {
    const [end, nowMs] = [this.#ledgerEnd(), this.#timers.nowMs()];
    this.#forget(nowMs);
    return [...this.#byName].map(([name, { offset, hadAllMs }]) => {
      const events = Math.max(0, end - offset);
      return { name, events, seconds: events === 0 ? 0 : (nowMs - hadAllMs) / msPerSecond };
    });
  }

  #forget(nowMs: number): void {
    for (const [name, { reportedMs }] of this.#byName)
      if (nowMs - reportedMs > forgottenSeconds * msPerSecond) this.#byName.delete(name);
  }
}
