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
  updates(
    scope: Scope,
    range: {
      readonly after: number;
      readonly end?: number | undefined;
      readonly signal: AbortSignal;
    },
  ): AsyncIterable<string>;
  /** Tells the ledger, for its console, the last offset of the store, and when that ends. */
  report?(position: { readonly offset: number; readonly ended: boolean }): Promise<void>;
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

// tokens end, and a ledger may be busy; a request that is wrong stays wrong
const wrong =
  /^(INVALID_|MISSING_FIELD|PARTICIPANT_PRUNED|OFFSET_|TEMPLATES_OR|PACKAGE_NAMES|NO_TEMPLATES|NO_INTERFACE)/;

/** An error that a ledger answered. */
export const answeredError = (code: string, cause: string): SourceError =>
  new SourceError(`${code}: ${cause}`, !wrong.test(code));

/** The format that asks for the events of a scope, of either of the ledger's streams. */
export const eventFormatOf = ({ parties, interfaces, blobs: includeCreatedEventBlob }: Scope) => {
  const views = interfaces.map((interfaceId) => ({
    InterfaceFilter: {
      value: { interfaceId, includeInterfaceView: true, includeCreatedEventBlob },
    },
  }));
  const filters = [{ WildcardFilter: { value: { includeCreatedEventBlob } } }, ...views];
  const cumulative = filters.map((identifierFilter) => ({ identifierFilter }));
  const filtersByParty = Object.fromEntries(parties.map((party) => [party, { cumulative }]));
  const ofAll = parties.length === 0 ? { filtersForAnyParty: { cumulative } } : {};
  return { filtersByParty, ...ofAll, verbose: false };
};

/** The format of the stream of transactions. */
export const updateFormatOf = (scope: Scope) => ({
  includeTransactions: {
    eventFormat: eventFormatOf(scope),
    transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
  },
});
