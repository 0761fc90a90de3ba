import { type LedgerError, ledgerError } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { type Either, left } from "fp-ts/lib/Either.js";
import type { Caller } from "../../auth/authenticator.js";
import { denied } from "../../auth/required-right.js";
import type { Services } from "../../endpoints/services.js";

/**
 * Users whose own allocation is on its way; a second one at the same time could exceed the quota
 * unseen.
 */
const underWay = new WeakMap<Ledger, Set<string>>();

const underWayOn = (ledger: Ledger): Set<string> => {
  const users = underWay.get(ledger) ?? new Set<string>();
  underWay.set(ledger, users);
  return users;
};

const inFlight = (userId: string): LedgerError =>
  ledgerError(
    "REQUEST_ALREADY_IN_FLIGHT",
    `Another party of user ${userId} is being allocated; ask again when it is done`,
  );

/**
 * The parties a user may act as, which for users that are no admins are at least those it
 * allocated.
 */
const heldParties = (ledger: Ledger, userId: string): number =>
  (ledger.user(userId)?.rights ?? []).filter(({ kind }) => kind === "CanActAs").length;

/**
 * Allocates for an admin without more ado, and for other users, who may only name themselves, up to
 * `maxSelfAllocatedParties`. Left PERMISSION_DENIED when the quota is used up,
 * REQUEST_ALREADY_IN_FLIGHT while another allocation of the user runs (ledger-api 2.10, 9.4).
 */
export const withinQuota = async <A>(
  { userId, rights }: Caller,
  { ledger, config }: Services,
  allocate: () => Promise<Either<LedgerError, A>>,
): Promise<Either<LedgerError, A>> => {
  if (rights.participantAdmin || rights.identityProviderAdmin) return allocate();
  const quota = config.maxSelfAllocatedParties;
  if (heldParties(ledger, userId) >= quota)
    return left(denied(`User ${userId} has used up its quota of ${quota} parties`));
  const users = underWayOn(ledger);
  if (users.has(userId)) return left(inFlight(userId));
  users.add(userId);
  try {
    return await allocate();
  } finally {
    users.delete(userId);
  }
};
