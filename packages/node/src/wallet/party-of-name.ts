import {
  invalidArgument,
  type LedgerError,
  maxHintLength,
  type User,
  type PartyId,
  type UserId,
} from "@tallystick/core";
import type { WalletViews } from "@tallystick/views/wallet";
import { type NetworkSettings, partyHintOf } from "@tallystick/wallet";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Ledger } from "../ledger/ledger.js";
import { partyIdOf } from "./set-up.js";

/** The context of finding the party of a name. */
interface PartyOfNameParts {
  readonly ledger: Ledger;
  readonly views: Pick<WalletViews, "walletParty">;
  readonly settings: Pick<NetworkSettings, "dso" | "operator" | "sv">;
}

const pageSize = 1_000;

const mayActAs = ({ rights }: User, party: PartyId): boolean =>
  rights.some((it) => (it.kind === "CanActAs" || it.kind === "CanExecuteAs") && it.party === party);

/** True when a user other than this one may act as a party. */
const isOthers = (ledger: Ledger, userId: UserId, party: PartyId): boolean => {
  for (let after = ""; ; ) {
    const users = ledger.users({ after, limit: pageSize });
    if (users.some((user) => user.userId !== userId && mayActAs(user, party))) return true;
    const last = users.at(-1);
    if (last === undefined || users.length < pageSize) return false;
    after = last.userId;
  }
};

/** True for a party that a user may have because its name is the user's. */
const isForUser = (
  { ledger, views, settings }: PartyOfNameParts,
  userId: UserId,
  party: PartyId,
): boolean => {
  const { dso, operator, sv } = settings;
  if ([dso, operator, sv].includes(party)) return false;
  if (views.walletParty(operator, userId) === party) return true;
  const provider = ledger.user(userId)?.identityProviderId ?? "";
  return ledger.party(party)?.identityProviderId === provider && !isOthers(ledger, userId, party);
};

/**
 * The party with a user's name: the one its wallet had before, or one that no other user may act
 * as, or else a new one, with a number when the name is taken. Left: the user's id is too long for
 * the name of a party.
 */
export const partyOfName = async (
  parts: PartyOfNameParts,
  userId: UserId,
): Promise<Either<LedgerError, string>> => {
  const { ledger } = parts;
  for (let count = 1; ; ) {
    const partyIdHint = partyHintOf(userId, count);
    if (partyIdHint.length > maxHintLength) {
      return left(
        invalidArgument(
          `found ${userId}, whose party's name would have ${partyIdHint.length} characters, expected at most ${maxHintLength}; the operator can give it a party by party_id`,
          "user",
        ),
      );
    }
    const party = partyIdOf(ledger, partyIdHint);
    if (ledger.party(party) === undefined) {
      const made = await ledger.allocateParty({ partyIdHint });
      if (!isLeft(made)) return right(party);
      // another node of the ledger may have made it
      if (ledger.party(party) === undefined) return made;
    }
    if (isForUser(parts, userId, party)) return right(party);
    count++;
  }
};
