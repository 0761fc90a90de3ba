import { type LedgerError, ledgerError } from "@tallystick/core";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { RateLimits } from "../limits/rate-limits.js";
import { type AuthConfig, isForThisMachineOnly } from "./auth-config.js";
import type { Authenticator, Caller } from "./authenticator.js";
import { comesFromLoopback, isLoopbackOrigin, type RequestOrigin } from "./loopback.js";
import { leewayOf, type TimestampLeeway } from "./token-times.js";
import { unauthenticated } from "./token-claims.js";

/** The error that ends a request before its endpoint. */
export interface AccessDenied {
  readonly error: LedgerError;
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True when only the token is missing or not valid. */
  readonly isForToken?: boolean;
}

/** What an endpoint requires of tokens. */
interface TokenAccess {
  /** `subject`: the token's subject need not be a user of the node. */
  readonly access: "token" | "subject";
  /** True for any expiry or none: for wallets, whose tokens last for weeks. */
  readonly mayLiveLong: boolean;
}

export interface CallerRules {
  readonly authenticator: Authenticator;
  readonly auth: AuthConfig;
  readonly rateLimits: RateLimits;
  /** The longest validity of tokens from now; 0: no limit, also without an expiry. */
  readonly maxTokenLifeMs: number;
  /** How far the clocks of issuers may be off. */
  readonly jwtTimestampLeeway: TimestampLeeway;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

const challenge = { "WWW-Authenticate": 'Bearer realm="ledger"' };

const outsiderReason =
  "Without configured logins, the node serves only this machine, under a name such as localhost or 127.0.0.1";

const pageOfAnotherMachine = (origin: string): LedgerError =>
  ledgerError(
    "PERMISSION_DENIED",
    `Without configured logins, the node does not serve web pages of other machines; this one is from ${origin.slice(0, 200)}`,
    { definiteAnswer: true },
  );

/**
 * The development login only serves this machine: UNAUTHENTICATED for other callers. Its secret is
 * public, and browsers let any page open a websocket to this machine without a preflight; so an
 * upgrade from a page of another machine is rejected with PERMISSION_DENIED. With authorization off
 * that applies to every request. With real tokens a page may be of any origin.
 */
const outsider = (request: RequestOrigin, auth: AuthConfig): AccessDenied | undefined => {
  if (!isForThisMachineOnly(auth)) return undefined;
  if (!comesFromLoopback(request)) return { error: unauthenticated(outsiderReason) };
  const { origin, upgrade } = request.headers;
  // a page can send a request without a token without a preflight, but not one with a token
  const mayBeForged = upgrade !== undefined || auth.kind === "off";
  return mayBeForged && origin !== undefined && !isLoopbackOrigin(origin)
    ? { error: pageOfAnotherMachine(origin) }
    : undefined;
};

/** UNAUTHENTICATED for a token that is valid for too long; else undefined. */
const livesTooLong = (
  { rights, tokenExpiresAtMs }: Caller,
  { maxTokenLifeMs, jwtTimestampLeeway, now }: CallerRules,
): LedgerError | undefined => {
  if (maxTokenLifeMs === 0 || rights.everything) return undefined;
  const expected = `expected one within ${maxTokenLifeMs / 1_000} s (auth.maxTokenLifeMs)`;
  if (tokenExpiresAtMs === undefined)
    return unauthenticated(`The token has no expiration time; ${expected}`);
  // an issuer whose clock is ahead makes tokens that end later than it means
  const longestMs = maxTokenLifeMs + leewayOf(jwtTimestampLeeway, "exp");
  return tokenExpiresAtMs - now() <= longestMs
    ? undefined
    : unauthenticated(`The token expires too late; ${expected}`);
};

/**
 * The caller of a request, by its token. Left: there is no valid token; 429 instead of 401 when too
 * many logins from the address failed. A valid token is accepted even then: many users may share an
 * address. Answers synchronously for a cached token.
 */
export const requestCaller = (
  request: RequestOrigin,
  { access, mayLiveLong }: TokenAccess,
  rules: CallerRules,
): Either<AccessDenied, Caller> | Promise<Either<AccessDenied, Caller>> => {
  const { authenticator, auth, rateLimits } = rules;
  const denied = outsider(request, auth);
  if (denied !== undefined) return left(denied);
  const address = request.socket.remoteAddress ?? "";
  const refused = (error: LedgerError): Either<AccessDenied, Caller> => {
    if (error.code !== "UNAUTHENTICATED") return left({ error });
    const denied = { error, headers: challenge, isForToken: true };
    return left(rateLimits.loginFailed(address) ?? denied);
  };
  const resolve = (known: Either<LedgerError, Caller>): Either<AccessDenied, Caller> => {
    if (isLeft(known)) return refused(known.left);
    const late = mayLiveLong ? undefined : livesTooLong(known.right, rules);
    return late === undefined ? known : refused(late);
  };
  const known = authenticator.authenticate(request.headers, access);
  return known instanceof Promise ? known.then(resolve) : resolve(known);
};
