import { type Catalog, type LedgerError, missingField } from "@tallystick/core";
import { invalidArgument, isLedgerString, updateNotFound } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CheckpointWatch } from "./checkpoint-watch.js";
import { positive, updatesRangeProblem } from "./offset-rules.js";
import type { Found } from "./offset-scan.js";
import { type Batches, streamBatches, type StreamParts } from "./offset-stream.js";
import { projectTransaction } from "./project-transaction.js";
import { catchUp, eventOf } from "./query-failure.js";
import {
  resolveEventFormat,
  resolveTransactionFormat,
  type ResolvedTransactionFormat,
} from "./resolved-format.js";
import { role } from "./schema.js";
import type { OffsetsRead, SubmissionRow, ViewReader } from "./view-reader.js";
import type { QueryContext, TransactionQuery, UpdatesQuery } from "./views.js";
import type { Transaction, UpdateItem } from "./wire-events.js";

const readsFor = (
  reader: ViewReader,
  wanted: ResolvedTransactionFormat,
): ReadonlyArray<OffsetsRead> => {
  if (wanted.format.anyParty) {
    return [reader.transactionOffsets];
  }
  const roles = wanted.shape === "TRANSACTION_SHAPE_ACS_DELTA" ? role.stakeholder : role.witness;
  const reads: Array<OffsetsRead> = [];
  for (const party of wanted.format.parties) {
    const id = reader.nameId(party);
    if (id !== undefined) {
      reads.push(reader.partyOffsets(id, roles));
    }
  }
  return reads;
};

const transactionOf = (
  row: SubmissionRow | undefined,
  wanted: ResolvedTransactionFormat,
  context: QueryContext,
): Either<LedgerError, Transaction | undefined> => {
  if (row === undefined) {
    return right(undefined);
  }
  const event = eventOf(row);
  if (isLeft(event)) {
    return event;
  }
  return right(
    event.right.type === "TransactionCommitted"
      ? projectTransaction(event.right, row.offset, wanted, context.synchronizerId, context.catalog)
      : undefined,
  );
};

// undefined: no transactions are wanted
const wantedOf = (
  query: UpdatesQuery,
  catalog: Catalog,
): Either<LedgerError, ResolvedTransactionFormat | undefined> => {
  const { includeTransactions, includeReassignments } = query.updateFormat;
  if (includeReassignments !== undefined) {
    const checked = resolveEventFormat(includeReassignments, catalog);
    if (isLeft(checked)) {
      return checked;
    }
  }
  return includeTransactions === undefined
    ? right(undefined)
    : resolveTransactionFormat(includeTransactions, catalog);
};

/** The update stream; see `Views.updates`. */
export async function* queryUpdates(
  reader: ViewReader,
  parts: StreamParts<UpdateItem>,
  context: QueryContext,
  query: UpdatesQuery,
  signal: AbortSignal,
): Batches<UpdateItem> {
  const problem = updatesRangeProblem(query, context.ledgerEnd());
  if (problem !== undefined) {
    yield left(problem);
    return;
  }
  const resolved = wantedOf(query, context.catalog);
  if (isLeft(resolved)) {
    yield resolved;
    return;
  }
  const wanted = resolved.right;
  const itemOf = (row: SubmissionRow | undefined): Either<LedgerError, Found<UpdateItem>> => {
    if (wanted === undefined || row === undefined) {
      return right({ item: undefined, bytes: 0 });
    }
    const found = transactionOf(row, wanted, context);
    if (isLeft(found)) {
      return found;
    }
    const value = found.right;
    const item = value === undefined ? undefined : { update: { Transaction: { value } } };
    return right({ item, bytes: row.data.length });
  };
  yield* streamBatches(
    parts,
    context,
    {
      beginExclusive: query.beginExclusive,
      endInclusive: query.endInclusive,
      descending: query.descendingOrder === true,
      follow: query.follow,
      idleTimeoutMs: query.idleTimeoutMs,
      question: JSON.stringify(query.updateFormat),
      reads: () => (wanted === undefined ? [] : readsFor(reader, wanted)),
      itemsAt: (offsets) => {
        const rowAt = reader.submissionsAt(offsets);
        return (offset) => itemOf(rowAt(offset));
      },
      checkpointItem: (value) => ({ update: { OffsetCheckpoint: { value } } }),
    },
    signal,
  );
}

type Place = TransactionQuery["at"];

const placeProblem = (at: Place): LedgerError | undefined => {
  if ("offset" in at) {
    return positive("offset", at.offset);
  }
  if (at.updateId === "") {
    return missingField("update_id");
  }
  return isLedgerString(at.updateId)
    ? undefined
    : invalidArgument(`"${at.updateId}" is not an update id`, "update_id");
};

const notFound = (at: Place): LedgerError =>
  "offset" in at
    ? updateNotFound("OFFSET", String(at.offset))
    : updateNotFound("UPDATE_ID", at.updateId);

const rowsAt = (reader: ViewReader, at: Place): ReadonlyArray<SubmissionRow> => {
  if (!("offset" in at)) {
    return reader.submissionsByUpdate(at.updateId);
  }
  const row = reader.submission(at.offset);
  return row === undefined ? [] : [row];
};

/** One transaction; see `Views.transaction`. */
export const queryTransaction = async (
  reader: ViewReader,
  watch: CheckpointWatch,
  context: QueryContext,
  query: TransactionQuery,
): Promise<Either<LedgerError, Transaction>> => {
  const problem = placeProblem(query.at);
  if (problem !== undefined) {
    return left(problem);
  }
  const wanted = resolveTransactionFormat(query.transactionFormat, context.catalog);
  if (isLeft(wanted)) {
    return wanted;
  }
  const ledgerEnd = context.ledgerEnd();
  const target = "offset" in query.at ? Math.min(query.at.offset, ledgerEnd) : ledgerEnd;
  const caughtUp = await catchUp(watch, context, target, new AbortController().signal);
  if (isLeft(caughtUp)) {
    return caughtUp;
  }
  for (const row of rowsAt(reader, query.at)) {
    const found = transactionOf(row, wanted.right, context);
    if (isLeft(found)) {
      return found;
    }
    const transaction = found.right;
    // update ids are looked up by hash, and another id may share it
    if (
      transaction !== undefined &&
      ("offset" in query.at || transaction.updateId === query.at.updateId)
    ) {
      return right(transaction);
    }
  }
  return left(notFound(query.at));
};
