import type { LedgerEvent, TransactionNode } from "@tallystick/core";
import type { RuleId } from "./rule.js";

/** What finds a field that someone changed in a journal, and chained everything again. */
export type FieldRule =
  /** A rule finds every value but the one that a node would have written. */
  | { readonly rule: RuleId | "J2" }
  /** A rule finds what cannot be; another value that could have been is a history of its own. */
  | { readonly rule: RuleId | "J2"; readonly butFor: string }
  /** No rule can: what was requested or drawn is nowhere else. A checkpoint finds it (J2). */
  | { readonly free: string };

type EventOf<T extends LedgerEvent["type"]> = Extract<LedgerEvent, { readonly type: T }>;

/** Every field of some of the types of a union; the place of a node is its number. */
export type FieldNames<A> = A extends unknown
  ? Exclude<keyof A, "type" | "kind" | "nodeId">
  : never;

/** A row for every field of every event: a field without one does not compile. */
export type EventFields = {
  readonly [T in LedgerEvent["type"]]: { readonly [F in FieldNames<EventOf<T>>]: FieldRule };
};

/** A row for every field of every kind of node. */
export type NodeFields = {
  readonly [K in TransactionNode["kind"]]: {
    readonly [F in FieldNames<Extract<TransactionNode, { readonly kind: K }>>]: FieldRule;
  };
};

const by = (rule: RuleId | "J2", butFor?: string): FieldRule =>
  butFor === undefined ? { rule } : { rule, butFor };

const requested = (what: string): FieldRule => ({ free: `the request alone determines ${what}` });

const recordTime = by("T1", "another time between those of its neighbours");

const submission = {
  submissionId: requested("the submission id"),
  workflowId: requested("the workflow id"),
  recordTime,
  deduplicationPeriod: by("R3"),
  traceParent: requested("the trace parent"),
  traceState: requested("the trace state"),
} as const;

const user = {
  userId: by("R2", "the name of a user that no later event has"),
  primaryParty: requested("the primary party"),
  isDeactivated: requested("whether a user is deactivated"),
  annotations: by("R2", "annotations that could have been requested"),
  identityProviderId: by("R2", "another provider that exists"),
  primaryPartyAuthentication: requested("how a user authenticates"),
  recordTime,
} as const;

const provider = {
  identityProviderId: by("R2", "the name of a provider that no later event has"),
  issuer: by("R2", "an issuer that no other provider has"),
  jwksUrl: requested("the address of the keys"),
  isDeactivated: requested("whether a provider is deactivated"),
  audience: requested("the audience"),
  recordTime,
} as const;

const rights = {
  userId: by("R2", "another user to whom the change could apply"),
  rights: by("R2", "rights that the user could have had or received"),
  recordTime,
} as const;

const limit = (what: string): FieldRule =>
  by("G1", `another possible ${what}, if no event before the next configuration depends on it`);

/** Which rule fixes each field of each event. docs/auditing.md shows it. */
export const eventFields: EventFields = {
  LedgerInitialized: {
    participantId: by("X8"),
    synchronizerId: by("X8", "another id, if no external party signed a transaction for it"),
    recordTime: by("T1", "an earlier time"),
  },
  ConfigurationApplied: {
    deduplicationWindowMicros: limit("window"),
    ledgerTimeSkewMicros: limit("skew"),
    maxRightsPerUser: limit("limit"),
    maxIdentityProviders: limit("limit"),
    softwareVersion: by(
      "G1",
      "another version; the audit then reports that another version decided",
    ),
    packageCode: by(
      "G1",
      "another version of code; the audit then reports that another version decided",
    ),
    recordTime,
  },
  TransactionCommitted: {
    ...submission,
    userId: requested("the user"),
    commandId: requested("the command id"),
    requestedDeduplicationPeriod: by("R1", "a period with the same outcome"),
    minLedgerTime: by("R1", "a bound with the same outcome"),
    actAs: by("X4", "parties that have the same authority"),
    readAs: by("X5", "readers that see the same"),
    packagePreference: by("R1", "a preference with the same outcome"),
    updateId: by("X7"),
    effectiveAt: by("X2"),
    seed: by("X2", "digits after the first 56, if nothing is derived from them"),
    disclosedContracts: by("R1", "the digest of a blob, which the journal does not keep"),
    commandForms: by("R1", "another form with the same outcome"),
    nodes: by("R1"),
    reads: by("R1"),
    external: by("X8"),
    imported: by("X5", "before the first command: the ledger that it was imported from has it"),
  },
  CommandRejected: {
    ...submission,
    userId: by("R4", "a user whose command would be rejected alike"),
    commandId: by("R4", "a command id that would be rejected alike"),
    requestedDeduplicationPeriod: by("R4", "a period with the same outcome"),
    minLedgerTime: requested("a bound that the decision did not reach"),
    actAs: by("R4", "parties that would be rejected alike"),
    readAs: requested("the readers"),
    packagePreference: by("R4", "a preference with the same error"),
    error: by("R4"),
  },
  PackageRegistered: {
    packageId: by("R5"),
    name: by("R5"),
    version: by("R5"),
    model: by("R5"),
    isVetted: requested("whether a package is vetted from the beginning"),
    recordTime,
  },
  PackagesVettingChanged: {
    changes: by("R2", "other changes that could have been requested"),
    recordTime,
  },
  PartyAllocated: {
    party: by("R2", "the name of a party that no later event has"),
    annotations: by("R2", "annotations that could have been requested"),
    identityProviderId: by("R2", "another provider that exists"),
    imported: by("R2", "before the first command: the ledger that it was imported from has it"),
    recordTime,
  },
  PartyUpdated: {
    party: by("R2", "another party to whom the change could apply"),
    annotations: by("R2", "annotations that could have been requested"),
    identityProviderId: by("R2"),
    imported: by("R2"),
    resourceVersion: by("R2"),
    recordTime,
  },
  PartyKeysChanged: {
    party: by("X8"),
    keys: by("X8"),
    threshold: by("X8"),
    serial: by("X8"),
    authorization: by("X8"),
    recordTime,
  },
  UserCreated: {
    ...user,
    rights: by("R2", "other rights that could have been requested"),
    once: requested("whether the node creates the user itself"),
  },
  UserUpdated: {
    ...user,
    userId: by("R2"),
    identityProviderId: by("R2"),
    resourceVersion: by("R2"),
  },
  UserDeleted: { userId: by("R2", "another user that exists"), recordTime },
  UserIdentityProviderChanged: {
    userId: by("R2"),
    identityProviderId: by("R2", "another provider that exists"),
    resourceVersion: by("R2"),
    recordTime,
  },
  UserRightsGranted: rights,
  UserRightsRevoked: rights,
  IdentityProviderConfigCreated: provider,
  IdentityProviderConfigUpdated: { ...provider, identityProviderId: by("R2") },
  IdentityProviderConfigDeleted: {
    identityProviderId: by("R2", "another provider that exists and has no user"),
    recordTime,
  },
  JournalForked: {
    offset: by("J2"),
    hash: by("J2"),
    reason: requested("the reason"),
    recordTime,
  },
  JournalRestored: {
    offset: by("J2"),
    hash: by("J2"),
    lostOffset: requested("which offset is known to be lost"),
    reason: requested("the reason"),
    recordTime,
  },
  SigningKeyPublished: {
    publicKey: by("J2", "another key, if nothing was pruned with it"),
    recordTime,
  },
  JournalPruned: {
    offset: by("J2"),
    hash: by("J2"),
    erased: by("J2"),
    kept: by("J2"),
    residue: by("J2"),
    lastErased: by("J2"),
    forgottenUpTo: by("J2"),
    signature: by("J2"),
    recordTime,
  },
  DisclosureKeyDrawn: {
    key: by("R2", "another key of the same form, which is drawn at random"),
    recordTime,
  },
};

/** Which rule fixes each field of the nodes of a transaction. */
export const nodeFields: NodeFields = {
  create: {
    contractId: by("X2"),
    templateId: by("X2"),
    packageName: by("X2"),
    payload: by("X2"),
    signatories: by("X2"),
    observers: by("X2"),
    key: by("X2"),
  },
  exercise: {
    contractId: by("X3"),
    templateId: by("X3"),
    packageName: by("X3"),
    interfaceId: by("R1"),
    choice: by("R1"),
    argument: by("R1"),
    actingParties: by("R1"),
    consuming: by("R1"),
    result: by("R1"),
    lastDescendantNodeId: by("X1"),
    signatories: by("X3"),
    observers: by("X3"),
    choiceObservers: by("R1"),
  },
};
