import {
  decodeLedgerEvent,
  type LedgerError,
  ledgerError,
  type EventUnread,
  type LedgerEvent,
} from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CheckpointWatch } from "./checkpoint-watch.js";
import type { JournalEntry, QueryContext, ViewsError } from "../interface/views.js";

/** How long a query waits for the views, by default; milliseconds. */
const defaultCatchUpTimeoutMs = 10_000;

/** SERVICE_NOT_RUNNING: the views are behind, failed or closed; a retry may help. */
export const viewsUnavailable = (error: ViewsError): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", `The views cannot answer: ${publicText(error)}.`, {
    context: { service_name: "views" },
  });

// the messages of errors are for the operator and name files
const publicText = (error: ViewsError): string => {
  switch (error.kind) {
    case "file":
      return "their file cannot be read or written at the moment";
    case "damaged":
      return "they were found damaged and are being rebuilt";
    case "in-use":
    case "worker":
    case "journal":
      return "they are not being kept up at the moment";
    case "behind":
    case "gap":
    case "timeout":
    case "closed":
      return error.message;
  }
};

/** SERVICE_INTERNAL_ERROR: the views have unreadable data. */
export const viewsBroken = (reason: string): LedgerError =>
  ledgerError("SERVICE_INTERNAL_ERROR", `The views cannot be read: ${reason}`);

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
  message: "the read was given up",
});

const never = new AbortController().signal;

/** The same for a query with a single answer; the error, or undefined. */
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
