import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { PackageInfo } from "./catalog.js";
import { isPartyIdString, isUserIdString, MAX_HINT_LENGTH } from "./grammar.js";
import {
  invalidArgument,
  invalidField,
  ledgerError,
  missingField,
  userNotFound,
} from "./ledger-error-build.js";
import type { LedgerError } from "./ledger-error.js";
import type { LedgerEvent, Micros, UserRight } from "./ledger-event.js";
import type { ParticipantState } from "./participant-state.js";
import { rightsBeyond } from "./participant-state.js";
import { getIn, hasIn } from "./persistent-map.js";

/** Gives a new journal its identity. */
export interface InitializeLedger {
  readonly kind: "InitializeLedger";
  readonly participantId: string;
  readonly synchronizerId: string;
}

/** Makes packages usable; those already registered are passed over. */
export interface RegisterPackages {
  readonly kind: "RegisterPackages";
  readonly packages: ReadonlyArray<PackageInfo>;
}

/** Hosts a party (ledger-api 2.10). */
export interface AllocatePartyCommand {
  readonly kind: "AllocateParty";
  /** Empty: the participant chooses a name. */
  readonly partyIdHint: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly identityProviderId: string;
  readonly synchronizerId: string;
  /** This user receives CanActAs for the party; empty for none. */
  readonly userId: string;
}

/** Creates a user (ledger-api 2.11). */
export interface CreateUserCommand {
  readonly kind: "CreateUser";
  readonly userId: string;
  readonly primaryParty: string;
  readonly isDeactivated: boolean;
  readonly annotations: Readonly<Record<string, string>>;
  readonly identityProviderId: string;
  readonly rights: ReadonlyArray<UserRight>;
}

/** Grants rights to a user (ledger-api 9). */
export interface GrantUserRightsCommand {
  readonly kind: "GrantUserRights";
  readonly userId: string;
  readonly rights: ReadonlyArray<UserRight>;
}

/** Everything that changes the participant rather than its contracts. */
export type ParticipantCommand =
  | InitializeLedger
  | RegisterPackages
  | AllocatePartyCommand
  | CreateUserCommand
  | GrantUserRightsCommand;

/** Rights one user may hold (ledger-api 12). */
export const maxRightsPerUser = 1000;

/** Size of all annotations of a user or party together, keys and values in UTF-8 (ledger-api 12). */
export const maxAnnotationsBytes = 256 * 1024;

/** What a decision on the participant needs beside the state. */
export interface ParticipantContext {
  readonly recordTime: Micros;
  /** A fresh text for a party without a hint, `[a-z0-9-]`. */
  readonly freshName: string;
}

/** Decides a command on the participant. */
export const decideParticipant = (
  state: ParticipantState,
  command: ParticipantCommand,
  context: ParticipantContext,
): Either<LedgerError, ReadonlyArray<LedgerEvent>> => {
  const { recordTime } = context;
  switch (command.kind) {
    case "InitializeLedger":
      return state.participantId === ""
        ? right([
            {
              type: "LedgerInitialized",
              participantId: command.participantId,
              synchronizerId: command.synchronizerId,
              recordTime,
            },
          ])
        : right([]);
    case "RegisterPackages":
      return right(registerPackages(state, command.packages, recordTime));
    case "AllocateParty":
      return allocateParty(state, command, context);
    case "CreateUser":
      return createUser(state, command, recordTime);
    case "GrantUserRights":
      return grantUserRights(state, command, recordTime);
  }
};

const registerPackages = (
  state: ParticipantState,
  packages: ReadonlyArray<PackageInfo>,
  recordTime: Micros,
): ReadonlyArray<LedgerEvent> => {
  const added = new Map(packages.map((info) => [info.packageId, info]));
  return [...added.values()]
    .filter(({ packageId }) => !hasIn(state.packages, packageId))
    .map(({ packageId, name, version, model }) => ({
      type: "PackageRegistered",
      packageId,
      name,
      version,
      model,
      recordTime,
    }));
};

const allocateParty = (
  state: ParticipantState,
  command: AllocatePartyCommand,
  { recordTime, freshName }: ParticipantContext,
): Either<LedgerError, ReadonlyArray<LedgerEvent>> => {
  const hint = command.partyIdHint === "" ? `party-${freshName}` : command.partyIdHint;
  const problem = partyProblem(state, command, hint);
  if (problem !== undefined) return left(problem);
  const fingerprint = state.participantId.slice(state.participantId.indexOf("::") + 2);
  const party = `${hint}::${fingerprint}`;
  if (hasIn(state.parties, party))
    return left(
      invalidArgument(`Party already exists: party ${party} is already allocated on this node`),
    );
  const { annotations, identityProviderId, userId } = command;
  const allocated: LedgerEvent = {
    type: "PartyAllocated",
    party,
    annotations,
    identityProviderId,
    recordTime,
  };
  if (userId === "") return right([allocated]);
  const granted = grantUserRights(
    state,
    { kind: "GrantUserRights", userId, rights: [{ kind: "CanActAs", party }] },
    recordTime,
  );
  return granted._tag === "Left" ? granted : right([allocated, ...granted.right]);
};

const partyProblem = (
  state: ParticipantState,
  command: AllocatePartyCommand,
  hint: string,
): LedgerError | undefined => {
  if (state.participantId === "")
    return ledgerError(
      "PARTY_ALLOCATION_WITHOUT_CONNECTED_SYNCHRONIZER",
      "This node has no identity yet, which the ids of its parties end with.",
    );
  // the first "::" parts a party id, so that a hint must not add a colon to it
  if (
    !isPartyIdString(hint) ||
    hint.length > MAX_HINT_LENGTH ||
    hint.includes("::") ||
    hint.endsWith(":")
  )
    return invalidArgument(
      `found "${hint.slice(0, 60)}", expected 1 to ${MAX_HINT_LENGTH} characters of [a-zA-Z0-9:-_ ] without "::" and without ":" at the end`,
      "partyIdHint",
    );
  if (command.synchronizerId !== "" && command.synchronizerId !== state.synchronizerId)
    return ledgerError(
      "PARTY_ALLOCATION_CANNOT_DETERMINE_SYNCHRONIZER",
      `This node is connected to ${state.synchronizerId}, not to the synchronizer ${command.synchronizerId.slice(0, 100)}.`,
      { field: "synchronizerId" },
    );
  if (command.identityProviderId !== "") return unknownProvider(command.identityProviderId);
  return annotationsProblem(command.annotations);
};

const unknownProvider = (identityProviderId: string): LedgerError =>
  invalidArgument(
    `The identity provider ${identityProviderId.slice(0, 100)} is not known to this node`,
    "identityProviderId",
  );

const annotationKey =
  /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?\/)?[a-zA-Z0-9](?:[a-zA-Z0-9._-]{0,61}[a-zA-Z0-9])?$/;

const annotationsProblem = (
  annotations: Readonly<Record<string, string>>,
): LedgerError | undefined => {
  const encoder = new TextEncoder();
  let sizeBytes = 0;
  for (const [key, value] of Object.entries(annotations)) {
    if (!annotationKey.test(key))
      return invalidArgument(
        `The annotation key "${key.slice(0, 60)}" is not of the form [prefix/]name`,
        "annotations",
      );
    if (value === "")
      return invalidArgument(
        `The annotation "${key}" has an empty value; expected a non-empty one`,
        "annotations",
      );
    sizeBytes += encoder.encode(key).length + encoder.encode(value).length;
  }
  return sizeBytes <= maxAnnotationsBytes
    ? undefined
    : invalidArgument(
        `The annotations take ${sizeBytes} bytes; expected at most ${maxAnnotationsBytes}`,
        "annotations",
      );
};

const createUser = (
  state: ParticipantState,
  command: CreateUserCommand,
  recordTime: Micros,
): Either<LedgerError, ReadonlyArray<LedgerEvent>> => {
  const { kind: _kind, ...user } = command;
  const problem = userProblem(state, command);
  if (problem !== undefined) return left(problem);
  const rights = rightsBeyond([], command.rights);
  if (rights.length > maxRightsPerUser) return left(tooManyRights(command.userId, rights.length));
  return right([{ type: "UserCreated", ...user, rights, recordTime }]);
};

const userProblem = (
  state: ParticipantState,
  command: CreateUserCommand,
): LedgerError | undefined => {
  if (command.userId === "") return missingField("id", "a user id");
  if (!isUserIdString(command.userId))
    return invalidField(
      "id",
      `"${command.userId.slice(0, 60)}" is not a user id of 1 to 128 characters`,
    );
  if (hasIn(state.users, command.userId))
    return ledgerError("USER_ALREADY_EXISTS", `User ${command.userId} already exists.`, {
      resources: [["USER", command.userId]],
    });
  if (command.primaryParty !== "" && !isPartyIdString(command.primaryParty))
    return invalidArgument(
      `found "${command.primaryParty.slice(0, 60)}", expected a party id`,
      "primaryParty",
    );
  if (command.identityProviderId !== "") return unknownProvider(command.identityProviderId);
  return rightsProblem(command.rights) ?? annotationsProblem(command.annotations);
};

const rightsProblem = (rights: ReadonlyArray<UserRight>): LedgerError | undefined => {
  for (const [at, granted] of rights.entries())
    if ("party" in granted && !isPartyIdString(granted.party))
      return invalidArgument(
        `found "${granted.party.slice(0, 60)}", expected a party id`,
        `rights[${at}].kind.${granted.kind}.value.party`,
      );
  return undefined;
};

const grantUserRights = (
  state: ParticipantState,
  { userId, rights }: GrantUserRightsCommand,
  recordTime: Micros,
): Either<LedgerError, ReadonlyArray<LedgerEvent>> => {
  const user = getIn(state.users, userId);
  if (user === undefined) return left(userNotFound(userId));
  const problem = rightsProblem(rights);
  if (problem !== undefined) return left(problem);
  const added = rightsBeyond(user.rights, rights);
  if (added.length === 0) return right([]);
  const count = user.rights.length + added.length;
  return count > maxRightsPerUser
    ? left(tooManyRights(userId, count))
    : right([{ type: "UserRightsGranted", userId, rights: added, recordTime }]);
};

const tooManyRights = (userId: string, count: number): LedgerError =>
  ledgerError(
    "TOO_MANY_USER_RIGHTS",
    `User ${userId} would hold ${count} rights; expected at most ${maxRightsPerUser}.`,
    { resources: [["USER", userId]] },
  );
