import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import type { Folded, Journal } from "../../journal/journal.js";
import type { LedgerOptions, OpenError } from "../../ledger/ledger.js";
import type { Pipeline } from "../../pipeline/pipeline.js";
import { evidenceOfLoss } from "./journal-evidence.js";
import { journalOpenError } from "./open-error.js";
import type { FoundState } from "../../snapshot/found-state.js";

export interface AcceptedLoss {
  /** The greatest offset known to have been acknowledged; undefined when unknown. */
  readonly lostOffset: number | undefined;
}

/**
 * Compares the end of the journal with the evidence in the data folder, before anything changes
 * there. Left when it was longer, or does not end at the offset the operator accepted. Right: the
 * loss that the operator accepted, if any.
 *
 * @param journalId the hash of its first event; undefined while it is empty
 * @param found has the snapshot of the folder, whether it fits or not
 */
export const checkJournalEnd = async (
  { store, stream }: Journal,
  journalId: string | undefined,
  { found }: FoundState,
  { data, acceptJournalEnd: acceptedEnd, projections = [] }: LedgerOptions,
): Promise<Either<OpenError, AcceptedLoss | undefined>> => {
  const last = await store.lastEvent(stream);
  if (isLeft(last)) return left(journalOpenError({ kind: "store", error: last.left }));
  const end = (last.right?.revision ?? -1) + 1;
  const lost =
    data === undefined
      ? undefined
      : await evidenceOfLoss({ data, stream, journalId, snapshot: found, projections, end });
  if (acceptedEnd === undefined) return lost === undefined ? right(undefined) : lostEnd(lost, end);
  return acceptedEnd === end
    ? right({ lostOffset: lost?.offset })
    : left({
        kind: "config",
        message: `acceptJournalEnd: the journal ends at offset ${end}, found ${acceptedEnd}`,
      });
};

const lostEnd = (
  { offset, source }: { readonly offset: number; readonly source: string },
  end: number,
): Either<OpenError, never> => {
  const reason = `${source} beside it contains events up to offset ${offset}`;
  return left({
    kind: "store",
    error: { kind: "lost-tail", acknowledgedPosition: offset, foundPosition: end, reason },
    message:
      `the journal ends at offset ${end}, but ${reason}: it was truncated, lost or restored from an older copy, or ` +
      `earlier starts used another store or ledger.participantName; restore the newest copy. Without one, --accept-journal-end ${end} continues without the lost events`,
  });
};

/** Records in the journal that it was restored, when the operator has accepted a loss. */
export const recordRestore = async (
  pipeline: Pipeline,
  { state, hash }: Folded,
  accepted: AcceptedLoss | undefined,
): Promise<Either<LedgerError, void>> => {
  // an empty journal has nothing to restore
  if (accepted === undefined || state.offset === 0) return right(undefined);
  const { lostOffset } = accepted;
  const reason = `accepted by the operator at offset ${state.offset}`;
  const recorded = await pipeline.enqueue({
    kind: "RecordRestore",
    hash,
    reason,
    ...(lostOffset === undefined ? {} : { lostOffset }),
  });
  return map(() => undefined)(recorded);
};
