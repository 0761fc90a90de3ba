import type { IncomingMessage } from "node:http";
import { type LedgerError, ledgerError } from "@tallystick/core";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { RateLimits } from "../limits/rate-limits.js";
import { type AuthConfig, isForThisMachineOnly } from "./auth-config.js";
import type { Authenticator, Caller } from "./authenticator.js";
import { comesFromLoopback, isLoopbackOrigin } from "./loopback.js";
import { unauthenticated } from "./token-claims.js";

/** Why a request ends before its endpoint is reached. */
export interface AccessDenied {
  readonly error: LedgerError;
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an endpoint asks of tokens. */
interface TokenAccess {
  /** `subject`: no user of the node needs to be the token's subject. */
  readonly access: "token" | "subject";
  /** Any end is good, and none: so it is for wallets, whose tokens last for weeks. */
  readonly mayLiveLong: boolean;
}

/** What decides who may come in. */
export interface CallerRules {
  readonly authenticator: Authenticator;
  readonly auth: AuthConfig;
  readonly rateLimits: RateLimits;
  /** Tokens may be good for so long from now; 0: for ever, also without an end. */
  readonly maxTokenLifeMs: number;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

const challenge = { "WWW-Authenticate": 'Bearer realm="ledger"' };

const outsiderReason =
  "Without logins of its own the node only serves this machine, under a name such as localhost or 127.0.0.1";

const pageOfAnotherMachine = (origin: string): LedgerError =>
  ledgerError(
    "PERMISSION_DENIED",
    `Without logins of its own the node does not serve web pages of other machines, and this one is of ${origin.slice(0, 200)}`,
    { definiteAnswer: true },
  );

/**
 * The development login is kept to this machine: UNAUTHENTICATED for callers from elsewhere. Its
 * secret is known to everyone, browsers let any page open a websocket to this machine, and none
 * asks first as it would for a `POST`; so an upgrade from a page that is not of this machine is
 * refused with PERMISSION_DENIED. With authorization off the same goes for every request. Where
 * tokens are worth something a page that has one may come from anywhere.
 */
const outsider = (request: IncomingMessage, auth: AuthConfig): AccessDenied | undefined => {
  if (!isForThisMachineOnly(auth)) return undefined;
  if (!comesFromLoopback(request)) return { error: unauthenticated(outsiderReason) };
  const { origin, upgrade } = request.headers;
  // a page can send a request without a token unasked; one with a token it cannot
  const mayBeForged = upgrade !== undefined || auth.kind === "off";
  return mayBeForged && origin !== undefined && !isLoopbackOrigin(origin)
    ? { error: pageOfAnotherMachine(origin) }
    : undefined;
};

/** UNAUTHENTICATED for a token that is good for longer than tokens may be; else undefined. */
const livesTooLong = (
  { rights, tokenExpiresAtMs }: Caller,
  { maxTokenLifeMs, now }: CallerRules,
): LedgerError | undefined => {
  if (maxTokenLifeMs === 0 || rights.everything) return undefined;
  const expected = `expected one within ${maxTokenLifeMs / 1_000} s (auth.maxTokenLifeMs)`;
  if (tokenExpiresAtMs === undefined)
    return unauthenticated(`The token has no expiration time; ${expected}`);
  return tokenExpiresAtMs - now() <= maxTokenLifeMs
    ? undefined
    : unauthenticated(`The token expires too late; ${expected}`);
};

/**
 * Who makes a request, by its token. Left: there is none that is good; 429 instead of 401 where too
 * many logins from the same address failed. A good token is let in all the same: many users may be
 * behind one address. Answers at once for a token it knows.
 */
export const requestCaller = (
  request: IncomingMessage,
  { access, mayLiveLong }: TokenAccess,
  rules: CallerRules,
): Either<AccessDenied, Caller> | Promise<Either<AccessDenied, Caller>> => {
  const { authenticator, auth, rateLimits } = rules;
  const denied = outsider(request, auth);
  if (denied !== undefined) return left(denied);
  const address = request.socket.remoteAddress ?? "";
  const refused = (error: LedgerError): Either<AccessDenied, Caller> => {
    if (error.code !== "UNAUTHENTICATED") return left({ error });
    return left(rateLimits.loginFailed(address) ?? { error, headers: challenge });
  };
  const resolve = (known: Either<LedgerError, Caller>): Either<AccessDenied, Caller> => {
    if (isLeft(known)) return refused(known.left);
    const late = mayLiveLong ? undefined : livesTooLong(known.right, rules);
    return late === undefined ? known : refused(late);
  };
  const known = authenticator.authenticate(request.headers, access);
  return known instanceof Promise ? known.then(resolve) : resolve(known);
};
