import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { getIn, hasIn } from "../collections/persistent-map.js";
import { shortId } from "../values/text-sentence.js";
import { invalidArgument, ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { KeysAuthorization } from "../events/participant-records.js";
import type { ParticipantEvent } from "../events/participant-event.js";
import { isFullPartyId } from "../values/grammar.js";
import type { Micros } from "../values/time.js";
import { partyNotFound, quotaError, userIdError } from "./decide-party.js";
import { grantedRights } from "./decide-user-rights.js";
import { providerError } from "./known-provider.js";
import type {
  AllocateExternalPartyCommand,
  ChangePartyKeysCommand,
  ParticipantContext,
} from "./participant-command.js";
import type { ParticipantState } from "./participant-state.js";

/**
 * Hosts a party with the keys it signs with, and lets a user act as it (interactive-submission
 * 4.5).
 */
export const allocateExternalParty = (
  state: ParticipantState,
  command: AllocateExternalPartyCommand,
  { recordTime, limits }: ParticipantContext,
): Either<LedgerError, ReadonlyArray<ParticipantEvent>> => {
  const { party, keys, threshold, identityProviderId, userId, authorization } = command;
  const error = quotaError(state, command) ?? allocationError(state, command);
  if (error !== undefined) return left(error);
  const events: ReadonlyArray<ParticipantEvent> = [
    { type: "PartyAllocated", party, annotations: {}, identityProviderId, recordTime },
    {
      type: "PartyKeysChanged",
      party,
      keys,
      threshold,
      serial: 1,
      recordTime,
      ...authorizedBy(authorization),
    },
  ];
  if (userId === "") return right(events);
  const granted = grantedRights(
    state,
    { userId, rights: [{ kind: "CanActAs", party }], identityProviderId },
    { recordTime, limits },
  );
  return isLeft(granted) ? granted : right([...events, ...granted.right]);
};

const authorizedBy = (
  authorization: KeysAuthorization | undefined,
): { readonly authorization?: KeysAuthorization } =>
  authorization === undefined ? {} : { authorization };

const allocationError = (
  state: ParticipantState,
  { party, identityProviderId, userId }: AllocateExternalPartyCommand,
): LedgerError | undefined => {
  if (!isFullPartyId(party)) {
    return invalidArgument(
      `found "${party.slice(0, 60)}", expected a party id <hint>::<fingerprint>`,
      "party",
    );
  }
  const error =
    userIdError(userId) ?? providerError(state, identityProviderId, "identityProviderId");
  if (error !== undefined) return error;
  return hasIn(state.parties, party)
    ? invalidArgument(
        `Party ${party} already exists on synchronizer ${state.synchronizerId}`,
        undefined,
        {
          sentence: `Party ${shortId(party)} already exists on synchronizer ${shortId(state.synchronizerId)}`,
        },
      )
    : undefined;
};

/**
 * Replaces the keys of an external party. The serial prevents that two concurrent changes both take
 * effect.
 */
export const changePartyKeys = (
  state: ParticipantState,
  { party, keys, threshold, serial, authorization }: ChangePartyKeysCommand,
  recordTime: Micros,
): Either<LedgerError, ReadonlyArray<ParticipantEvent>> => {
  const known = getIn(state.parties, party);
  if (known === undefined) return left(partyNotFound(party));
  if (known.external === undefined) {
    return left(
      ledgerError(
        "INVALID_PARTY_DETAILS_UPDATE_REQUEST",
        `Party ${party} is not an external party and has no keys to change.`,
        { resources: [["PARTY", party]] },
      ),
    );
  }
  const expected = known.external.serial + 1;
  return serial === expected
    ? right([
        {
          type: "PartyKeysChanged",
          party,
          keys,
          threshold,
          serial,
          recordTime,
          ...authorizedBy(authorization),
        },
      ])
    : left(
        invalidArgument(
          `serial: found ${serial}, expected ${expected}, one more than the current serial`,
        ),
      );
};
