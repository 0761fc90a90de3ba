import {
  type IdentityProviderConfig,
  isUserIdString,
  type LedgerError,
  ledgerError,
  type UserId,
} from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { JWTPayload } from "jose";
import type { TokenTarget } from "./auth-config.js";
import type { TokenTimes } from "./token-times.js";

export interface TokenClaims {
  readonly userId: UserId;
  readonly times: TokenTimes;
  /** The provider the token comes from, as it was configured then; absent for the default one. */
  readonly provider?: IdentityProviderConfig;
}

const participantAudience = "https://daml.com/jwt/aud/participant/";
const ledgerScope = "daml_ledger_api";

/** Marks, also on the wire, an error while the token was resolved (ledger-api 4.2). */
export const tokenContext = { ledger_api_error: "invalid token" } as const;

/** UNAUTHENTICATED; the reason is only in the log. */
export const unauthenticated = (reason: string): LedgerError =>
  ledgerError("UNAUTHENTICATED", reason, { definiteAnswer: true });

/** PERMISSION_DENIED while the token was resolved; the reason is only in the log. */
export const tokenRefused = (reason: string): LedgerError =>
  ledgerError("PERMISSION_DENIED", reason, { definiteAnswer: true, context: tokenContext });

const texts = (claim: unknown): ReadonlyArray<string> => {
  if (typeof claim === "string") return [claim];
  return Array.isArray(claim) ? claim.filter((each) => typeof each === "string") : [];
};

const scopesOf = (payload: JWTPayload): ReadonlyArray<string> =>
  [...texts(payload.scope), ...texts(payload.scp)].flatMap((scope) => scope.split(" "));

const unfit = (reason: string): Either<LedgerError, never> => left(unauthenticated(reason));

/**
 * The participant a token is bound to, by the kind of the token; undefined for none. Left: no kind
 * fits.
 */
const boundParticipant = (
  payload: JWTPayload,
  target: TokenTarget,
): Either<LedgerError, string | undefined> => {
  const audiences = texts(payload.aud);
  if (target.audience !== undefined) {
    return audiences.includes(target.audience)
      ? right(undefined)
      : unfit(`the token is not meant for the audience ${target.audience}`);
  }
  const scopes = scopesOf(payload);
  if (target.scope !== undefined) {
    return scopes.includes(target.scope)
      ? right(undefined)
      : unfit(`the token lacks the scope ${target.scope}`);
  }
  const participants = audiences.filter((audience) => audience.startsWith(participantAudience));
  if (participants.length > 1) return unfit("the token names several participants as audience");
  const [participant] = participants;
  if (participant !== undefined) return right(participant.slice(participantAudience.length));
  if (!scopes.includes(ledgerScope))
    return unfit(`the token has neither a participant audience nor the scope ${ledgerScope}`);
  return audiences.length > 1
    ? unfit("the token has the ledger scope and several audiences")
    : right(audiences[0]);
};

/** The end of the year 9999, seconds since the Unix epoch. */
const lastSecond = 253_402_300_799;

/** The times of a token; Left: one of them is none. Parts of a second are times too. */
const timesOf = (payload: JWTPayload): Either<LedgerError, TokenTimes> => {
  const times: { -readonly [C in keyof TokenTimes]: TokenTimes[C] } = {};
  for (const name of ["exp", "nbf", "iat"] as const) {
    const claim: unknown = payload[name];
    if (claim === undefined) continue;
    if (typeof claim !== "number" || !(claim >= 0 && claim <= lastSecond)) {
      const expected = "expected seconds since 1970 and before the year 10000";
      return unfit(`the token's ${name} is not a time: ${expected}`);
    }
    times[name] = claim * 1_000;
  }
  return right(times);
};

/**
 * Reads the claims of a verified token (ledger-api 9.1). Left UNAUTHENTICATED when it is none of
 * the known kinds or has no subject, PERMISSION_DENIED when it is meant for another participant,
 * INVALID_TOKEN when its subject is no UserIdString.
 */
export const readClaims = (
  payload: JWTPayload,
  target: TokenTarget,
  participantId: string,
): Either<LedgerError, TokenClaims> => {
  // what was parsed has whatever its issuer wrote
  const issuer: unknown = payload.iss;
  if (issuer !== undefined && typeof issuer !== "string")
    return unfit("the token's iss is not text: expected the name of its issuer");
  if (target.issuer !== undefined && issuer !== target.issuer)
    return unfit(`the token's issuer is not ${target.issuer}`);
  const times = timesOf(payload);
  if (isLeft(times)) return times;
  const bound = boundParticipant(payload, target);
  if (isLeft(bound)) return bound;
  if (bound.right !== undefined && bound.right !== participantId)
    return left(tokenRefused(`the token is meant for participant ${bound.right.slice(0, 300)}`));
  const { sub } = payload;
  if (typeof sub !== "string") return unfit("the token has no subject, which names its user");
  if (!isUserIdString(sub)) {
    return left(
      ledgerError("INVALID_TOKEN", "The subject of the token is not a valid user id", {
        definiteAnswer: true,
        context: tokenContext,
      }),
    );
  }
  return right({ userId: sub, times: times.right });
};
