import type { UserId } from "../values/ids.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  annotationsBytes,
  annotationsError,
  maxAnnotationsBytes,
  mergedAnnotations,
} from "./annotations.js";
import {
  changeableUser,
  knownUser,
  rightsBeyondCaller,
  rightsError,
  tooManyRights,
} from "./decide-user-rights.js";
import { isPartyIdString, isUserIdString, maxUserIdLength } from "../values/grammar.js";
import { textSentence, userIdSentence } from "../values/text-sentence.js";
import { providerError } from "./known-provider.js";
import {
  invalidArgument,
  invalidField,
  ledgerError,
  missingField,
} from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { ParticipantEvent, UserUpdated } from "../events/participant-event.js";
import type { Micros } from "../values/time.js";
import type {
  CreateUserCommand,
  DeleteUserCommand,
  MoveUserCommand,
  ParticipantContext,
  UpdateUserCommand,
} from "./participant-command.js";
import type { User } from "../events/participant-records.js";
import { type ParticipantState, rightsBeyond } from "./participant-state.js";
import { hasIn } from "../collections/persistent-map.js";
import { isStale, maskError, resourceVersionError } from "./update-mask.js";

type Decision = Either<LedgerError, ReadonlyArray<ParticipantEvent>>;

/** Creates a user; rights named twice are granted once (ledger-api 2.11, 9.2). */
export const createUser = (
  state: ParticipantState,
  command: CreateUserCommand,
  { recordTime, limits }: ParticipantContext,
): Decision => {
  const { kind: _kind, by: _by, ...user } = command;
  const rights = rightsBeyond([], command.rights);
  const error =
    userIdError(command.userId) ??
    primaryPartyError(command.primaryParty) ??
    rightsError(command.rights) ??
    annotationsError(command.annotations, false) ??
    providerError(state, command.identityProviderId, "identityProviderId") ??
    rightsBeyondCaller(state, rights, command.identityProviderId, command.by) ??
    takenId(state, command) ??
    tooManyRights(command.userId, rights.length, limits);
  return error === undefined
    ? right([{ type: "UserCreated", ...user, rights, recordTime }])
    : left(error);
};

const userIdError = (userId: UserId): LedgerError | undefined => {
  if (userId === "") return missingField("id", "a user id");
  return isUserIdString(userId)
    ? undefined
    : invalidField(
        "id",
        `"${userId.slice(0, 60)}" is not a user id of 1 to ${maxUserIdLength} characters`,
        { sentence: userIdSentence(userId) },
      );
};

const primaryPartyError = (primaryParty: string): LedgerError | undefined =>
  primaryParty === "" || isPartyIdString(primaryParty)
    ? undefined
    : invalidArgument(
        `found "${primaryParty.slice(0, 60)}", expected a party id or the empty text`,
        "primaryParty",
        { sentence: textSentence("Party", primaryParty) },
      );

const takenId = (
  { users, usersMadeOnce }: ParticipantState,
  { userId, once }: CreateUserCommand,
): LedgerError | undefined => {
  const wasMade = once === true && usersMadeOnce.includes(userId);
  if (!wasMade && !hasIn(users, userId)) return undefined;
  const cause = `User ${userId} already exists${wasMade ? ", or was deleted" : ""}.`;
  return ledgerError("USER_ALREADY_EXISTS", cause, {
    publicCause: `creating user failed, as user "${userId}" already exists`,
    resources: [["USER", userId]],
  });
};

/** Paths a mask for a user may name; the last two have no effect (ledger-api 9.2). */
const userPaths = [
  "primary_party",
  "is_deactivated",
  "metadata.annotations",
  "metadata",
  "metadata.resource_version",
  "primary_party_authentication",
  "id",
  "identity_provider_id",
];

/** Changes what a mask names of a user (ledger-api 9.2, 3.4). */
export const updateUser = (
  state: ParticipantState,
  command: UpdateUserCommand,
  recordTime: Micros,
): Decision => {
  const malformed = updateError(command);
  if (malformed !== undefined) return left(malformed);
  const user = changeableUser(state, command, "updating user");
  if (isLeft(user)) return user;
  if (isStale(command.resourceVersion, user.right.resourceVersion)) {
    return left(
      ledgerError(
        "CONCURRENT_USER_UPDATE_DETECTED",
        `Update operation for user '${command.userId}' failed due to a concurrent update to the same user`,
        { resources: [["USER", command.userId]] },
      ),
    );
  }
  const updated = afterUpdate(user.right, command, recordTime);
  const sizeBytes = annotationsBytes(updated.annotations);
  return sizeBytes <= maxAnnotationsBytes
    ? right([updated])
    : left(
        ledgerError(
          "MAX_USER_ANNOTATIONS_SIZE_EXCEEDED",
          `The annotations of user ${command.userId} would take ${sizeBytes} bytes; expected at most ${maxAnnotationsBytes}.`,
          {
            publicCause: `Maximum annotations size for user '${command.userId}' has been exceeded`,
            resources: [["USER", command.userId]],
          },
        ),
      );
};

const updateError = (command: UpdateUserCommand): LedgerError | undefined => {
  const malformed = userIdError(command.userId);
  if (malformed !== undefined) return malformed;
  const mask = maskError(command.updateMask, userPaths);
  if (mask !== undefined) {
    return ledgerError(
      "INVALID_USER_UPDATE_REQUEST",
      `The update of user ${command.userId} is invalid: ${mask.reason}.`,
      {
        publicCause: `Update operation for user id '${command.userId}' failed due to: ${mask.sentence}`,
        resources: [["USER", command.userId]],
      },
    );
  }
  const deactivates = command.isDeactivated && command.updateMask.includes("is_deactivated");
  if (deactivates && command.by?.userId === command.userId)
    return invalidArgument("Requesting user cannot self-deactivate");
  return (
    primaryPartyError(command.primaryParty) ??
    resourceVersionError(command.resourceVersion) ??
    annotationsError(command.annotations, true)
  );
};

const afterUpdate = (user: User, command: UpdateUserCommand, recordTime: Micros): UserUpdated => {
  const { rights: _rights, ...held } = user;
  const named = new Set(command.updateMask);
  const { primaryParty, isDeactivated, primaryPartyAuthentication } = command;
  const annotations = mergedAnnotations(held.annotations, command.annotations);
  return {
    type: "UserUpdated",
    ...held,
    ...(named.has("primary_party") ? { primaryParty } : {}),
    ...(named.has("is_deactivated") ? { isDeactivated } : {}),
    ...(named.has("metadata.annotations") || named.has("metadata") ? { annotations } : {}),
    ...(named.has("primary_party_authentication") ? { primaryPartyAuthentication } : {}),
    resourceVersion: held.resourceVersion + 1,
    recordTime,
  };
};

/** Deletes a user, but not the caller itself (ledger-api 9.2). */
export const deleteUser = (
  state: ParticipantState,
  { userId, identityProviderId, by }: DeleteUserCommand,
  recordTime: Micros,
): Decision => {
  const error =
    userIdError(userId) ??
    (by?.userId === userId ? invalidArgument("A user cannot delete itself", "userId") : undefined);
  if (error !== undefined) return left(error);
  const user = changeableUser(state, { userId, identityProviderId, by }, "deleting user");
  return isLeft(user) ? user : right([{ type: "UserDeleted", userId, recordTime }]);
};

/** Moves a user from one identity provider to another; both must exist (ledger-api 9.2). */
export const moveUser = (
  state: ParticipantState,
  { userId, sourceProviderId, targetProviderId }: MoveUserCommand,
  recordTime: Micros,
): Decision => {
  const error =
    userIdError(userId) ??
    providerError(state, sourceProviderId, "sourceIdentityProviderId") ??
    providerError(state, targetProviderId, "targetIdentityProviderId");
  if (error !== undefined) return left(error);
  const user = knownUser(
    state,
    { userId, identityProviderId: sourceProviderId },
    "update user identity provider",
  );
  if (isLeft(user)) return user;
  const identityProviderId = targetProviderId;
  const resourceVersion = user.right.resourceVersion + 1;
  return right(
    sourceProviderId === targetProviderId
      ? []
      : [
          {
            type: "UserIdentityProviderChanged",
            userId,
            identityProviderId,
            resourceVersion,
            recordTime,
          },
        ],
  );
};
