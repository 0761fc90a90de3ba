import type { LedgerError } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { developmentUser } from "./auth-config.js";

/**
 * Creates `ledger-api-user`, the participant admin of the development login, where it is missing.
 * Left: why it cannot be created.
 */
export const ensureDevelopmentUser = async (ledger: Ledger): Promise<Either<LedgerError, void>> => {
  if (ledger.user(developmentUser) !== undefined) return right(undefined);
  const created = await ledger.createUser({
    userId: developmentUser,
    rights: [{ kind: "ParticipantAdmin" }],
  });
  // Another node on the same journal may have been faster.
  return isLeft(created) && created.left.code !== "USER_ALREADY_EXISTS"
    ? created
    : right(undefined);
};
