import type { UserId } from "../values/ids.js";
import type {
  PackageRegistered,
  ParticipantEvent,
  PartyKeysChanged,
  UserRightsGranted,
  UserRightsRevoked,
} from "../events/participant-event.js";
import type {
  IdentityProviderConfig,
  Party,
  User,
  UserRight,
} from "../events/participant-records.js";
import {
  emptyMap,
  getIn,
  type PersistentMap,
  removeIn,
  setIn,
  settled,
} from "../collections/persistent-map.js";
import type { Edit } from "../collections/hash-trie.js";
import { emptyVetting, evolveVetting, type VettingState } from "../packages/vetting-state.js";

/** The state of this participant: its identity, packages, parties, users and identity providers. */
export interface ParticipantState {
  /** Empty before initialization. */
  readonly participantId: string;
  readonly synchronizerId: string;
  /** By package id. */
  readonly packages: PersistentMap<PackageRegistered>;
  readonly vetting: VettingState;
  /** By party id. */
  readonly parties: PersistentMap<Party>;
  /** By user id, with the rights held now. */
  readonly users: PersistentMap<User>;
  /** Ids of users that the node made itself, deleted ones included. */
  readonly usersMadeOnce: ReadonlyArray<string>;
  /** By identity provider id, without the default provider. */
  readonly identityProviders: PersistentMap<IdentityProviderConfig>;
}

/** The state before any event. */
export const emptyParticipant = (seed: number): ParticipantState => ({
  participantId: "",
  synchronizerId: "",
  packages: emptyMap(seed),
  vetting: emptyVetting(seed),
  parties: emptyMap(seed),
  users: emptyMap(seed),
  usersMadeOnce: [],
  identityProviders: emptyMap(seed),
});

/** The participant at the end of a fold with a long token (see `newLongEdit`). */
export const settledParticipant = (state: ParticipantState): ParticipantState => ({
  ...state,
  packages: settled(state.packages),
  vetting: { ...state.vetting, exceptions: settled(state.vetting.exceptions) },
  parties: settled(state.parties),
  users: settled(state.users),
  identityProviders: settled(state.identityProviders),
});

/** The participant after one more event. */
export const evolveParticipant = (
  state: ParticipantState,
  event: ParticipantEvent,
  edit?: Edit,
): ParticipantState => {
  switch (event.type) {
    case "LedgerInitialized":
      return {
        ...state,
        participantId: event.participantId,
        synchronizerId: event.synchronizerId,
      };
    case "PackageRegistered":
      return {
        ...state,
        packages: setIn(state.packages, event.packageId, event, edit),
        vetting: evolveVetting(state.vetting, event, edit),
      };
    case "PackagesVettingChanged":
      return { ...state, vetting: evolveVetting(state.vetting, event, edit) };
    case "PartyAllocated":
      return { ...state, parties: setIn(state.parties, event.party, partyOf(event), edit) };
    case "PartyUpdated": {
      const external = getIn(state.parties, event.party)?.external;
      const party = external === undefined ? partyOf(event) : { ...partyOf(event), external };
      return { ...state, parties: setIn(state.parties, event.party, party, edit) };
    }
    case "PartyKeysChanged":
      return { ...state, parties: withKeys(state.parties, event, edit) };
    case "IdentityProviderConfigCreated":
    case "IdentityProviderConfigUpdated": {
      const { type: _type, recordTime: _recordTime, ...config } = event;
      const { identityProviderId } = config;
      const identityProviders = setIn(state.identityProviders, identityProviderId, config, edit);
      return { ...state, identityProviders };
    }
    case "IdentityProviderConfigDeleted": {
      const { identityProviderId } = event;
      const identityProviders = removeIn(state.identityProviders, identityProviderId, edit);
      return { ...state, identityProviders };
    }
    case "UserCreated": {
      const { users, usersMadeOnce } = state;
      return {
        ...state,
        users: setIn(users, event.userId, userOf(event, event.rights), edit),
        usersMadeOnce: event.once === true ? [...usersMadeOnce, event.userId] : usersMadeOnce,
      };
    }
    default:
      return { ...state, users: evolveUsers(state.users, event, edit) };
  }
};

type PartyEvent = Extract<ParticipantEvent, { type: "PartyAllocated" | "PartyUpdated" }>;

/** The party as an event leaves it. */
export const partyOf = ({ type: _type, recordTime: _recordTime, ...party }: PartyEvent): Party => ({
  resourceVersion: 0,
  ...party,
});

const withKeys = (
  parties: PersistentMap<Party>,
  { party, keys, threshold, serial }: PartyKeysChanged,
  edit: Edit | undefined,
): PersistentMap<Party> => {
  const known = getIn(parties, party);
  return known === undefined
    ? parties
    : setIn(parties, party, { ...known, external: { keys, threshold, serial } }, edit);
};

type UserEvent = Exclude<
  Extract<ParticipantEvent, { readonly userId: UserId }>,
  { readonly type: "UserCreated" }
>;

const evolveUsers = (
  users: PersistentMap<User>,
  event: UserEvent,
  edit: Edit | undefined,
): PersistentMap<User> => {
  const { userId } = event;
  if (event.type === "UserDeleted") return removeIn(users, userId, edit);
  const user = getIn(users, userId);
  return user === undefined ? users : setIn(users, userId, changedUser(user, event), edit);
};

const changedUser = (user: User, event: Exclude<UserEvent, { type: "UserDeleted" }>): User => {
  switch (event.type) {
    case "UserUpdated":
      return userOf(event, user.rights);
    case "UserIdentityProviderChanged": {
      const { identityProviderId, resourceVersion } = event;
      return { ...user, identityProviderId, resourceVersion };
    }
    case "UserRightsGranted":
    case "UserRightsRevoked":
      return { ...user, rights: rightsAfter(user.rights, event) };
  }
};

/** The user as an event leaves it, with these rights. */
export const userOf = (
  event: Extract<ParticipantEvent, { type: "UserCreated" | "UserUpdated" }>,
  rights: ReadonlyArray<UserRight>,
): User => {
  const { type: _type, recordTime: _recordTime, ...user } = event;
  if (!("once" in user)) return { resourceVersion: 0, ...user, rights };
  const { once: _once, ...made } = user;
  return { resourceVersion: 0, ...made, rights };
};

const rightsAfter = (
  held: ReadonlyArray<UserRight>,
  { type, rights }: UserRightsGranted | UserRightsRevoked,
): ReadonlyArray<UserRight> => {
  if (type === "UserRightsGranted") return [...held, ...rights];
  const revoked = new Set(rights.map(rightText));
  return held.filter((right) => !revoked.has(rightText(right)));
};

/** A right as text, equal for equal rights. */
export const rightText = (right: UserRight): string =>
  "party" in right ? `${right.kind} ${right.party}` : right.kind;

/** Rights that are not among those held, each once. */
export const rightsBeyond = (
  held: ReadonlyArray<UserRight>,
  rights: ReadonlyArray<UserRight>,
): ReadonlyArray<UserRight> => {
  const known = new Set(held.map(rightText));
  return rights.filter((right) => {
    const shown = rightText(right);
    return known.has(shown) ? false : known.add(shown) !== undefined;
  });
};
