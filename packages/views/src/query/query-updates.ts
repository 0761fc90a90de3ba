import { isLeft, left } from "fp-ts/lib/Either.js";
import { beforePruning, updatesRangeError } from "./offset-rules.js";
import { type Batches, streamBatches, type StreamParts } from "./offset-stream.js";
import { resolveUpdateFormat } from "../format/resolved-update-format.js";
import { updateReader } from "./update-reader.js";
import type { Reading } from "./reading.js";
import type { QueryContext, UpdatesQuery } from "../interface/views.js";
import type { UpdateItem } from "@tallystick/wire";

/** The update stream; see `Views.updates`. */
export async function* queryUpdates(
  reader: Reading,
  parts: StreamParts<UpdateItem>,
  context: QueryContext,
  query: UpdatesQuery,
  signal: AbortSignal,
): Batches<UpdateItem> {
  const error =
    updatesRangeError(query, context.ledgerEnd()) ??
    beforePruning("Transactions request from", query.beginExclusive, context);
  if (error !== undefined) {
    yield left(error);
    return;
  }
  const format = resolveUpdateFormat(query.updateFormat, context.catalog);
  if (isLeft(format)) {
    yield format;
    return;
  }
  const { reads, updatesAt } = updateReader(reader, context, format.right);
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
      reads,
      itemsAt: updatesAt,
      checkpointItem: (value) => ({ update: { OffsetCheckpoint: { value } } }),
    },
    signal,
  );
}
