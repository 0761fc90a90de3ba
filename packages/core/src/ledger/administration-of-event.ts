import { vettedTimes } from "../packages/vetting-state.js";
import type { UserId } from "../values/ids.js";
import { getIn } from "../collections/persistent-map.js";
import type { JournalEvent } from "../events/journal-event.js";
import type { PackagesVettingChanged, ParticipantEvent } from "../events/participant-event.js";
import type { ParticipantCommand } from "../participant/participant-command.js";
import type { JournalCommand } from "./decide-journal.js";
import type { LedgerState } from "./ledger-state.js";

/**
 * A command that leads to this event about the participant when it is decided on the state before
 * it. Each of several events of one command gets such a command, which may lead to some of the
 * others too.
 *
 * @param state before the event
 */
export const administrationOfEvent = (
  { participant }: LedgerState,
  event: ParticipantEvent,
): ParticipantCommand => {
  switch (event.type) {
    case "LedgerInitialized": {
      const { participantId, synchronizerId } = event;
      return { kind: "InitializeLedger", participantId, synchronizerId };
    }
    case "PackageRegistered":
      return { kind: "RegisterPackages", packages: [event], vet: event.isVetted };
    case "PackagesVettingChanged":
      return vettingOf(event);
    case "PartyAllocated":
      return allocationOf(participant, event);
    case "PartyKeysChanged": {
      const { party, keys, threshold, serial, authorization } = event;
      const { identityProviderId = "" } = getIn(participant.parties, party) ?? {};
      const signing = { party, keys, threshold, authorization };
      return serial === 1
        ? { kind: "AllocateExternalParty", ...signing, identityProviderId, userId: "" }
        : { kind: "ChangePartyKeys", ...signing, serial };
    }
    case "PartyUpdated": {
      const { party, identityProviderId } = event;
      const before = getIn(participant.parties, party);
      const sourceProviderId = before?.identityProviderId ?? identityProviderId;
      if (sourceProviderId !== identityProviderId)
        return { kind: "MoveParty", party, sourceProviderId, targetProviderId: identityProviderId };
      return {
        kind: "UpdateParty",
        party,
        updateMask: ["local_metadata.annotations"],
        annotations: changedAnnotations(before?.annotations, event.annotations),
        resourceVersion: "",
        identityProviderId,
        isLocal: true,
      };
    }
    case "IdentityProviderConfigCreated":
      return { kind: "CreateIdentityProvider", config: event };
    case "IdentityProviderConfigUpdated":
      return {
        kind: "UpdateIdentityProvider",
        config: event,
        updateMask: ["is_deactivated", "jwks_url", "issuer", "audience"],
      };
    case "IdentityProviderConfigDeleted":
      return { kind: "DeleteIdentityProvider", identityProviderId: event.identityProviderId };
    default:
      return userCommandOfEvent(participant, event);
  }
};

const vettingOf = ({ changes }: PackagesVettingChanged): ParticipantCommand => ({
  kind: "UpdateVetting",
  changes: changes.map(({ packageId, isVetted, ...times }) => {
    const packages = [{ packageId, packageName: "", packageVersion: "" }];
    return isVetted
      ? { kind: "vet" as const, packages, ...vettedTimes(times) }
      : { kind: "unvet" as const, packages };
  }),
  allowUnvettedDependencies: true,
});

const namespaceOf = (id: string): string => id.slice(id.indexOf("::"));

const allocationOf = (
  { participantId }: LedgerState["participant"],
  { party, annotations, identityProviderId }: Extract<ParticipantEvent, { type: "PartyAllocated" }>,
): ParticipantCommand =>
  party.endsWith(namespaceOf(participantId))
    ? {
        kind: "AllocateParty",
        partyIdHint: party.slice(0, party.indexOf("::")),
        annotations,
        identityProviderId,
        synchronizerId: "",
        userId: "",
      }
    : {
        kind: "AllocateExternalParty",
        party,
        keys: [],
        threshold: 0,
        identityProviderId,
        userId: "",
      };

type UserEvent = Extract<ParticipantEvent, { readonly userId: UserId }>;

const userCommandOfEvent = (
  { users }: LedgerState["participant"],
  event: UserEvent,
): ParticipantCommand => {
  switch (event.type) {
    case "UserCreated": {
      const { type: _type, recordTime: _recordTime, ...user } = event;
      return { kind: "CreateUser", ...user };
    }
    case "UserUpdated": {
      const { type: _type, recordTime: _recordTime, resourceVersion: _version, ...user } = event;
      return {
        kind: "UpdateUser",
        ...user,
        annotations: changedAnnotations(getIn(users, user.userId)?.annotations, user.annotations),
        updateMask: [
          "primary_party",
          "is_deactivated",
          "metadata.annotations",
          "primary_party_authentication",
        ],
        resourceVersion: "",
      };
    }
    case "UserDeleted":
      return { kind: "DeleteUser", userId: event.userId };
    case "UserIdentityProviderChanged": {
      const { userId, identityProviderId: targetProviderId } = event;
      const sourceProviderId = getIn(users, userId)?.identityProviderId ?? "";
      return { kind: "MoveUser", userId, sourceProviderId, targetProviderId };
    }
    case "UserRightsGranted":
      return { kind: "GrantUserRights", userId: event.userId, rights: event.rights };
    case "UserRightsRevoked":
      return { kind: "RevokeUserRights", userId: event.userId, rights: event.rights };
  }
};

/** The change from some annotations to others: removed keys get an empty value. */
const changedAnnotations = (
  before: Readonly<Record<string, string>> = {},
  after: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  return { ...after, ...Object.fromEntries(removed.map((name) => [name, ""])) };
};

/** The command that leads to this event about the journal itself. */
export const journalCommandOfEvent = (event: JournalEvent): JournalCommand => {
  switch (event.type) {
    case "ConfigurationApplied": {
      const { type: _type, recordTime: _recordTime, ...configuration } = event;
      return { kind: "ApplyConfiguration", configuration };
    }
    case "JournalForked":
      return { kind: "RecordFork", hash: event.hash, reason: event.reason };
    case "JournalRestored": {
      const { hash, reason, lostOffset } = event;
      const command = { kind: "RecordRestore" as const, hash, reason };
      return lostOffset === undefined ? command : { ...command, lostOffset };
    }
    case "SigningKeyPublished":
      return { kind: "PublishSigningKey", publicKey: event.publicKey };
    case "JournalPruned": {
      const { type: _type, recordTime: _recordTime, ...pruning } = event;
      return { kind: "RecordPruning", pruning };
    }
    case "DisclosureKeyDrawn":
      return { kind: "DrawDisclosureKey", key: event.key };
  }
};
