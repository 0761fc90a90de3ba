import type { IncomingHttpHeaders } from "node:http";
import { type LedgerError, ledgerError } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Caller } from "../auth/authenticator.js";
import type { RequestOrigin } from "../auth/loopback.js";
import { type CallerRules, requestCaller } from "../auth/request-caller.js";
import { rightsOf } from "../auth/rights.js";
import type { Access } from "../endpoints/request.js";
import { reachMinOffset } from "../endpoints/reach-min-offset.js";

/** What is checked of a call before its row. */
export interface CheckedAccess {
  readonly access: Access;
  readonly submits: boolean;
}

interface OriginParts {
  readonly rules: CallerRules;
  readonly ledger: Pick<Ledger, "waitForOffset" | "ledgerEnd">;
  readonly minOffsetTimeoutMs: number;
}

const noOne: Caller = { userId: "", rights: rightsOf([]), identityProviderId: "" };

/** The error for a call to an interface that could not be prepared. */
export const notServed: LedgerError = ledgerError(
  "SERVICE_NOT_RUNNING",
  "The interface is not configured properly; the node's log says why",
  { definiteAnswer: true },
);

const offsetReached = async (
  headers: IncomingHttpHeaders,
  { ledger, minOffsetTimeoutMs }: OriginParts,
  caller: Caller,
): Promise<Either<LedgerError, Caller>> => {
  const error = await reachMinOffset(headers, ledger, minOffsetTimeoutMs);
  return error === undefined ? right(caller) : left(error);
};

/**
 * The caller of a call, after the checks that the middlewares make of a request: limits of its
 * address, its token, limits of its user, and the offset that it names.
 */
export const callerOfCall = async (
  origin: RequestOrigin,
  { access, submits }: CheckedAccess,
  parts: OriginParts,
): Promise<Either<LedgerError, Caller>> => {
  const { rateLimits } = parts.rules;
  const crowded = rateLimits.address(origin.socket.remoteAddress ?? "");
  if (crowded !== undefined) return left(crowded.error);
  if (access === "open") return offsetReached(origin.headers, parts, noOne);
  const asked = { access: access === "subject" ? "subject" : "token", mayLiveLong: false } as const;
  const caller = await requestCaller(origin, asked, parts.rules);
  if (isLeft(caller)) return left(caller.left.error);
  const limited = rateLimits.user(caller.right.userId, submits);
  if (limited !== undefined) return left(limited.error);
  return offsetReached(origin.headers, parts, caller.right);
};
