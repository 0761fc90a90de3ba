import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { TokenClaims } from "./token-claims.js";

/** Tokens remembered at once; the least recently used one is forgotten first. */
const maxCachedTokens = 10_000;

/**
 * How long a verified token is believed before its signature is checked again, so that a withdrawn
 * key stops working; milliseconds.
 */
const cachedTokenLifeMs = 60_000;

interface Entry {
  readonly claims: TokenClaims;
  readonly believedUntilMs: number;
}

/** Tokens whose signature was found good, by their SHA-256. */
export interface TokenCache {
  /** The claims of a token that is known and valid now. */
  get(key: string, nowMs: number): TokenClaims | undefined;
  /** `goodUntilMs`: until when the key that verified the token may be relied on. */
  set(key: string, claims: TokenClaims, nowMs: number, goodUntilMs: number): void;
  /** Entries held. */
  size(): number;
}

/** The key of a token: a lookup by its hash shows nothing of other tokens by the time it takes. */
export const tokenKey = (token: string): string => hash("sha256", token, "base64");

/** True while the times in the claims allow the use of the token. */
export const isCurrent = ({ expiresAtMs, notBeforeMs }: TokenClaims, nowMs: number): boolean =>
  (expiresAtMs === undefined || nowMs < expiresAtMs) &&
  (notBeforeMs === undefined || nowMs >= notBeforeMs);

/** An empty cache of at most `capacity` tokens, each believed for at most `lifeMs`. */
export const createTokenCache = (
  capacity: number = maxCachedTokens,
  lifeMs: number = cachedTokenLifeMs,
): TokenCache => {
  // how long an entry is believed is judged here, by the clock that tokens are judged by
  const entries = new LRUCache<string, Entry>({ max: capacity });
  return {
    get: (key, nowMs) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (nowMs < entry.believedUntilMs && isCurrent(entry.claims, nowMs)) return entry.claims;
      entries.delete(key);
      return undefined;
    },
    set: (key, claims, nowMs, goodUntilMs) => {
      entries.set(key, { claims, believedUntilMs: Math.min(nowMs + lifeMs, goodUntilMs) });
    },
    size: () => entries.size,
  };
};
