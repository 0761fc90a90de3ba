import type { LedgerError } from "@tallystick/core";
import type { UpdateItem } from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { resolveUpdateFormat } from "../format/resolved-update-format.js";
import type { QueryContext, UpdatesQuery } from "../interface/views.js";
import { beforePruning, updatesRangeError } from "./offset-rules.js";
import type { OffsetStream } from "./offset-stream.js";
import type { ReadFor } from "../interface/read-for.js";
import type { PartThreads } from "./part-reader.js";
import type { Reading } from "./reading.js";
import { type UpdateForm, updateReader } from "./update-reader.js";

/** How the items of a stream are given. */
export interface UpdateItemForm<A> extends UpdateForm<A> {
  readonly other: (item: UpdateItem) => A;
}

/**
 * The update stream; see `Queries.updates`. Left: why the query is rejected.
 * @param form how its items are given
 * @param threads those that may read batches, and for whom
 */
export const updatesAsked = <A>(
  reader: Reading,
  context: QueryContext,
  query: UpdatesQuery,
  form: UpdateItemForm<A>,
  threads: { readonly parts: PartThreads; readonly readFor: ReadFor },
): Either<LedgerError, OffsetStream<A>> => {
  const error =
    updatesRangeError(query, context.ledgerEnd()) ??
    beforePruning("Transactions request from", query.beginExclusive, context);
  if (error !== undefined) return left(error);
  const format = resolveUpdateFormat(query.updateFormat, context.catalog);
  if (isLeft(format)) return format;
  const { reads, updatesAt, there } = updateReader(reader, context, format.right, form, threads);
  return right({
    beginExclusive: query.beginExclusive,
    endInclusive: query.endInclusive,
    descending: query.descendingOrder === true,
    follow: query.follow,
    idleTimeoutMs: query.idleTimeoutMs,
    question: JSON.stringify(query.updateFormat),
    reads,
    itemsAt: updatesAt,
    there,
    checkpointItem: (value) => form.other({ update: { OffsetCheckpoint: { value } } }),
  });
};
