import type { LedgerError } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { developmentUser } from "./auth-config.js";

/** Errors of a creation when another node on the journal was first. */
const madeElsewhere: ReadonlyArray<LedgerError["code"]> = [
  "USER_ALREADY_EXISTS",
  "NODE_IS_PASSIVE_REPLICA",
];

/**
 * Creates `ledger-api-user`, the participant admin of the development login, once: not again after
 * it was deleted. A node that only follows waits for another one to create it. Left: why it cannot
 * be created.
 */
export const ensureDevelopmentUser = async (ledger: Ledger): Promise<Either<LedgerError, void>> => {
  if (ledger.user(developmentUser) !== undefined) return right(undefined);
  const created = await ledger.createUser({
    userId: developmentUser,
    rights: [{ kind: "ParticipantAdmin" }],
    once: true,
  });
  return isLeft(created) && !madeElsewhere.includes(created.left.code) ? created : right(undefined);
};
