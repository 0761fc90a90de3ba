import {
  decodeLedgerEvent,
  type LedgerError,
  ledgerError,
  type EventUnread,
  type LedgerEvent,
} from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CheckpointWatch } from "../fold/checkpoint-watch.js";
import type { JournalEntry, QueryContext } from "../interface/views.js";
import { viewsBroken, viewsUnavailable } from "../interface/views-unreadable.js";

/** How long a query waits for the views, by default; milliseconds. */
const defaultCatchUpTimeoutMs = 10_000;

/** Offset up to which the journal was pruned; 0 when it never was. */
export const prunedUpTo = ({ prunedUpTo: asked }: QueryContext): number => asked?.() ?? 0;

/** PARTICIPANT_PRUNED_DATA_ACCESSED: the requested data were pruned (ledger-api 3.4). */
export const prunedData = (cause: string, context: QueryContext): LedgerError => {
  const earliest = prunedUpTo(context);
  return ledgerError(
    "PARTICIPANT_PRUNED_DATA_ACCESSED",
    `${cause} precedes pruned offset ${earliest}`,
    { context: { earliest_offset: String(earliest) } },
  );
};

/** An event of the journal; Left when it cannot be read or was pruned. */
export const eventOf = (
  { offset, type, data }: JournalEntry,
  context: QueryContext,
): Either<LedgerError, LedgerEvent | EventUnread> => {
  const event = decodeLedgerEvent(type, data, offset);
  if (isLeft(event)) return left(viewsBroken(`event ${offset}: ${event.left.reason}`));
  return event.right.type === "SubmissionPruned"
    ? left(prunedData(`Event ${offset}`, context))
    : right(event.right);
};

/**
 * Waits until the views have folded up to an offset of the ledger. Right false: the consumer left
 * meanwhile.
 */
export const catchUp = async (
  watch: CheckpointWatch,
  context: QueryContext,
  offset: number,
  signal: AbortSignal,
): Promise<Either<LedgerError, boolean>> => {
  const timeoutMs = context.catchUpTimeoutMs ?? defaultCatchUpTimeoutMs;
  const reached = await watch.waitFor(offset, { timeoutMs, signal });
  if (!isLeft(reached)) return right(true);
  return signal.aborted ? right(false) : left(viewsUnavailable(reached.left));
};

/** SERVICE_NOT_RUNNING: the caller disconnected or timed out, or the node stops. */
export const readGivenUp: LedgerError = viewsUnavailable({
  kind: "closed",
  message: "the read was cancelled",
});

const never = new AbortController().signal;

/** Waits until the views caught up, for a query with a single result; the error, or undefined. */
export const catchUpAlone = async (
  watch: CheckpointWatch,
  context: QueryContext,
  offset: number,
  signal: AbortSignal = never,
): Promise<LedgerError | undefined> => {
  const reached = await catchUp(watch, context, offset, signal);
  if (isLeft(reached)) return reached.left;
  return reached.right ? undefined : readGivenUp;
};
