import type { IncomingMessage } from "node:http";
import { type LedgerError, ledgerError } from "@tallystick/core";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { RateLimits } from "../limits/rate-limits.js";
import { type AuthConfig, isForThisMachineOnly } from "./auth-config.js";
import type { Authenticator, Caller } from "./authenticator.js";
import { comesFromLoopback, isLoopbackOrigin } from "./loopback.js";
import { unauthenticated } from "./token-claims.js";

/** Somebody who is not let in. */
export interface AccessDenied {
  readonly error: LedgerError;
  /** What HTTP wants to be said beside the error. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What decides who is let in. */
export interface Door {
  readonly authenticator: Authenticator;
  readonly auth: AuthConfig;
  readonly rateLimits: RateLimits;
}

/** What is asked for: a row of the endpoint table or a channel. */
export interface Asked {
  readonly method: string;
  readonly path: string;
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
 * The development login is kept to this machine: UNAUTHENTICATED for callers from elsewhere. Its secret is known to
 * everybody, browsers let any page open a websocket to this machine, and none asks first as it would for a `POST`; so an
 * upgrade from a page that is not of this machine is refused with PERMISSION_DENIED. With authorization off the same goes
 * for every request. Where tokens are worth something a page that has one may come from anywhere.
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

/** Who makes a request, by its token, unless somebody asked too often. */
export const requestCaller = async (
  request: IncomingMessage,
  asked: Asked,
  { authenticator, auth, rateLimits }: Door,
): Promise<Either<AccessDenied, Caller>> => {
  const foreign = outsider(request, auth);
  if (foreign !== undefined) return left(foreign);
  const address = request.socket.remoteAddress ?? "";
  const looked = rateLimits.login(address);
  const shutOut = looked && (await looked);
  if (shutOut !== undefined) return left(shutOut);
  const resolved = authenticator.authenticate(request.headers);
  // Most tokens are known and answered at once; waiting a turn for them would cost every request.
  const known = resolved instanceof Promise ? await resolved : resolved;
  if (isLeft(known)) {
    const error = known.left;
    if (error.code !== "UNAUTHENTICATED") return left({ error });
    await rateLimits.loginFailed(address);
    return left({ error, headers: challenge });
  }
  const counted = rateLimits.request(known.right.userId, asked);
  const limited = counted && (await counted);
  return limited === undefined ? known : left(limited);
};
