import type { IncomingHttpHeaders } from "node:http";
import { type LedgerError, ledgerError, type UserId } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { Authenticator, Caller } from "../auth/authenticator.js";
import { rightsOf } from "../auth/rights.js";
import { leewayOf, type TimestampLeeway } from "../auth/token-times.js";

/** Checks whether a stream is still allowed. */
export interface StreamAuthorization {
  /**
   * ACCESS_TOKEN_EXPIRED or STALE_STREAM_AUTHORIZATION by the current state of the participant;
   * undefined while nothing changed. Cheap.
   */
  error(): LedgerError | undefined;
  /**
   * Also checks the token again: a revoked key or a deactivated identity provider ends the stream
   * too.
   */
  recheck(): Promise<LedgerError | undefined>;
}

/** The context of checking an authorization. */
interface AuthorizationParts {
  readonly caller: Caller;
  /** Headers of the upgrade request, which have the token. */
  readonly headers: IncomingHttpHeaders;
  readonly authenticator: Authenticator;
  readonly ledger: Ledger;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly leeway: TimestampLeeway;
}

const stale = (reason: string): LedgerError =>
  ledgerError("STALE_STREAM_AUTHORIZATION", `The stream was ended: ${reason}; open it again`, {
    definiteAnswer: false,
  });

const expired = (userId: UserId): LedgerError =>
  ledgerError("ACCESS_TOKEN_EXPIRED", `The token of user ${userId} expired`, {
    definiteAnswer: false,
  });

/**
 * Errors about the caller; others, such as an unreachable identity provider, do not end the stream.
 */
const aboutCaller: ReadonlySet<string> = new Set([
  "UNAUTHENTICATED",
  "PERMISSION_DENIED",
  "INVALID_TOKEN",
]);

const errorIn = (known: Either<LedgerError, Caller>, before: Caller): LedgerError | undefined => {
  if (isLeft(known))
    return aboutCaller.has(known.left.code) ? stale("its token is no longer accepted") : undefined;

  const { rights, identityProviderId } = known.right;
  return rights === before.rights && identityProviderId === before.identityProviderId
    ? undefined
    : stale(`the rights of user ${before.userId} changed`);
};

/** Checks the caller of one stream (ledger-api 9.5). */
export const streamAuthorization = (parts: AuthorizationParts): StreamAuthorization => {
  const { caller, ledger, authenticator, headers, now, leeway } = parts;
  const { userId, tokenExpiresAtMs = Infinity } = caller;
  const usableUntilMs = tokenExpiresAtMs + leewayOf(leeway, "exp");
  const error = (): LedgerError | undefined => {
    if (caller.rights.everything) return undefined;
    if (now() >= usableUntilMs) return expired(userId);
    const user = ledger.user(userId);
    const rights = ledger.userRights(userId);
    if (user === undefined || isLeft(rights)) return stale(`user ${userId} was deleted`);
    if (user.isDeactivated) return stale(`user ${userId} was deactivated`);
    // lists of rights are immutable: another list means other rights
    return rightsOf(rights.right) === caller.rights
      ? undefined
      : stale(`the rights of user ${userId} changed`);
  };
  return {
    error,
    recheck: async () =>
      error() ?? errorIn(await authenticator.authenticate(headers), caller) ?? error(),
  };
};
