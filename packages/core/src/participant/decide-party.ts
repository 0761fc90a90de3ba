import type { PartyId, UserId } from "../values/ids.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  annotationsBytes,
  annotationsError,
  maxAnnotationsBytes,
  mergedAnnotations,
} from "./annotations.js";
import { grantedRights } from "./decide-user-rights.js";
import {
  isPartyIdString,
  isSynchronizerId,
  isUserIdString,
  maxHintLength,
  maxUserIdLength,
} from "../values/grammar.js";
import {
  hintSentence,
  shortId,
  textSentence,
  uniqueIdentifierSentence,
  userIdSentence,
} from "../values/text-sentence.js";
import { otherProvider, providerError } from "./known-provider.js";
import { invalidArgument, invalidField, ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { ParticipantEvent } from "../events/participant-event.js";
import type { Micros } from "../values/time.js";
import type {
  AllocatePartyCommand,
  MovePartyCommand,
  ParticipantContext,
  UpdatePartyCommand,
} from "./participant-command.js";
import type { Party } from "../events/participant-records.js";
import type { ParticipantState } from "./participant-state.js";
import { getIn, hasIn } from "../collections/persistent-map.js";
import { isStale, maskError, resourceVersionError } from "./update-mask.js";

/** Hosts a party, and lets a user act as it (ledger-api 2.10). */
export const allocateParty = (
  state: ParticipantState,
  command: AllocatePartyCommand,
  { recordTime, freshName, limits }: ParticipantContext,
): Either<LedgerError, ReadonlyArray<ParticipantEvent>> => {
  const hint = command.partyIdHint === "" ? `party-${freshName}` : command.partyIdHint;
  const error = quotaError(state, command) ?? allocationError(state, command, hint);
  if (error !== undefined) return left(error);
  const fingerprint = state.participantId.slice(state.participantId.indexOf("::") + 2);
  const party = `${hint}::${fingerprint}`;
  if (hasIn(state.parties, party)) {
    const taken = (id: string): string =>
      `Party already exists: party ${id} is already allocated on this node`;
    return left(invalidArgument(taken(party), undefined, { sentence: taken(shortId(party)) }));
  }
  const { annotations, identityProviderId, userId } = command;
  const allocated: ParticipantEvent = {
    type: "PartyAllocated",
    party,
    annotations,
    identityProviderId,
    recordTime,
  };
  if (userId === "") return right([allocated]);
  const granted = grantedRights(
    state,
    { userId, rights: [{ kind: "CanActAs", party }], identityProviderId },
    { recordTime, limits },
    "checking user's existence",
  );
  return isLeft(granted) ? granted : right([allocated, ...granted.right]);
};

const allocationError = (
  state: ParticipantState,
  command: AllocatePartyCommand,
  hint: string,
): LedgerError | undefined => {
  if (state.participantId === "") {
    return ledgerError(
      "PARTY_ALLOCATION_WITHOUT_CONNECTED_SYNCHRONIZER",
      "This node has no identity yet; the ids of its parties end with it.",
    );
  }
  const lexical = textSentence("Party", hint);
  const sentence = lexical ?? hintSentence(hint);
  // the first "::" parts a party id, so that a hint must not add a colon to it
  if (sentence !== undefined || hint.endsWith(":")) {
    return invalidArgument(
      `found "${hint.slice(0, 60)}", expected 1 to ${maxHintLength} characters of [a-zA-Z0-9:-_ ] without "::" and without ":" at the end`,
      "partyIdHint",
      {
        sentence: lexical ?? (sentence === undefined ? undefined : `Invalid party ID: ${sentence}`),
      },
    );
  }
  return (
    synchronizerError(state, command.synchronizerId) ??
    userIdError(command.userId) ??
    providerError(state, command.identityProviderId, "identityProviderId") ??
    annotationsError(command.annotations, false)
  );
};

const synchronizerError = (
  state: ParticipantState,
  synchronizerId: string,
): LedgerError | undefined => {
  if (synchronizerId === "" || synchronizerId === state.synchronizerId) return undefined;
  const shown = synchronizerId.slice(0, 100);
  return isSynchronizerId(synchronizerId)
    ? ledgerError(
        "NOT_CONNECTED_TO_SYNCHRONIZER",
        `This node is connected to ${state.synchronizerId}, not to the synchronizer ${shown}.`,
        {
          publicCause: `This participant is not connected to synchronizer ${shown}.`,
          context: { synchronizer: shown },
          field: "synchronizerId",
        },
      )
    : invalidField(
        "synchronizer_id",
        `found "${shown}", expected a synchronizer id <name>::<fingerprint>`,
        { sentence: uniqueIdentifierSentence(synchronizerId) },
      );
};

/**
 * PERMISSION_DENIED when a user who allocates for itself may act as so many parties already
 * (ledger-api 2.10). Decided here, so that concurrent requests, also on two nodes, cannot exceed it
 * together.
 */
export const quotaError = (
  state: ParticipantState,
  { userId, maxPartiesOfUser }: Pick<AllocatePartyCommand, "userId" | "maxPartiesOfUser">,
): LedgerError | undefined => {
  if (maxPartiesOfUser === undefined) return undefined;
  const rights = getIn(state.users, userId)?.rights ?? [];
  const held = rights.filter(({ kind }) => kind === "CanActAs").length;
  return held < maxPartiesOfUser
    ? undefined
    : ledgerError(
        "PERMISSION_DENIED",
        `User ${userId} has used up its quota of ${maxPartiesOfUser} parties`,
        { definiteAnswer: true },
      );
};

/** Checks the user that will act as a new party; empty is none. */
export const userIdError = (userId: UserId): LedgerError | undefined =>
  userId === "" || isUserIdString(userId)
    ? undefined
    : invalidField(
        "user_id",
        `found "${userId.slice(0, 60)}", expected a user id of 1 to ${maxUserIdLength} characters`,
        { sentence: userIdSentence(userId) },
      );

/**
 * Paths a mask for a party may name; all but the annotations are fixed or have no
 * effect (ledger-api 2.10).
 */
const partyPaths = [
  "local_metadata.annotations",
  "local_metadata",
  "local_metadata.resource_version",
  "is_local",
  "party",
  "identity_provider_id",
];

/** Changes the local details of a party: its annotations (ledger-api 2.10, 3.4). */
export const updateParty = (
  state: ParticipantState,
  command: UpdatePartyCommand,
  recordTime: Micros,
): Either<LedgerError, ReadonlyArray<ParticipantEvent>> => {
  const malformed = updateError(command);
  if (malformed !== undefined) return left(malformed);
  const { updateMask } = command;
  const party = getIn(state.parties, command.party);
  if (party === undefined) return left(partyNotFound(command.party));
  const error = conflictingUpdate(party, command);
  if (error !== undefined) return left(error);
  const annotations =
    updateMask.includes("local_metadata.annotations") || updateMask.includes("local_metadata")
      ? mergedAnnotations(party.annotations, command.annotations)
      : party.annotations;
  const sizeBytes = annotationsBytes(annotations);
  if (sizeBytes > maxAnnotationsBytes) {
    return left(
      ledgerError(
        "MAX_PARTY_DETAILS_ANNOTATIONS_SIZE_EXCEEDED",
        `The annotations of party ${party.party} would take ${sizeBytes} bytes; expected at most ${maxAnnotationsBytes}.`,
        {
          publicCause: `Maximum annotations size for party '${party.party}' has been exceeded`,
          resources: [["PARTY", party.party]],
        },
      ),
    );
  }
  return right([updated({ ...party, annotations }, recordTime)]);
};

/** A party as it becomes. */
const updated = (
  { party, annotations, identityProviderId, imported, resourceVersion }: Party,
  recordTime: Micros,
): ParticipantEvent => ({
  type: "PartyUpdated",
  party,
  annotations,
  identityProviderId,
  ...(imported === undefined ? {} : { imported }),
  resourceVersion: resourceVersion + 1,
  recordTime,
});

/** Moves a party from one identity provider to another; both must exist. */
export const moveParty = (
  state: ParticipantState,
  { party: id, sourceProviderId, targetProviderId }: MovePartyCommand,
  recordTime: Micros,
): Either<LedgerError, ReadonlyArray<ParticipantEvent>> => {
  const error =
    partyIdError(id, "party") ??
    providerError(state, sourceProviderId, "sourceIdentityProviderId") ??
    providerError(state, targetProviderId, "targetIdentityProviderId");
  if (error !== undefined) return left(error);
  const party = getIn(state.parties, id);
  if (party === undefined || party.identityProviderId !== sourceProviderId)
    return left(partyNotFound(id));
  return right(
    sourceProviderId === targetProviderId
      ? []
      : [updated({ ...party, identityProviderId: targetProviderId }, recordTime)],
  );
};

const partyIdError = (party: PartyId, field: string): LedgerError | undefined =>
  isPartyIdString(party)
    ? undefined
    : invalidArgument(`found "${party.slice(0, 60)}", expected a party id`, field, {
        sentence: textSentence("Party", party),
      });

const updateError = (command: UpdatePartyCommand): LedgerError | undefined => {
  const malformed = partyIdError(command.party, "partyDetails.party");
  if (malformed !== undefined) return malformed;
  const mask = maskError(command.updateMask, partyPaths);
  if (mask !== undefined) return badUpdate(command.party, mask);
  return (
    resourceVersionError(command.resourceVersion) ?? annotationsError(command.annotations, true)
  );
};

const conflictingUpdate = (party: Party, command: UpdatePartyCommand): LedgerError | undefined => {
  if (party.identityProviderId !== command.identityProviderId)
    return otherProvider(`Party ${party.party}`, command.identityProviderId);
  if (command.updateMask.includes("is_local") && !command.isLocal) {
    return badUpdate(party.party, {
      reason: "is_local is true for a party hosted here and cannot be changed",
      sentence: `Update request attempted to modify not-modifiable 'is_local' attribute`,
    });
  }
  return isStale(command.resourceVersion, party.resourceVersion)
    ? ledgerError(
        "CONCURRENT_PARTY_DETAILS_UPDATE_DETECTED",
        `Update operation for party '${party.party}' failed due to a concurrent update to the same party`,
        { resources: [["PARTY", party.party]] },
      )
    : undefined;
};

const badUpdate = (
  party: PartyId,
  { reason, sentence }: { readonly reason: string; readonly sentence: string },
): LedgerError =>
  ledgerError(
    "INVALID_PARTY_DETAILS_UPDATE_REQUEST",
    `The update of party ${party} is invalid: ${reason}.`,
    {
      publicCause: `Update operation for party '${party}' failed due to: ${sentence}`,
      resources: [["PARTY", party]],
    },
  );

export const partyNotFound = (party: PartyId): LedgerError =>
  ledgerError("PARTY_NOT_FOUND", `Party: '${party}' was not found when updating a party record`, {
    resources: [["PARTY", party]],
  });
