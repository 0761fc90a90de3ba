import { isIPv6 } from "node:net";
import { type LedgerError, ledgerError, type UserId } from "@tallystick/core";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** An allowance: on average `perSecond`, at most `burst` at once. */
export interface Rate {
  readonly perSecond: number;
  /** Absent: as much as `perSecond`, at least one. */
  readonly burst?: number | undefined;
}

/** Which allowances there are. */
export interface RateLimitConfig {
  /** Requests of one user. */
  readonly requests: Rate;
  /** Submissions of one user, which also count as requests. */
  readonly submissions: Rate;
  /** Requests from one address, whoever makes them; of IPv6 the first 64 bits count. */
  readonly addresses: Rate;
  /** Failed logins from one address; of IPv6 the first 64 bits count. */
  readonly failedLogins: Rate;
}

/**
 * What holds where nothing else is configured: far more than one client makes of its own accord,
 * and little enough that one that runs wild leaves room for others. Behind a proxy all users have
 * one address.
 */
export const defaultRateLimits: RateLimitConfig = {
  requests: { perSecond: 20_000, burst: 40_000 },
  submissions: { perSecond: 20_000, burst: 40_000 },
  addresses: { perSecond: 40_000, burst: 80_000 },
  failedLogins: { perSecond: 1_000, burst: 10_000 },
};

/** The least and the most an allowance may give; requests per second. */
const leastPerSecond = 0.01;
const mostPerSecond = 1_000_000;

/**
 * Callers a limit remembers; of more the one that was quiet for longest is forgotten, and has its
 * whole allowance again.
 */
const maxLimitedCallers = 10_000;

/** Counts what callers take. */
interface Allowance {
  /** Takes one. Seconds to wait when there is none left; undefined when there was. */
  take(caller: string): number | undefined;
}

/**
 * Counts per caller: each may take `burst` at once and then `perSecond`. Written here because it is
 * on the way of every request: what a library does with timers and promises takes longer than the
 * rest of the authentication.
 * @param nowMs a clock that never goes back; milliseconds
 */
export const allowance = (
  { perSecond, burst }: Rate,
  maxCallers: number = maxLimitedCallers,
  nowMs: () => number = () => performance.now(),
): Allowance => {
  const intervalMs = 1000 / perSecond;
  const points = Math.max(1, Math.floor(burst ?? perSecond));
  const toleranceMs = (points - 1) * intervalMs;
  /**
   * For each caller the time by which everything it took will have been granted at the steady rate.
   */
  const grantedMs = new LRUCache<string, number>({ max: maxCallers });
  const waitSeconds = (dueMs: number, atMs: number): number | undefined =>
    dueMs - atMs > toleranceMs
      ? Math.max(1, Math.ceil((dueMs - atMs - toleranceMs) / 1000))
      : undefined;
  return {
    take: (caller) => {
      const atMs = nowMs();
      const dueMs = Math.max(grantedMs.get(caller) ?? 0, atMs);
      const wait = waitSeconds(dueMs, atMs);
      if (wait === undefined) grantedMs.set(caller, dueMs + intervalMs);
      return wait;
    },
  };
};

/** A caller over one of its limits. */
interface LimitReached {
  /** RATE_LIMIT_EXCEEDED. */
  readonly error: LedgerError;
  readonly headers: { readonly "Retry-After": string };
}

/** There is too much of something; in so many seconds the caller may try again. */
export const limitReached = (what: string, seconds: number): LimitReached => ({
  error: ledgerError("RATE_LIMIT_EXCEEDED", `Too many ${what}; try again in ${seconds} s`, {
    definiteAnswer: true,
  }),
  headers: { "Retry-After": String(seconds) },
});

const reached = (what: string, seconds: number | undefined): LimitReached | undefined =>
  seconds === undefined ? undefined : limitReached(what, seconds);

/** The bits of an IPv6 address that tell one network from another. */
const networkParts = 4;

/**
 * What identifies the caller at an address: the address, of IPv6 only its network, which one caller
 * has whole.
 */
export const networkOf = (address: string): string => {
  // the library's pattern of IPv6 takes longer than the rest of a limit
  if (!address.includes(":") || !isIPv6(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? parsed.parts.slice(0, networkParts).join(":")
    : parsed.toString();
};

/** The limits of a server. Each answers undefined for what is allowed. */
export interface RateLimits {
  /** A request from an address. */
  address(address: string): LimitReached | undefined;
  /** A request of an authenticated user; "" for all while authorization is off. */
  user(userId: UserId, submits: boolean): LimitReached | undefined;
  /** A login failed at this address. */
  loginFailed(address: string): LimitReached | undefined;
}

/** Counts in memory: each process on its own, and from zero after a start. */
export const createRateLimits = (config: RateLimitConfig): RateLimits => {
  const requests = allowance(config.requests);
  const submissions = allowance(config.submissions);
  const addresses = allowance(config.addresses);
  const failedLogins = allowance(config.failedLogins);
  return {
    address: (address) => reached("requests from this address", addresses.take(networkOf(address))),
    user: (userId, submits) =>
      reached("requests", requests.take(userId)) ??
      (submits ? reached("submissions", submissions.take(userId)) : undefined),
    loginFailed: (address) =>
      reached("failed logins from this address", failedLogins.take(networkOf(address))),
  };
};

/** What is wrong with the limits, naming the setting; undefined when they are in order. */
export const rateLimitError = (config: Partial<RateLimitConfig>): string | undefined => {
  for (const name of ["requests", "submissions", "addresses", "failedLogins"] as const) {
    const rate = config[name];
    if (rate === undefined) continue;
    const { perSecond, burst = 1 } = rate;
    if (!(perSecond >= leastPerSecond && perSecond <= mostPerSecond))
      return `rateLimits.${name}.perSecond: expected a number from ${leastPerSecond} to ${mostPerSecond}, found ${perSecond}`;
    if (!(Number.isSafeInteger(burst) && burst >= 1 && burst <= mostPerSecond))
      return `rateLimits.${name}.burst: expected a whole number from 1 to ${mostPerSecond}, found ${burst}`;
  }
  return undefined;
};
