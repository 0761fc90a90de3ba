import type { LedgerError } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { type Either, right } from "fp-ts/lib/Either.js";
import { type AuthConfig, defaultAdminUser, developmentUser } from "./auth/auth-config.js";

/**
 * Creates the users a node starts with, where they are missing: `participant_admin` (ledger-api 9.2), and for the
 * development login `ledger-api-user`; both participant admins. Right: the ones created.
 */
export const ensureStartingUsers = async (
  ledger: Ledger,
  auth: AuthConfig,
): Promise<Either<LedgerError, ReadonlyArray<string>>> => {
  const wanted =
    auth.kind === "development" ? [defaultAdminUser, developmentUser] : [defaultAdminUser];
  const made: string[] = [];
  for (const userId of wanted) {
    if (ledger.user(userId) !== undefined) continue;
    const created = await ledger.createUser({ userId, rights: [{ kind: "ParticipantAdmin" }] });
    // Another node on the same journal may have been faster.
    if (created._tag === "Left" && created.left.code !== "USER_ALREADY_EXISTS") return created;
    made.push(userId);
  }
  return right(made);
};
