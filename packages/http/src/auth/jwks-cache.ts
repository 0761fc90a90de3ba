import { type Either, isLeft, isRight } from "fp-ts/lib/Either.js";
import { errors, type JWTVerifyGetKey, type LocalJWKSet } from "jose";
import { readJwks } from "./jwks-document.js";
import { KeysUnavailable } from "./keys-unavailable.js";

/** How long fetched keys are used. */
export interface JwksTimes {
  /**
   * How long fetched keys are used before they are fetched again; a revoked key works no longer.
   */
  readonly cacheMs: number;
  /** Minimum time between two fetches, of any key. */
  readonly cooldownMs: number;
  /** While fetches fail, the last keys are used up to this age. */
  readonly staleMs: number;
}

interface JwksCacheParts {
  /** Fetches the document of keys; Left: why not. Never rejects. */
  readonly load: () => Promise<Either<KeysUnavailable, Buffer>>;
  readonly times: JwksTimes;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Is called with the reason of each fetch that failed. */
  readonly report: (reason: string) => void;
}

interface JwksCache {
  /**
   * The key for a token; rejects with `KeysUnavailable` while keys cannot be fetched, and with an
   * error of jose when there is no such key.
   */
  readonly keyFor: JWTVerifyGetKey;
  /**
   * Until when a token verified now is valid without another check, milliseconds since the Unix
   * epoch.
   */
  goodUntilMs(): number;
}

interface Held {
  readonly keys: LocalJWKSet;
  readonly fetchedAtMs: number;
}

// A clock set back makes the past look like the future, which counts as long ago.
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
    // During an outage requests do not wait for the next attempt while older keys can be used.
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
      // The provider may have changed its keys.
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
