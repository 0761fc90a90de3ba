import {
  decodeLedgerEvent,
  emptyLedger,
  evolve,
  type LedgerState,
  newLongEdit,
  settledState,
} from "@tallystick/core";
import type { EventStore, RecordedEvent, StoreError } from "@tallystick/event-store";
import type { JournalEntry } from "@tallystick/views";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";

/** The stream a participant's whole history is. */
export interface Journal {
  readonly store: EventStore;
  readonly stream: string;
}

/** Why the journal cannot be read on. */
export type JournalError =
  | { readonly kind: "store"; readonly error: StoreError }
  | { readonly kind: "event"; readonly offset: number; readonly reason: string };

/** The state as far as it is folded, with the chain hash of its last event. */
export interface Folded {
  readonly state: LedgerState;
  /** Empty while nothing is folded. */
  readonly hash: string;
}

/** An event of the store as an entry of the ledger: offsets count from 1. */
export const entryOf = (event: RecordedEvent): JournalEntry => ({
  offset: event.revision + 1,
  type: event.type,
  data: event.data,
  hash: event.hash,
});

/** What a keeper kept is not there any more as it was: the state has to be folded from nothing. */
export class DamagedStateError extends Error {
  override readonly name = "DamagedStateError";

  /** @param reason names the file and the place */
  constructor(readonly reason: string) {
    super(`the snapshot is damaged: ${reason}`);
  }
}

/** Keeps most of a state outside of memory; it never changes what the state says. */
export interface FoldKeeper {
  /** True when `settled` would change something. */
  isDue(offset: number): boolean;
  /** True when it kept more than a state at this offset says. */
  isAhead(offset: number): boolean;
  /** Resolves when there is room for more. */
  room(): Promise<void>;
  /** The same state in less memory; each state must come from the one this returned last. */
  settled(folded: Folded): Folded;
  /** Calls `listener` when `settled` has become due while no new state came. */
  onDue(listener: () => void): void;
  /** Why what was kept cannot be read, if so. */
  damage(): string | undefined;
  /** Forgets what was kept. */
  reset(): Promise<void>;
}

/**
 * Folds the events after those already folded.
 *
 * @param seen is called with each page of events
 */
const foldJournal = async (
  { store, stream }: Journal,
  from: Folded,
  keeper: FoldKeeper | undefined,
  seen?: (events: ReadonlyArray<RecordedEvent>) => void,
): Promise<Either<JournalError, Folded>> => {
  let edit = newLongEdit();
  let { state, hash } = from;
  for await (const page of store.readStream(stream, { from: state.offset })) {
    if (isLeft(page)) return left({ kind: "store", error: page.left });
    for (const recorded of page.right) {
      const event = decodeLedgerEvent(recorded.type, recorded.data, recorded.revision + 1);
      if (isLeft(event))
        return left({ kind: "event", offset: recorded.revision + 1, reason: event.left });
      state = evolve(state, event.right, edit);
      hash = recorded.hash;
    }
    seen?.(page.right);
    await keeper?.room();
    if (keeper?.isDue(state.offset) === true) {
      ({ state, hash } = keeper.settled({ state: settledState(state), hash }));
      edit = newLongEdit();
    }
  }
  return right({ state: settledState(state), hash });
};

/** As `foldJournal`; from the journal's beginning when what the keeper kept is damaged. */
export const foldKept = async (
  journal: Journal,
  from: Folded,
  keeper: FoldKeeper | undefined,
  seen?: (events: ReadonlyArray<RecordedEvent>) => void,
): Promise<Either<JournalError, Folded>> => {
  try {
    return await foldJournal(journal, from, keeper, seen);
  } catch (thrown) {
    if (!(thrown instanceof DamagedStateError) || keeper === undefined) throw thrown;
    await keeper.reset();
    return foldJournal(journal, nothingFolded(from), keeper, seen);
  }
};

/** Nothing, with the settings of what was folded. */
export const nothingFolded = ({ state }: Folded): Folded => ({
  state: emptyLedger(state.settings),
  hash: "",
});

/** The event at an offset, or undefined when the journal ends before it. */
export const eventAt = async (
  { store, stream }: Journal,
  offset: number,
): Promise<Either<StoreError, RecordedEvent | undefined>> => {
  for await (const page of store.readStream(stream, { from: offset - 1, maxCount: 1 })) {
    if (isLeft(page)) return page;
    return right(page.right[0]);
  }
  return right(undefined);
};
