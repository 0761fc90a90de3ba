import type { UserRight, PartyId } from "@tallystick/core";

/**
 * The rights of one user, indexed. ActAs covers reading and executing; an admin right covers
 * neither (ledger-api 9.3).
 */
export interface Rights {
  /** Authorization is off: every requirement is met, also those about the caller. */
  readonly everything: boolean;
  readonly participantAdmin: boolean;
  readonly identityProviderAdmin: boolean;
  readonly readAsAny: boolean;
  readonly executeAsAny: boolean;
  canActAs(party: PartyId): boolean;
  canReadAs(party: PartyId): boolean;
  canExecuteAs(party: PartyId): boolean;
  /** True with any right on the party. */
  knows(party: PartyId): boolean;
}

const indexed = (rights: ReadonlyArray<UserRight>): Rights => {
  const actAs = new Set<string>();
  const readAs = new Set<string>();
  const executeAs = new Set<string>();
  const kinds = new Set<UserRight["kind"]>();
  for (const right of rights) {
    kinds.add(right.kind);
    if (right.kind === "CanActAs") actAs.add(right.party);
    if (right.kind === "CanReadAs") readAs.add(right.party);
    if (right.kind === "CanExecuteAs") executeAs.add(right.party);
  }
  const readAsAny = kinds.has("CanReadAsAnyParty");
  const executeAsAny = kinds.has("CanExecuteAsAnyParty");
  const canReadAs = (party: PartyId) => readAsAny || actAs.has(party) || readAs.has(party);
  const canExecuteAs = (party: PartyId) => executeAsAny || actAs.has(party) || executeAs.has(party);
  return {
    everything: false,
    participantAdmin: kinds.has("ParticipantAdmin"),
    identityProviderAdmin: kinds.has("IdentityProviderAdmin"),
    readAsAny,
    executeAsAny,
    canActAs: (party) => actAs.has(party),
    canReadAs,
    canExecuteAs,
    knows: (party) => canReadAs(party) || canExecuteAs(party),
  };
};

const always = () => true;

/** The rights of every caller while authorization is off (ledger-api 9.1). */
export const everyRight: Rights = {
  everything: true,
  participantAdmin: true,
  identityProviderAdmin: true,
  readAsAny: true,
  executeAsAny: true,
  canActAs: always,
  canReadAs: always,
  canExecuteAs: always,
  knows: always,
};

const known = new WeakMap<ReadonlyArray<UserRight>, Rights>();

/** The rights of a list, indexed once for each list object, as lists are immutable. */
export const rightsOf = (rights: ReadonlyArray<UserRight>): Rights => {
  const before = known.get(rights);
  if (before !== undefined) return before;
  const made = indexed(rights);
  known.set(rights, made);
  return made;
};
