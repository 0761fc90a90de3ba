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

const otherPast = "it is chained to another event than the one that was folded before it";
const notErased = "its text and its digest do not agree on whether it was pruned";

/** The stream a participant's whole history is. */
export interface Journal {
  readonly store: EventStore;
  readonly stream: string;
}

/** Why the journal cannot be read on. */
export type JournalError =
  | { readonly kind: "store"; readonly error: StoreError }
  /** What was erased cannot be folded after a state that came before the pruning. */
  | { readonly kind: "pruned"; readonly offset: number }
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

/** Characters of the data of events: what they take in memory as texts. */
export const charactersOf = (events: Iterable<{ readonly data: string }>): number => {
  let characters = 0;
  for (const { data } of events) characters += data.length;
  return characters;
};

/** What an error means to a person. */
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

/** What became of a long fold. */
export type LongFold = Either<JournalError, Folded> | undefined;

/** Keeps most of a state outside of memory; it never changes what the state says. */
export interface FoldKeeper {
  /** True when `settled` would change something. */
  isDue(offset: number): boolean;
  /**
   * Events of so many units (see `eventUnits`) were folded, or will be, into the next state that
   * `settled` is called with. Those folded for nothing count too.
   */
  grew(units: number): void;
  /** True when no more should be folded before there is room: see `room`. */
  isFull(): boolean;
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
  /**
   * Folds a long journal from its beginning, for which keepers have a quicker way; undefined when
   * it is too short for that, or that way failed.
   */
  foldLong(journal: Journal, settings: LedgerSettings): Promise<LongFold>;
}

/** What is wrong with an event whose text and digest disagree on whether it was pruned. */
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

/** What is wrong with the next event, when it is chained to another past than was folded. */
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
 * Folds events that a subscription gave, the first of which follows directly. Undefined when they
 * cannot be folded so: the journal has to be read.
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
 * As `foldJournal`; from the journal's beginning when what the keeper kept is damaged, or what
 * follows was pruned so that only the whole tells the state.
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
