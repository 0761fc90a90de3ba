import { isIPv6 } from "node:net";
import { systemTimers, type Timers } from "@tallystick/background";
import { type LedgerError, ledgerError, type UserId } from "@tallystick/core";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** An allowance: on average `perSecond`, at most `burst` together. */
export interface Rate {
  readonly perSecond: number;
  /** Default: `perSecond`, at least one. */
  readonly burst?: number | undefined;
}

export interface RateLimitConfig {
  /** Requests of one user. */
  readonly requests: Rate;
  /** Submissions of one user, which also count as requests. */
  readonly submissions: Rate;
  /** Requests from one address, of any user; of IPv6 the first 64 bits count. */
  readonly addresses: Rate;
  /** Failed logins from one address; of IPv6 the first 64 bits count. */
  readonly failedLogins: Rate;
}

/**
 * The defaults: far more than a client normally makes, and low enough that a runaway client leaves
 * room for others. Behind a proxy all users have one address.
 */
export const defaultRateLimits: RateLimitConfig = {
  requests: { perSecond: 20_000, burst: 40_000 },
  submissions: { perSecond: 20_000, burst: 40_000 },
  addresses: { perSecond: 40_000, burst: 80_000 },
  failedLogins: { perSecond: 1_000, burst: 10_000 },
};

/** Bounds of an allowance; requests per second. */
const leastPerSecond = 0.01;
const mostPerSecond = 1_000_000;

/**
 * Callers a limit tracks; beyond that the least recent one is dropped, which resets its allowance.
 */
const maxLimitedCallers = 10_000;

interface Allowance {
  /** Counts one call. Returns the seconds to wait when there is none left; else undefined. */
  take(caller: string): number | undefined;
}

/**
 * Counts per caller: each may take `burst` together and then `perSecond`. Our own because every
 * request uses it: a library's timers and promises take longer than the rest of the authentication.
 * @param nowMs a monotonic clock; milliseconds
 */
export const allowance = (
  { perSecond, burst }: Rate,
  maxCallers: number = maxLimitedCallers,
  nowMs: () => number = () => systemTimers.nowMs(),
): Allowance => {
  const intervalMs = 1000 / perSecond;
  const points = Math.max(1, Math.floor(burst ?? perSecond));
  const toleranceMs = (points - 1) * intervalMs;
  /** For each caller, the time at which its calls so far fit the steady rate. */
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

interface LimitReached {
  /** RATE_LIMIT_EXCEEDED. */
  readonly error: LedgerError;
  readonly headers: { readonly "Retry-After": string };
}

/** RATE_LIMIT_EXCEEDED with the seconds after which the caller may retry. */
export const limitReached = (what: string, seconds: number): LimitReached => ({
  error: ledgerError("RATE_LIMIT_EXCEEDED", `Too many ${what}; try again in ${seconds} s`, {
    definiteAnswer: true,
  }),
  headers: { "Retry-After": String(seconds) },
});

const reached = (what: string, seconds: number | undefined): LimitReached | undefined =>
  seconds === undefined ? undefined : limitReached(what, seconds);

/** The bits of an IPv6 address that identify a network. */
const networkParts = 4;

/**
 * What identifies the caller at an address: the address, of IPv6 only its network, which belongs to
 * one caller.
 */
export const networkOf = (address: string): string => {
  // the library's pattern for IPv6 takes longer than the rest of a limit
  if (!address.includes(":") || !isIPv6(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? parsed.parts.slice(0, networkParts).join(":")
    : parsed.toString();
};

/** The limits of a server. Each returns undefined for allowed calls. */
export interface RateLimits {
  address(address: string): LimitReached | undefined;
  /** A request of an authenticated user; "" for all while authorization is off. */
  user(userId: UserId, submits: boolean): LimitReached | undefined;
  loginFailed(address: string): LimitReached | undefined;
}

/** Counts in memory: separately in each process, from zero after a start. */
export const createRateLimits = (
  config: RateLimitConfig,
  timers: Timers = systemTimers,
): RateLimits => {
  const counted = (rate: Rate): Allowance =>
    allowance(rate, maxLimitedCallers, () => timers.nowMs());
  const requests = counted(config.requests);
  const submissions = counted(config.submissions);
  const addresses = counted(config.addresses);
  const failedLogins = counted(config.failedLogins);
  return {
    address: (address) => reached("requests from this address", addresses.take(networkOf(address))),
    user: (userId, submits) =>
      reached("requests", requests.take(userId)) ??
      (submits ? reached("submissions", submissions.take(userId)) : undefined),
    loginFailed: (address) =>
      reached("failed logins from this address", failedLogins.take(networkOf(address))),
  };
};

/** Checks the limits: an error with the setting's name; undefined when they are valid. */
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
