import {
  emptyLedger,
  evolve,
  inBaseUpTo,
  type LedgerState,
  mapIn,
  newLongEdit,
  type PastEvent,
} from "@tallystick/core";
import {
  type ByteWriter,
  type ScratchOptions,
  ScratchTable,
  SharedTexts,
} from "@tallystick/tables";
import { randomHashSeed } from "../ledger/ids.js";
import { tableForms } from "./state-tables.js";

const textKeys = {
  writeKey: (out: ByteWriter, key: string): void => out.utf8(key),
  keyText: (bytes: Buffer): string => bytes.toString(),
};

/** More is kept in memory than of other tables: contracts of the latest events are read most. */
const ofContracts: ScratchOptions = { maxBytes: 16 * 1024 * 1024, isSetOnce: true };

/** Cached values are for the next few events. */
const maxRecentBytes = 4 * 1024 * 1024;

/** Events after which the queue of remembered commands is emptied: their table has them too. */
const eventsPerSweep = 256;

/**
 * Folds a whole journal. Contracts, keys and remembered commands are bytes, as in a snapshot: the
 * latest in memory, the rest in temporary files, so that memory hardly grows with the journal.
 */
export class DenseFold {
  readonly #edit = newLongEdit(Number.POSITIVE_INFINITY);
  readonly #isDense: boolean;
  #state: LedgerState;

  /**
   * @param options how it is kept
   * @param options.hasChangeIds true to keep the change ids of remembered commands and not only
   * their digests, so that they can be listed
   * @param options.hashSeed of the hashes of keys: which of them collide must not be known to who
   * makes them; default: a random one
   * @param options.from a state to begin from, such as that of a snapshot; what changes is kept as
   * objects then
   * @param options.scratch when they are written to files, and where
   */
  constructor({
    hasChangeIds = false,
    hashSeed = randomHashSeed(),
    from,
    scratch = {},
  }: {
    readonly hasChangeIds?: boolean;
    readonly hashSeed?: number | undefined;
    readonly from?: LedgerState | undefined;
    readonly scratch?: ScratchOptions;
  } = {}) {
    this.#isDense = from === undefined;
    if (from !== undefined) {
      this.#state = from;
      return;
    }
    const context = { texts: new SharedTexts(), seed: hashSeed, maxRecentBytes };
    const { contracts, keys, changes } = tableForms;
    const changeForm = hasChangeIds ? { ...changes, ...textKeys } : changes;
    // the value of a change begins with its offset; that of an event being taken is the next one
    const offsets = {
      upTo: () => this.#state.offset + 1,
      forgottenUpTo: () => this.#state.deduplication.prunedOffset,
    };
    const empty = emptyLedger();
    const edit = this.#edit;
    this.#state = {
      ...empty,
      contracts: mapIn(new ScratchTable(contracts, context, { ...ofContracts, ...scratch }), edit),
      keys: mapIn(new ScratchTable(keys, context, scratch), edit),
      deduplication: {
        ...empty.deduplication,
        accepted: mapIn(new ScratchTable(changeForm, context, { ...scratch, offsets }), edit),
      },
    };
  }

  /** The state now. The next event changes it in place. */
  get state(): LedgerState {
    return this.#state;
  }

  /** Takes the next event. */
  take(event: PastEvent): void {
    this.#set(evolve(this.#state, event, this.#edit));
  }

  /** Passes over an event that cannot be read. */
  passTo(offset: number): void {
    this.#set({ ...this.#state, offset });
  }

  #set(state: LedgerState): void {
    const { offset, deduplication } = state;
    this.#state =
      this.#isDense && offset % eventsPerSweep === 0
        ? { ...state, deduplication: inBaseUpTo(deduplication, offset) }
        : state;
  }
}
