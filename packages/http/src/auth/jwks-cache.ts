import { type Either, isLeft, isRight } from "fp-ts/lib/Either.js";
import { errors, type JWTVerifyGetKey, type LocalJWKSet } from "jose";
import { readJwks } from "./jwks-document.js";
import { KeysUnavailable } from "./keys-unavailable.js";

/** How long fetched keys serve. */
export interface JwksTimes {
  /**
   * Fetched keys are used for so long before they are fetched again, so a withdrawn key works no
   * longer.
   */
  readonly cacheMs: number;
  /** Least time between two fetches, whichever key is needed. */
  readonly cooldownMs: number;
  /** While no fetch succeeds, the keys fetched last are used until they are so old. */
  readonly staleMs: number;
}

/** What a cache of keys is made of. */
interface JwksCacheParts {
  /** Fetches the document of keys; Left: why not. Never rejects. */
  readonly load: () => Promise<Either<KeysUnavailable, Buffer>>;
  readonly times: JwksTimes;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Is called with the reason of each fetch that failed. */
  readonly report: (reason: string) => void;
}

/** The keys of one address. */
interface JwksCache {
  /**
   * The key for a token; rejects with `KeysUnavailable` while keys can not be had, and with an
   * error of jose when there is no such key.
   */
  readonly keyFor: JWTVerifyGetKey;
  /** Until when a token verified now may be believed, milliseconds since the Unix epoch. */
  goodUntilMs(): number;
}

interface Held {
  readonly keys: LocalJWKSet;
  readonly fetchedAtMs: number;
}

// A clock set back makes the past look like the future, and then it counts as long ago.
const isWithin = (nowMs: number, sinceMs: number | undefined, spanMs: number): boolean => {
  const elapsedMs = sinceMs === undefined ? -1 : nowMs - sinceMs;
  return elapsedMs >= 0 && elapsedMs < spanMs;
};

/** The key for a token among some, if it is there. */
const matchingKey = async (keys: LocalJWKSet, token: Parameters<JWTVerifyGetKey>) => {
  try {
    return await keys(...token);
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return undefined;
    throw error;
  }
};

/**
 * Keys of one address, fetched when they are needed; at most one fetch runs, and at most one per
 * cooldown. Written around the key sets of jose, because its remote key set drops its keys when a
 * fetch fails, fetches again for every token while a provider is down, and reads the system's
 * clock.
 */
export const createJwksCache = ({ load, times, now, report }: JwksCacheParts): JwksCache => {
  let held: Held | undefined;
  let lastError: KeysUnavailable | undefined;
  let attemptedAtMs: number | undefined;
  let running: Promise<void> | undefined;

  const within = (sinceMs: number | undefined, spanMs: number): boolean =>
    isWithin(now(), sinceMs, spanMs);
  const isFresh = () => within(held?.fetchedAtMs, times.cacheMs);
  const isCooling = () => within(attemptedAtMs, times.cooldownMs);
  const usable = (): LocalJWKSet | undefined =>
    isFresh() || within(held?.fetchedAtMs, times.staleMs) ? held?.keys : undefined;

  const attempt = async (): Promise<void> => {
    const fetchedAtMs = now();
    const document = await load();
    const keys = isLeft(document) ? document : readJwks(document.right);
    attemptedAtMs = now();
    lastError = isLeft(keys) ? keys.left : undefined;
    if (isRight(keys)) held = { keys: keys.right, fetchedAtMs };
    else report(keys.left.message);
  };
  const refresh = (): Promise<void> => {
    running ??= attempt().finally(() => {
      running = undefined;
    });
    return running;
  };
  const ensureKeys = async (): Promise<void> => {
    if (isFresh() || isCooling()) return;
    const fetched = refresh();
    // During an outage no one waits for the next try while older keys may serve.
    if (lastError === undefined || usable() === undefined) await fetched;
  };
  const find = async (...token: Parameters<JWTVerifyGetKey>) => {
    const keys = usable();
    if (keys === undefined) throw lastError ?? new KeysUnavailable("no keys were fetched yet");
    return matchingKey(keys, token);
  };
  return {
    keyFor: async (...token) => {
      await ensureKeys();
      const known = await find(...token);
      if (known !== undefined) return known;
      // The provider may have changed its keys since.
      if (!isCooling()) await refresh();
      const found = await find(...token);
      if (found !== undefined) return found;
      if (lastError !== undefined) throw lastError;
      throw new errors.JWKSNoMatchingKey();
    },
    goodUntilMs: () => {
      if (held === undefined) return now();
      const { fetchedAtMs } = held;
      return isFresh()
        ? fetchedAtMs + times.cacheMs
        : Math.min(fetchedAtMs + times.staleMs, now() + times.cooldownMs);
    },
  };
};
