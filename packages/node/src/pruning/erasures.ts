import { nextTurn } from "@tallystick/background";
import {
  changesOf,
  contractIdParts,
  decodeLedgerEvent,
  hasIn,
  type LedgerState,
  type PastEvent,
  prunedSubmission,
  prunedText,
  type TransactionCommitted,
  type ContractId,
} from "@tallystick/core";
import { dataDigest, type Erasure, type RecordedEvent } from "@tallystick/event-store";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type Journal, type JournalError, timersOf } from "../journal/journal.js";
import { OffsetSet } from "./offset-set.js";
import { newResidue, type Residue } from "./pruning-boundary.js";

/** Events read before yielding. */
const eventsPerTurn = 50;

interface PruningRange {
  /** Offset up to which submissions are pruned. */
  readonly upTo: number;
  /** Accepted change ids up to this offset are forgotten. */
  readonly forgottenUpTo: number;
}

/** The result of a walk over the pruned part. */
interface ErasureSummary {
  readonly residue: Residue;
  /** The greatest offset still to be erased; 0 for none. */
  readonly lastErased: number;
}

/** Is called with events to erase, in order; false ends the walk. */
type EraseSome = (erasures: ReadonlyArray<Erasure>) => Promise<boolean>;

const isSubmission = ({ type }: RecordedEvent): boolean =>
  type === "TransactionCommitted" || type === "CommandRejected";

const eventOf = ({ type, data, revision }: RecordedEvent): Either<JournalError, PastEvent> => {
  const event = decodeLedgerEvent(type, data, revision + 1);
  return isLeft(event)
    ? left({ kind: "event", offset: revision + 1, reason: event.left.reason })
    : event;
};

/** Reads the events after an offset, up to another; yields in between. */
async function* eventsBetween(
  journal: Journal,
  after: number,
  upTo: number,
): AsyncGenerator<Either<JournalError, RecordedEvent>, void, undefined> {
  const { store, stream } = journal;
  let seen = 0;
  if (upTo <= after) return;
  for await (const page of store.readStream(stream, { from: after, maxCount: upTo - after })) {
    if (isLeft(page)) {
      yield left({ kind: "store", error: page.left });
      return;
    }
    for (const event of page.right) {
      yield right(event);
      seen += 1;
      if (seen % eventsPerTurn === 0) await nextTurn(timersOf(journal));
    }
  }
}

/** Where an imported contract was created does not follow from its id. */
const importedError = (offset: number): JournalError => ({
  kind: "event",
  offset,
  reason: "it imports contracts of another ledger, and such a journal cannot be pruned",
});

/** Marks where contracts were created that were archived only after the pruned part. */
const markArchivedLater = async (
  journal: Journal,
  { upTo, end }: { readonly upTo: number; readonly end: number },
  kept: OffsetSet,
): Promise<JournalError | undefined> => {
  for await (const recorded of eventsBetween(journal, upTo, end)) {
    if (isLeft(recorded)) return recorded.left;
    if (recorded.right.type !== "TransactionCommitted") continue;
    const event = eventOf(recorded.right);
    if (isLeft(event)) return event.left;
    for (const { contractId } of changesOf(event.right).archived)
      markCreate(contractId, upTo, kept);
  }
  return undefined;
};

const markCreate = (contractId: ContractId, upTo: number, kept: OffsetSet): void => {
  const { offset = 0 } = contractIdParts(contractId) ?? {};
  if (offset > 0 && offset <= upTo) kept.add(offset);
};

const isActive = ({ contracts }: LedgerState, event: TransactionCommitted): boolean =>
  changesOf(event).created.some(({ contractId }) => hasIn(contracts, contractId));

/**
 * Walks over the pruned part of a journal and finds what is to be erased: submissions, but for
 * those of contracts that are active at the end of that part. The result depends only on the
 * journal up to there, however much of it was erased already.
 *
 * @param state of the journal at an offset after the pruned part
 * @param erase is called with events not erased yet
 */
export const walkErasures = async (
  journal: Journal,
  state: LedgerState,
  { upTo, forgottenUpTo }: PruningRange,
  erase: EraseSome,
): Promise<Either<JournalError, ErasureSummary | undefined>> => {
  const kept = new OffsetSet(upTo);
  const failed = await markArchivedLater(journal, { upTo, end: state.offset }, kept);
  if (failed !== undefined) return left(failed);
  const needs = { isKept: (offset: number) => kept.has(offset), forgottenUpTo };
  const residue = newResidue();
  let lastErased = 0;
  let some: Array<Erasure> = [];
  for await (const recorded of eventsBetween(journal, 0, upTo)) {
    if (isLeft(recorded)) return recorded;
    const { revision, erased, data } = recorded.right;
    const offset = revision + 1;
    if (erased !== undefined) residue.add(offset, erased, data);
    if (erased !== undefined || !isSubmission(recorded.right)) continue;
    const event = eventOf(recorded.right);
    if (isLeft(event)) return event;
    const { right: submission } = event;
    if (submission.type !== "TransactionCommitted" && submission.type !== "CommandRejected")
      continue;
    if (submission.type === "TransactionCommitted" && submission.imported !== undefined)
      return left(importedError(offset));
    if (submission.type === "TransactionCommitted" && isActive(state, submission)) kept.add(offset);
    if (kept.has(offset)) continue;
    const text = prunedText(prunedSubmission(submission, offset, data.length, needs));
    residue.add(offset, dataDigest(data), text);
    lastErased = offset;
    some.push({ revision, data: text });
    if (some.length < eventsPerTurn) continue;
    if (!(await erase(some))) return right(undefined);
    some = [];
  }
  if (some.length > 0 && !(await erase(some))) return right(undefined);
  return right({ residue, lastErased });
};
