import type { PartyId, TemplateId } from "@tallystick/core";
/**
 * One entry of a `cumulative` list (ledger-api 2.6). Names are in package-name form,
 * `#name:Module:Entity`.
 */
export type IdentifierFilter =
  | { readonly kind: "empty" }
  | { readonly kind: "wildcard"; readonly includeCreatedEventBlob: boolean }
  | {
      readonly kind: "template";
      readonly templateId: TemplateId;
      readonly includeCreatedEventBlob: boolean;
    }
  | {
      readonly kind: "interface";
      readonly interfaceId: string;
      readonly includeInterfaceView: boolean;
      readonly includeCreatedEventBlob: boolean;
    };

/**
 * The events requested for one party; the entries are or-ed. No entry, or only empty ones, means
 * everything without blobs (ledger-api 11).
 */
export interface Filters {
  readonly cumulative: ReadonlyArray<IdentifierFilter>;
}

/** The parties and events requested (ledger-api 2.6). */
export interface EventFormat {
  readonly filtersByParty: Readonly<Record<string, Filters>>;
  /** Applies to every party. */
  readonly filtersForAnyParty?: Filters | undefined;
  /** Accepted and without effect: JSON records always carry their field names. */
  readonly verbose?: boolean | undefined;
}

/** Which events of a transaction appear, by their names on the wire (ledger-api 2.5, 11). */
export type TransactionShape =
  | "TRANSACTION_SHAPE_UNSPECIFIED"
  | "TRANSACTION_SHAPE_ACS_DELTA"
  | "TRANSACTION_SHAPE_LEDGER_EFFECTS";

/**
 * The requested form of transactions. An unspecified shape or a missing event format is rejected
 * with MISSING_FIELD (ledger-api 3.4).
 */
export interface TransactionFormat {
  readonly eventFormat?: EventFormat | undefined;
  readonly transactionShape: TransactionShape;
}

/** The requested changes of the topology (ledger-api 2.5). */
export interface TopologyFormat {
  /** Which participants host which parties; no parties means all. Absent: none of these. */
  readonly includeParticipantAuthorizationEvents?:
    | { readonly parties: ReadonlyArray<PartyId> }
    | undefined;
}

/**
 * The requested kinds of update; an absent part omits its kind (ledger-api 2.5). One ledger has one
 * synchronizer, so reassignments never occur.
 */
export interface UpdateFormat {
  readonly includeTransactions?: TransactionFormat | undefined;
  readonly includeReassignments?: EventFormat | undefined;
  readonly includeTopologyEvents?: TopologyFormat | undefined;
}

/** Everything, for one party: the usual format for callers of the library. */
export const everythingFor = (...parties: ReadonlyArray<PartyId>): EventFormat => ({
  filtersByParty: Object.fromEntries(parties.map((party) => [party, { cumulative: [] }])),
});
