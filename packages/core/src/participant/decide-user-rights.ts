import type { UserId } from "../values/ids.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { isPartyIdString } from "../values/grammar.js";
import { textSentence } from "../values/text-sentence.js";
import { otherProvider } from "./known-provider.js";
import {
  invalidArgument,
  ledgerError,
  userNotFound,
  type UserOperation,
} from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { ParticipantEvent } from "../events/participant-event.js";
import type { ParticipantContext, UserRightsCommand } from "./participant-command.js";
import type { RequestedBy, User, UserRight } from "../events/participant-records.js";
import { type ParticipantState, rightsBeyond, rightText } from "./participant-state.js";
import { getIn } from "../collections/persistent-map.js";

/** Grants rights not held before, or revokes rights held (ledger-api 9). */
export const changeUserRights = (
  state: ParticipantState,
  command: UserRightsCommand,
  context: ParticipantContext,
): Either<LedgerError, ReadonlyArray<ParticipantEvent>> => {
  const malformed = rightsError(command.rights);
  if (malformed !== undefined) return left(malformed);
  const grants = command.kind === "GrantUserRights";
  const user = changeableUser(state, command, grants ? "grant user rights" : "revoke user rights");
  if (isLeft(user)) return user;
  const error =
    rightsBeyondCaller(state, command.rights, user.right.identityProviderId, command.by) ??
    (grants ? undefined : selfRevocation(command));
  if (error !== undefined) return left(error);
  return grants
    ? grantedRights(state, command, context)
    : right(revokedRights(user.right, command.rights, context));
};

/**
 * What a grant leaves whose rights are in order. Left USER_NOT_FOUND, PERMISSION_DENIED,
 * TOO_MANY_USER_RIGHTS.
 */
export const grantedRights = (
  state: ParticipantState,
  { userId, rights, identityProviderId }: Omit<UserRightsCommand, "kind">,
  { recordTime, limits }: Pick<ParticipantContext, "recordTime" | "limits">,
  operation: UserOperation = "grant user rights",
): Either<LedgerError, ReadonlyArray<ParticipantEvent>> => {
  const user = knownUser(state, { userId, identityProviderId }, operation);
  if (isLeft(user)) return user;
  const added = rightsBeyond(user.right.rights, rights);
  if (added.length === 0) return right([]);
  const tooMany = tooManyRights(userId, user.right.rights.length + added.length, limits);
  return tooMany === undefined
    ? right([{ type: "UserRightsGranted", userId, rights: added, recordTime }])
    : left(tooMany);
};

const revokedRights = (
  user: User,
  rights: ReadonlyArray<UserRight>,
  { recordTime }: ParticipantContext,
): ReadonlyArray<ParticipantEvent> => {
  const named = new Set(rights.map(rightText));
  const revoked = user.rights.filter((held) => named.has(rightText(held)));
  return revoked.length === 0
    ? []
    : [{ type: "UserRightsRevoked", userId: user.userId, rights: revoked, recordTime }];
};

interface NamedUser {
  readonly userId: UserId;
  /** The provider the request names; undefined: not checked. */
  readonly identityProviderId?: string | undefined;
}

/**
 * The user with this id. Left USER_NOT_FOUND, or PERMISSION_DENIED when it belongs to another
 * provider than the request names (ledger-api 9.2).
 */
export const knownUser = (
  state: ParticipantState,
  { userId, identityProviderId }: NamedUser,
  operation: UserOperation,
): Either<LedgerError, User> => {
  const user = getIn(state.users, userId);
  if (user === undefined) return left(userNotFound(userId, operation));
  return identityProviderId === undefined || user.identityProviderId === identityProviderId
    ? right(user)
    : left(otherProvider(`User ${userId}`, identityProviderId));
};

/**
 * The user, if the caller may change it: only participant admins may change a participant admin,
 * not administrators of its identity provider. Left PERMISSION_DENIED otherwise.
 */
export const changeableUser = (
  state: ParticipantState,
  { by, ...named }: NamedUser & { readonly by?: RequestedBy | undefined },
  operation: UserOperation,
): Either<LedgerError, User> => {
  const user = knownUser(state, named, operation);
  if (isLeft(user) || by === undefined || by.participantAdmin) return user;
  return user.right.rights.some(({ kind }) => kind === "ParticipantAdmin")
    ? left(
        ledgerError(
          "PERMISSION_DENIED",
          `User ${named.userId} is a participant admin; only a participant admin may change it.`,
        ),
      )
    : user;
};

/** INVALID_ARGUMENT for a right whose party is malformed (ledger-api 3.4). */
export const rightsError = (rights: ReadonlyArray<UserRight>): LedgerError | undefined => {
  for (const [at, granted] of rights.entries()) {
    if ("party" in granted && !isPartyIdString(granted.party)) {
      return invalidArgument(
        `found "${granted.party.slice(0, 60)}", expected a party id`,
        `rights[${at}].party`,
        { sentence: textSentence("Party", granted.party) },
      );
    }
  }
  return undefined;
};

/** Rights that only a participant admin may grant or revoke (ledger-api 9.3). */
export const participantAdminRights: ReadonlySet<UserRight["kind"]> = new Set<UserRight["kind"]>([
  "ParticipantAdmin",
  "CanReadAsAnyParty",
  "CanExecuteAsAnyParty",
]);

/**
 * Rights that a caller who is not a participant admin may not grant or revoke (ledger-api 9.2,
 * 9.3):
 * PERMISSION_DENIED for rights over the whole participant, UNKNOWN_RESOURCE for parties that are
 * not of the user's provider. Only the parties of CanActAs and CanReadAs are looked at.
 */
export const rightsBeyondCaller = (
  state: ParticipantState,
  rights: ReadonlyArray<UserRight>,
  identityProviderId: string,
  by: RequestedBy | undefined,
): LedgerError | undefined => {
  if (by === undefined || by.participantAdmin) return undefined;
  const tooHigh = rights.find(({ kind }) => participantAdminRights.has(kind));
  if (tooHigh !== undefined) {
    return ledgerError(
      "PERMISSION_DENIED",
      `Only a participant admin may grant or revoke ${tooHigh.kind}.`,
    );
  }
  const parties = rights.flatMap((each) =>
    each.kind === "CanActAs" || each.kind === "CanReadAs" ? [each.party] : [],
  );
  const unknown = [...new Set(parties)].filter(
    (party) => getIn(state.parties, party)?.identityProviderId !== identityProviderId,
  );
  return unknown.length === 0
    ? undefined
    : ledgerError(
        "UNKNOWN_RESOURCE",
        `These parties are not known in the identity provider of the user: ${unknown.join(", ")}`,
        { resources: unknown.map((party) => ["PARTIES", party]) },
      );
};

// the last administrator must not be locked out by mistake (ledger-api 9.2)
const selfRevocation = ({ userId, rights, by }: UserRightsCommand): LedgerError | undefined =>
  by?.userId === userId && rights.some(({ kind }) => kind === "ParticipantAdmin")
    ? invalidArgument("A user cannot revoke its own right ParticipantAdmin", "rights")
    : undefined;

/** TOO_MANY_USER_RIGHTS when a user would hold more rights than allowed (ledger-api 9.2). */
export const tooManyRights = (
  userId: UserId,
  count: number,
  { maxRightsPerUser }: ParticipantContext["limits"],
): LedgerError | undefined =>
  count <= maxRightsPerUser
    ? undefined
    : ledgerError(
        "TOO_MANY_USER_RIGHTS",
        `User ${userId} would hold ${count} rights; expected at most ${maxRightsPerUser}.`,
        { resources: [["USER", userId]] },
      );
