import type { IncomingMessage } from "node:http";
import { type LedgerError, ledgerError } from "@tallystick/core";
import { type Either, isRight, left } from "fp-ts/lib/Either.js";
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

/** What decides who may come in. */
export interface CallerRules {
  readonly authenticator: Authenticator;
  readonly auth: AuthConfig;
  readonly rateLimits: RateLimits;
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

/**
 * Who makes a request, by its token. Left: there is none that is good; 429 instead of 401 where too
 * many logins from the same address failed. A good token is let in all the same: many users may be
 * behind one address. Answers at once for a token it knows.
 */
export const requestCaller = (
  request: IncomingMessage,
  access: "token" | "subject",
  { authenticator, auth, rateLimits }: CallerRules,
): Either<AccessDenied, Caller> | Promise<Either<AccessDenied, Caller>> => {
  const denied = outsider(request, auth);
  if (denied !== undefined) return left(denied);
  const address = request.socket.remoteAddress ?? "";
  const resolve = (known: Either<LedgerError, Caller>): Either<AccessDenied, Caller> => {
    if (isRight(known)) return known;
    const error = known.left;
    if (error.code !== "UNAUTHENTICATED") return left({ error });
    return left(rateLimits.loginFailed(address) ?? { error, headers: challenge });
  };
  const known = authenticator.authenticate(request.headers, access);
  return known instanceof Promise ? known.then(resolve) : resolve(known);
};
