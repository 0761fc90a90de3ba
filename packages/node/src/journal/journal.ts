import { systemTimers, type Timers } from "@tallystick/background";
import {
  decodeLedgerEvent,
  type Edit,
  emptyLedger,
  eventUnits,
  evolve,
  type LedgerSettings,
  type LedgerState,
  newEdit,
  newLongEdit,
  type PastEvent,
  settledState,
} from "@tallystick/core";
import {
  chainHash,
  type EventStore,
  GENESIS_HASH,
  type RecordedEvent,
  type StoreError,
} from "@tallystick/event-store";
import { TableDamage } from "@tallystick/tables";
import type { JournalEntry } from "@tallystick/views";
import { storeMessage } from "./store-message.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";

const otherPast = "its chain hash does not match the event that was folded before it";
const notErased = "its text and its digest do not agree on whether it was pruned";

/** The stream with a participant's whole history. */
export interface Journal {
  readonly store: EventStore;
  readonly stream: string;
  /** For the delays of reads and writes; default: the system's. */
  readonly timers?: Timers;
}

export const timersOf = ({ timers = systemTimers }: Pick<Journal, "timers">): Timers => timers;

/** Why the journal cannot be read further. */
export type JournalError =
  | { readonly kind: "store"; readonly error: StoreError }
  /** Erased events cannot be folded onto a state from before the pruning. */
  | { readonly kind: "pruned"; readonly offset: number }
  | { readonly kind: "event"; readonly offset: number; readonly reason: string };

/** The folded state, with the chain hash of its last event. */
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

/** Characters of the data of events: their size in memory as texts. */
export const charactersOf = (events: Iterable<{ readonly data: string }>): number => {
  let characters = 0;
  for (const { data } of events) characters += data.length;
  return characters;
};

export const journalMessage = (error: JournalError): string => {
  switch (error.kind) {
    case "store":
      return storeMessage(error.error);
    case "event":
      return `offset ${error.offset} of the journal cannot be read: ${error.reason}`;
    case "pruned":
      return `offset ${error.offset} of the journal was pruned`;
  }
};

export type LongFold = Either<JournalError, Folded> | undefined;

/** Keeps most of a state outside of memory; the state's value does not change. */
export interface FoldKeeper {
  /** True when `settled` would change something. */
  isDue(offset: number): boolean;
  /**
   * Counts the units (see `eventUnits`) of events folded into the next state that `settled` is
   * called with. Discarded folds count too.
   */
  grew(units: number): void;
  /** True when folding should wait for room: see `room`. */
  isFull(): boolean;
  /** True when it stored more than a state at this offset has. */
  isAhead(offset: number): boolean;
  /** Resolves when there is room for more. */
  room(): Promise<void>;
  /** The state in less memory; each state must descend from the one returned last. */
  settled(folded: Folded): Folded;
  /** Calls `listener` when `settled` becomes due without a new state. */
  onDue(listener: () => void): () => void;
  /** Why the stored state cannot be read, if so. */
  damage(): string | undefined;
  /** Drops the stored state. */
  reset(): Promise<void>;
  /**
   * Folds a long journal from its beginning, in a faster way; undefined when it is too short for
   * that, or that failed.
   */
  foldLong(journal: Journal, settings: LedgerSettings): Promise<LongFold>;
}

/** The error of an event whose text and digest disagree on whether it was pruned. */
export const erasureError = (
  event: PastEvent,
  { erased, revision }: RecordedEvent,
): JournalError | undefined =>
  (event.type === "SubmissionPruned") === (erased !== undefined)
    ? undefined
    : { kind: "event", offset: revision + 1, reason: notErased };

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
  const begun =
    from.state.offset === 0
      ? await keeper?.foldLong({ store, stream }, from.state.settings)
      : undefined;
  if (begun !== undefined && isLeft(begun)) return begun;
  let edit = newLongEdit();
  let folded = begun?.right ?? from;
  for await (const page of store.readStream(stream, { from: folded.state.offset })) {
    if (isLeft(page)) return left({ kind: "store", error: page.left });
    const further = foldPage(folded, page.right, edit, from.state.offset > 0, keeper);
    if (isLeft(further)) return further;
    folded = further.right;
    seen?.(page.right);
    await keeper?.room();
    if (keeper?.isDue(folded.state.offset) === true) {
      folded = keeper.settled({ ...folded, state: settledState(folded.state) });
      edit = newLongEdit();
    }
  }
  return right({ ...folded, state: settledState(folded.state) });
};

/** The error of the next event, when it does not continue the folded chain. */
const linkError = (
  { hash, state }: Folded,
  next: RecordedEvent | undefined,
): JournalError | undefined => {
  if (next === undefined || (hash === "" && state.offset > 0)) return undefined;
  if (chainHash(hash === "" ? GENESIS_HASH : hash, next) === next.hash) return undefined;
  return { kind: "event", offset: next.revision + 1, reason: otherPast };
};

/** Folds events that follow; `isLater` when the fold did not begin at the journal's beginning. */
const foldPage = (
  from: Folded,
  page: ReadonlyArray<RecordedEvent>,
  edit: Edit,
  isLater: boolean,
  keeper: Pick<FoldKeeper, "grew"> | undefined,
): Either<JournalError, Folded> => {
  let { state, hash } = from;
  const unlinked = linkError(from, page[0]);
  if (unlinked !== undefined) return left(unlinked);
  for (const recorded of page) {
    const offset = recorded.revision + 1;
    const event = decodeLedgerEvent(recorded.type, recorded.data, offset);
    if (isLeft(event)) return left({ kind: "event", offset, reason: event.left.reason });
    const error = erasureError(event.right, recorded);
    if (error !== undefined) return left(error);
    if (recorded.erased !== undefined && isLater) return left({ kind: "pruned", offset });
    state = evolve(state, event.right, edit);
    hash = recorded.hash;
    keeper?.grew(eventUnits(event.right, recorded.data));
  }
  return right({ state, hash });
};

/**
 * Folds events from a subscription, the first of which must follow directly. Undefined when they
 * cannot be folded: then the journal has to be read.
 */
export const foldPushed = (
  from: Folded,
  events: ReadonlyArray<RecordedEvent>,
  keeper?: Pick<FoldKeeper, "grew">,
): Folded | undefined => {
  if (events[0]?.revision !== from.state.offset) return undefined;
  try {
    const folded = foldPage(from, events, newEdit(), true, keeper);
    return isLeft(folded) ? undefined : folded.right;
  } catch (thrown) {
    if (thrown instanceof TableDamage) return undefined;
    throw thrown;
  }
};

/**
 * Like `foldJournal`; from the journal's beginning when the stored state is damaged, or when later
 * events were pruned so that the state needs the whole journal.
 */
export const foldKept = async (
  journal: Journal,
  from: Folded,
  keeper: FoldKeeper | undefined,
  seen?: (events: ReadonlyArray<RecordedEvent>) => void,
): Promise<Either<JournalError, Folded>> => {
  const folded = await foldUnlessDamaged(journal, from, keeper, seen);
  const isPruned = folded !== undefined && isLeft(folded) && folded.left.kind === "pruned";
  if (folded !== undefined && !(isPruned && from.state.offset > 0)) return folded;
  await keeper?.reset();
  return foldJournal(journal, nothingFolded(from), keeper, seen);
};

const foldUnlessDamaged = async (
  ...fold: Parameters<typeof foldJournal>
): Promise<Either<JournalError, Folded> | undefined> => {
  try {
    return await foldJournal(...fold);
  } catch (thrown) {
    if (thrown instanceof TableDamage) return undefined;
    throw thrown;
  }
};

/** An empty fold, with the settings of the former one. */
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
