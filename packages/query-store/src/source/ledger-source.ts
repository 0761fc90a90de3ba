/** A ledger that can be followed. Items are texts of JSON as the JSON Ledger API answers them. */
export interface LedgerSource {
  /** Its id: a store is of one ledger. */
  participantId(): Promise<string>;
  ledgerEnd(): Promise<number>;
  /** The offset up to which it was pruned; 0 for never. */
  prunedUpTo(): Promise<number>;
  /** The packages that it has, with their versions where it says them. */
  packages(): Promise<ReadonlyArray<StoredPackage>>;
  /** The contracts that are active at an offset. */
  activeContracts(scope: Scope, offset: number): AsyncIterable<string>;
  /** The transactions after an offset, until `end` or the signal; without `end` it follows. */
  updates(scope: Scope, range: FollowedRange): AsyncIterable<string>;
  /** Tells the ledger where the store is, for its console; a ledger without one is told nothing. */
  report?(position: Position): Promise<void>;
}

/** Where a store is. */
export interface Position {
  /** The last offset that it has. */
  readonly offset: number;
  /** It follows no more. */
  readonly ended: boolean;
}

/** A package with its version; null where the ledger does not say it. */
export interface StoredPackage {
  readonly packageId: string;
  readonly name: string;
  readonly version: string | null;
}

/** What of a ledger is stored; a store has one scope from its begin. */
export interface Scope {
  /** Full party ids; empty for all parties. */
  readonly parties: ReadonlyArray<string>;
  /** Interfaces whose views are stored too, `#package-name:Module:Interface`. */
  readonly interfaces: ReadonlyArray<string>;
  /** Whether created-event blobs are stored. */
  readonly blobs: boolean;
}

/** A range of offsets. */
export interface FollowedRange {
  readonly after: number;
  readonly end?: number | undefined;
  readonly signal: AbortSignal;
}

/** Why a ledger cannot be followed. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  constructor(
    message: string,
    /** Whether it may be over with the next attempt. */
    readonly isPassing: boolean,
  ) {
    super(message);
  }
}

/** The format that asks for the events of a scope, of either of the ledger's streams. */
export const eventFormatOf = ({ parties, interfaces, blobs }: Scope) => {
  const cumulative = [
    { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: blobs } } } },
    ...interfaces.map((interfaceId) => ({
      identifierFilter: {
        InterfaceFilter: {
          value: { interfaceId, includeInterfaceView: true, includeCreatedEventBlob: blobs },
        },
      },
    })),
  ];
  const filtersByParty = Object.fromEntries(parties.map((party) => [party, { cumulative }]));
  return parties.length === 0
    ? { filtersByParty: {}, filtersForAnyParty: { cumulative }, verbose: false }
    : { filtersByParty, verbose: false };
};

/** The format of the stream of transactions. */
export const updateFormatOf = (scope: Scope) => ({
  includeTransactions: {
    eventFormat: eventFormatOf(scope),
    transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
  },
});
