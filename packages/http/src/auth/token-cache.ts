import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { TokenClaims } from "./token-claims.js";
import {
  defaultTimestampLeeway,
  isUsable,
  type TimestampLeeway,
  type Usable,
  usableIn,
} from "./token-times.js";

/** Cached tokens; the least recently used one is dropped first. */
const maxCachedTokens = 10_000;

/**
 * How long a verified token is cached before its signature is checked again, so that a revoked key
 * stops working; milliseconds.
 */
const cachedTokenLifeMs = 60_000;

interface Entry {
  readonly claims: TokenClaims;
  readonly usable: Usable;
  readonly believedUntilMs: number;
}

/** Tokens with a valid signature, by their SHA-256. */
export interface TokenCache {
  /** The claims of a token that is cached and valid now. */
  get(key: string, nowMs: number): TokenClaims | undefined;
  /** `goodUntilMs`: until when the key that verified the token is valid. */
  set(key: string, claims: TokenClaims, nowMs: number, goodUntilMs: number): void;
  size(): number;
}

/** The key of a token: the time of a lookup by hash reveals nothing of other tokens. */
export const tokenKey = (token: string): string => hash("sha256", token, "base64");

/** An empty cache of at most `capacity` tokens, each for at most `lifeMs`. */
export const createTokenCache = (
  leeway: TimestampLeeway = defaultTimestampLeeway,
  capacity: number = maxCachedTokens,
  lifeMs: number = cachedTokenLifeMs,
): TokenCache => {
  // the age of an entry is checked here, by the clock of the tokens
  const entries = new LRUCache<string, Entry>({ max: capacity });
  return {
    get: (key, nowMs) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (nowMs < entry.believedUntilMs && isUsable(entry.usable, nowMs)) return entry.claims;
      entries.delete(key);
      return undefined;
    },
    set: (key, claims, nowMs, goodUntilMs) => {
      const believedUntilMs = Math.min(nowMs + lifeMs, goodUntilMs);
      entries.set(key, { claims, usable: usableIn(claims.times, leeway), believedUntilMs });
    },
    size: () => entries.size,
  };
};
