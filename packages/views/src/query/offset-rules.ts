import { invalidArgument, type LedgerError, ledgerError } from "@tallystick/core";
import { prunedData, prunedUpTo } from "./query-error.js";
import type { QueryContext, UpdatesPageQuery, UpdatesQuery } from "../interface/views.js";

// from callers without a codec: offsets are whole numbers
const whole = (field: string, offset: number): LedgerError | undefined =>
  Number.isInteger(offset)
    ? undefined
    : invalidArgument(`found ${offset}, expected a whole number`, field);

const notNegative = (field: string, offset: number): LedgerError | undefined =>
  whole(field, offset) ??
  (offset >= 0
    ? undefined
    : ledgerError(
        "NEGATIVE_OFFSET",
        `Offset ${offset} in ${field} is a negative integer: the offset in ${field} field has to be a non-negative integer (>=0)`,
        { field },
      ));

/** NON_POSITIVE_OFFSET unless the offset is above zero (ledger-api 3.4). */
export const positive = (field: string, offset: number): LedgerError | undefined =>
  whole(field, offset) ??
  (offset > 0
    ? undefined
    : ledgerError(
        "NON_POSITIVE_OFFSET",
        `Offset ${offset} in ${field} is not a positive integer: the offset has to be a positive integer (>0)`,
        { field },
      ));

const offsetName = (field: string): string =>
  field.startsWith("begin_") ? "Begin" : field.startsWith("end_") ? "End" : field;

const notAfterEnd = (field: string, offset: number, ledgerEnd: number): LedgerError | undefined =>
  offset <= ledgerEnd
    ? undefined
    : ledgerError(
        "OFFSET_AFTER_LEDGER_END",
        `${offsetName(field)} offset (${offset}) is after ledger end (${ledgerEnd})`,
        { field },
      );

/** PARTICIPANT_PRUNED_DATA_ACCESSED for an offset before the pruned one (ledger-api 3.4). */
export const beforePruning = (
  request: string,
  offset: number,
  context: QueryContext,
): LedgerError | undefined =>
  offset >= prunedUpTo(context) ? undefined : prunedData(`${request} ${offset}`, context);

const endBeforeBegin = (field: string, begin: number, end: number): LedgerError =>
  ledgerError("OFFSET_OUT_OF_RANGE", `End offset ${end} is before begin offset ${begin}.`, {
    field,
  });

const pageBeforeBegin = (begin: number, end: number): LedgerError =>
  invalidArgument(`found ${end}, expected at least the begin ${begin}`, "end_offset_inclusive", {
    sentence: "beginOffsetExclusive is after endOffsetInclusive",
  });

/** The rules of a stream's start (ledger-api 3.4): NEGATIVE_OFFSET, OFFSET_AFTER_LEDGER_END. */
export const beginError = (begin: number, ledgerEnd: number): LedgerError | undefined =>
  notNegative("begin_exclusive", begin) ?? notAfterEnd("begin_exclusive", begin, ledgerEnd);

/**
 * The rules of an update range (ledger-api 3.4): NEGATIVE_OFFSET, NON_POSITIVE_OFFSET,
 * DESCENDING_ORDER_MISSING_END, OFFSET_OUT_OF_RANGE, OFFSET_AFTER_LEDGER_END.
 */
export const updatesRangeError = (
  query: Pick<UpdatesQuery, "beginExclusive" | "endInclusive" | "descendingOrder">,
  ledgerEnd: number,
): LedgerError | undefined => {
  const { beginExclusive: begin, endInclusive: end } = query;
  const negative = notNegative("begin_exclusive", begin);
  if (negative !== undefined) return negative;
  if (end === undefined) {
    return query.descendingOrder === true
      ? ledgerError("DESCENDING_ORDER_MISSING_END", "Descending order needs end_inclusive", {
          field: "end_inclusive",
          publicCause: "end_inclusive is not provided when descending_order is true",
        })
      : notAfterEnd("begin_exclusive", begin, ledgerEnd);
  }
  return (
    positive("end_inclusive", end) ??
    (begin > end ? endBeforeBegin("end_inclusive", begin, end) : undefined) ??
    notAfterEnd("begin_exclusive", begin, ledgerEnd) ??
    notAfterEnd("end_inclusive", end, ledgerEnd)
  );
};

/**
 * The rules of the range that pages are taken from: the same, but either side may be open, also in
 * descending order.
 * @param query its offsets as the caller gave them
 */
export const pageRangeError = (
  query: Pick<UpdatesPageQuery, "beginOffsetExclusive" | "endOffsetInclusive">,
  ledgerEnd: number,
): LedgerError | undefined => {
  const begin = query.beginOffsetExclusive ?? 0;
  const end = query.endOffsetInclusive;
  return (
    notNegative("begin_offset_exclusive", begin) ??
    (end === undefined ? undefined : positive("end_offset_inclusive", end)) ??
    (end === undefined ? undefined : notAfterEnd("end_offset_inclusive", end, ledgerEnd)) ??
    (end !== undefined && begin > end ? pageBeforeBegin(begin, end) : undefined) ??
    notAfterEnd("begin_offset_exclusive", begin, ledgerEnd)
  );
};

/**
 * Why the state at an offset cannot be read: NEGATIVE_OFFSET, OFFSET_AFTER_LEDGER_END, or
 * PARTICIPANT_PRUNED_DATA_ACCESSED (ledger-api 3.4).
 *
 * @param field that has it
 */
export const unreadableAt = (
  field: string,
  offset: number,
  context: QueryContext,
): LedgerError | undefined =>
  notNegative(field, offset) ??
  notAfterEnd(field, offset, context.ledgerEnd()) ??
  beforePruning("Request at offset", offset, context);

/** The rules of a query of the state (ledger-api 3.4): NEGATIVE_OFFSET, OFFSET_AFTER_LEDGER_END. */
export const activeAtError = (activeAt: number, ledgerEnd: number): LedgerError | undefined =>
  notNegative("active_at_offset", activeAt) ?? notAfterEnd("active_at_offset", activeAt, ledgerEnd);
