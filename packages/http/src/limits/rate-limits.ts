import { isIPv6 } from "node:net";
import { type LedgerError, ledgerError } from "@tallystick/core";
import ipaddr from "ipaddr.js";

/** An allowance: on average `perSecond`, at most `burst` at once. */
export interface Rate {
  readonly perSecond: number;
  /** Absent: as much as `perSecond`, at least one. */
  readonly burst?: number | undefined;
}

/** Which allowances there are; absent ones do not limit. */
export interface RateLimitConfig {
  /** Requests of one user. */
  readonly requests?: Rate | undefined;
  /** Submissions of one user, which count as requests besides. */
  readonly submissions?: Rate | undefined;
  /** Failed logins from one address; of IPv6 the first 64 bits count. */
  readonly failedLogins?: Rate | undefined;
}

/** The least and the most an allowance may give; requests per second. */
const leastPerSecond = 0.01;
const mostPerSecond = 1_000_000;

/** Callers a limit tells apart; those beyond share one allowance until others have been quiet. */
export const maxLimitedCallers = 10_000;

/** Stands for all callers that are not told apart; no user and no address is called so. */
const crowd = "\0crowd";

/** Counts what callers take. */
export interface Allowance {
  /** Takes one. Seconds to wait when there is none left; undefined when there was. */
  take(caller: string): Promise<number | undefined>;
  /** The same, and takes none. */
  look(caller: string): Promise<number | undefined>;
}

/**
 * Counts per caller in windows of `burst / perSecond` seconds, each good for `burst`.
 * @param maxCallers callers told apart at once; the rest are counted together
 */
export const allowance = async (
  { perSecond, burst }: Rate,
  maxCallers: number = maxLimitedCallers,
): Promise<Allowance> => {
  // Loaded only where there is a limit: it takes longer than the rest of the start.
  const { RateLimiterMemory, RateLimiterRes } = await import("rate-limiter-flexible");
  const points = Math.max(1, Math.floor(burst ?? perSecond));
  const windowMs = (points / perSecond) * 1000;
  const limiter = new RateLimiterMemory({ points, duration: windowMs / 1000 });
  /** Callers and when they were last heard of, the oldest first. */
  const heard = new Map<string, number>();
  const keyOf = (caller: string): string => {
    const nowMs = performance.now();
    for (const [each, atMs] of heard) {
      // A caller's window ends before it counts as quiet.
      if (nowMs - atMs < 2 * windowMs) break;
      heard.delete(each);
    }
    if (!heard.delete(caller) && heard.size >= maxCallers) return crowd;
    heard.set(caller, nowMs);
    return caller;
  };
  const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));
  return {
    take: async (caller) => {
      try {
        await limiter.consume(keyOf(caller));
        return undefined;
      } catch (error) {
        if (error instanceof RateLimiterRes) return secondsOf(error.msBeforeNext);
        throw error;
      }
    },
    look: async (caller) => {
      const state = await limiter.get(heard.has(caller) ? caller : crowd);
      return state === null || state.consumedPoints < points
        ? undefined
        : secondsOf(state.msBeforeNext);
    },
  };
};

/** A caller over one of its limits. */
export interface LimitReached {
  /** RATE_LIMIT_EXCEEDED. */
  readonly error: LedgerError;
  readonly headers: { readonly "Retry-After": string };
}

const reached = (what: string, seconds: number | undefined): LimitReached | undefined =>
  seconds === undefined
    ? undefined
    : {
        error: ledgerError("RATE_LIMIT_EXCEEDED", `Too many ${what}; go on in ${seconds} s`, {
          definiteAnswer: true,
        }),
        headers: { "Retry-After": String(seconds) },
      };

/** The bits of an IPv6 address that tell one network from another. */
const networkParts = 4;

/** What stands for the caller at an address: the address, of IPv6 only its network, which one caller has whole. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? parsed.parts.slice(0, networkParts).join(":")
    : parsed.toString();
};

/** True for rows that submit commands. */
export const isSubmission = ({ method, path }: { method: string; path: string }): boolean =>
  method === "POST" && /^\/v2\/(?:commands\/.*submit|interactive-submission\/execute)/.test(path);

/** The limits of a server. Each answers undefined for what is allowed, at once where nothing is limited. */
export interface RateLimits {
  /** A request of an authenticated user. */
  request(
    userId: string,
    row: { method: string; path: string },
  ): Promise<LimitReached | undefined> | undefined;
  /** Whether a caller at this address may try to log in. */
  login(address: string): Promise<LimitReached | undefined> | undefined;
  /** A login failed at this address. */
  loginFailed(address: string): Promise<void> | undefined;
}

/** Counts in memory: each process on its own, and anew after a start. */
export const createRateLimits = async ({
  requests,
  submissions,
  failedLogins,
}: RateLimitConfig): Promise<RateLimits> => {
  const ofRequests = requests && (await allowance(requests));
  const ofSubmissions = submissions && (await allowance(submissions));
  const ofLogins = failedLogins && (await allowance(failedLogins));
  const limited = async (userId: string, submission: boolean) =>
    reached("requests", await ofRequests?.take(userId)) ??
    (submission ? reached("submissions", await ofSubmissions?.take(userId)) : undefined);
  return {
    request: (userId, row) =>
      ofRequests === undefined && ofSubmissions === undefined
        ? undefined
        : limited(userId, isSubmission(row)),
    login: (address) =>
      ofLogins
        ?.look(networkOf(address))
        .then((seconds) => reached("failed logins from this address", seconds)),
    loginFailed: (address) => ofLogins?.take(networkOf(address)).then(() => undefined),
  };
};

/** What is wrong with the limits, naming the setting; undefined when they are in order. */
export const rateLimitError = (config: RateLimitConfig): string | undefined => {
  for (const name of ["requests", "submissions", "failedLogins"] as const) {
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
