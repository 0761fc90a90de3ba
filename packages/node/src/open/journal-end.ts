import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Folded } from "../journal/journal.js";
import type { OpenError } from "../ledger/ledger.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import { evidenceOfLoss } from "./journal-evidence.js";
import type { ReadSnapshot } from "../snapshot/snapshot-file.js";

/** What the operator has accepted. */
export interface AcceptedLoss {
  /** The greatest offset known to have been acknowledged; undefined when nobody knows. */
  readonly lostOffset: number | undefined;
}

/** The end of the journal, and the snapshot beside it, whether it fits or not. */
export interface FoundEnd {
  /** Offset of the last event. */
  readonly end: number;
  readonly found: ReadSnapshot | undefined;
}

/**
 * Compares the end of the journal with what the data folder knows of it. Left when it was longer
 * once, or does not end where the operator says it does. Right: the loss that the operator
 * accepted, if any.
 *
 * @param journal `journalId` is the hash of its first event; undefined while it is empty
 * @param acceptedEnd the offset at which the operator accepts that the journal ends
 */
export const checkJournalEnd = async (
  { stream, journalId }: { readonly stream: string; readonly journalId: string | undefined },
  { end, found }: FoundEnd,
  data: string | undefined,
  acceptedEnd: number | undefined,
): Promise<Either<OpenError, AcceptedLoss | undefined>> => {
  const lost =
    data === undefined
      ? undefined
      : await evidenceOfLoss({ data, stream, journalId, snapshot: found, end });
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
  const reason = `${source} beside it was made when it went to offset ${offset} at least`;
  return left({
    kind: "store",
    error: { kind: "lost-tail", acknowledgedPosition: offset, foundPosition: end, reason },
    message:
      `the journal ends at offset ${end}, but ${reason}: it was cut, lost or restored from an older copy; put the newest copy ` +
      `back. Without one, --accept-journal-end ${end} goes on with what is left`,
  });
};

/** Has the journal say that it was restored, once the operator has accepted a loss. */
export const recordRestore = async (
  pipeline: Pipeline,
  { state, hash }: Folded,
  accepted: AcceptedLoss | undefined,
): Promise<Either<LedgerError, void>> => {
  // an empty journal has nothing to go on with
  if (accepted === undefined || state.offset === 0) return right(undefined);
  const { lostOffset } = accepted;
  const reason = `accepted by the operator at offset ${state.offset}`;
  const recorded = await pipeline.enqueue({
    kind: "RecordRestore",
    hash,
    reason,
    ...(lostOffset === undefined ? {} : { lostOffset }),
  });
  return isLeft(recorded) ? recorded : right(undefined);
};
