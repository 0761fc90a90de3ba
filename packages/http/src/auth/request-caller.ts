import type { IncomingMessage } from "node:http";
import { type LedgerError, ledgerError } from "@tallystick/core";
import { type Either, left } from "fp-ts/lib/Either.js";
import type { AuthConfig } from "./auth-config.js";
import type { Authenticator, Caller } from "./authenticator.js";
import { comesFromLoopback, isLoopbackOrigin } from "./loopback.js";
import { unauthenticated } from "./token-claims.js";

/** What a failed authentication adds to its answer, as HTTP wants it. */
export const authenticationChallenge: Readonly<Record<string, string>> = {
  "WWW-Authenticate": 'Bearer realm="ledger"',
};

const outsiderReason =
  "The development login is only served to this machine, under a name such as localhost or 127.0.0.1";

const foreignPage = (origin: string): LedgerError =>
  ledgerError(
    "PERMISSION_DENIED",
    `The development login is not served to web pages of other machines, and this one is of ${origin.slice(0, 200)}`,
    { definiteAnswer: true },
  );

/**
 * Who makes a request, by its token. The development login is kept to this machine: Left UNAUTHENTICATED for callers from
 * elsewhere. Its secret is known to everybody, browsers let any page open a websocket to this machine, and none asks first
 * as it would for a `POST`; so an upgrade from a page that is not of this machine is refused with PERMISSION_DENIED. Where
 * tokens are worth something a page that has one may come from anywhere.
 */
export const requestCaller = (
  request: IncomingMessage,
  authenticator: Authenticator,
  auth: AuthConfig,
): Either<LedgerError, Caller> | Promise<Either<LedgerError, Caller>> => {
  const { headers } = request;
  if (auth.kind === "development") {
    if (!comesFromLoopback(request)) return left(unauthenticated(outsiderReason));
    const { origin } = headers;
    if (headers.upgrade !== undefined && origin !== undefined && !isLoopbackOrigin(origin)) {
      return left(foreignPage(origin));
    }
  }
  return authenticator.authenticate(headers);
};
