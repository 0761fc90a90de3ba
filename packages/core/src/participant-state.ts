import type {
  LedgerInitialized,
  PackageRegistered,
  PartyAllocated,
  UserCreated,
  UserRight,
  UserRightsGranted,
} from "./ledger-event.js";
import { type Edit, emptyMap, getIn, type PersistentMap, setIn } from "./persistent-map.js";

/** What is known of this participant: its identity, packages, parties and users. */
export interface ParticipantState {
  /** Empty before initialization. */
  readonly participantId: string;
  readonly synchronizerId: string;
  /** By package id. */
  readonly packages: PersistentMap<PackageRegistered>;
  /** By party id. */
  readonly parties: PersistentMap<PartyAllocated>;
  /** By user id, with the rights held now. */
  readonly users: PersistentMap<UserCreated>;
}

/** The events this part of the state is folded from. */
export type ParticipantEvent =
  | LedgerInitialized
  | PackageRegistered
  | PartyAllocated
  | UserCreated
  | UserRightsGranted;

/** A participant before any event. */
export const emptyParticipant = (seed: number): ParticipantState => ({
  participantId: "",
  synchronizerId: "",
  packages: emptyMap(seed),
  parties: emptyMap(seed),
  users: emptyMap(seed),
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
      return { ...state, packages: setIn(state.packages, event.packageId, event, edit) };
    case "PartyAllocated":
      return { ...state, parties: setIn(state.parties, event.party, event, edit) };
    case "UserCreated":
      return { ...state, users: setIn(state.users, event.userId, event, edit) };
    case "UserRightsGranted":
      return withRights(state, event, edit);
  }
};

const withRights = (
  state: ParticipantState,
  { userId, rights }: UserRightsGranted,
  edit: Edit | undefined,
): ParticipantState => {
  const user = getIn(state.users, userId);
  if (user === undefined) return state;
  const held = { ...user, rights: [...user.rights, ...rights] };
  return { ...state, users: setIn(state.users, userId, held, edit) };
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
