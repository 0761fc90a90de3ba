import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CheckpointWatch } from "./checkpoint-watch.js";
import { updatesRangeProblem } from "./offset-rules.js";
import { streamItems } from "./offset-stream.js";
import { resolveUpdateFormat } from "./resolved-update-format.js";
import { updateReader } from "./update-reader.js";
import type { ViewReader } from "./view-reader.js";
import type { QueryContext, UpdatesQuery } from "./views.js";
import type { UpdateItem } from "./wire-updates.js";

/** The update stream; see `Views.updates`. */
export async function* queryUpdates(
  reader: ViewReader,
  watch: CheckpointWatch,
  context: QueryContext,
  query: UpdatesQuery,
  signal: AbortSignal,
): AsyncGenerator<Either<LedgerError, UpdateItem>, void, undefined> {
  const problem = updatesRangeProblem(query, context.ledgerEnd());
  if (problem !== undefined) {
    yield left(problem);
    return;
  }
  const format = resolveUpdateFormat(query.updateFormat, context.catalog);
  if (isLeft(format)) {
    yield format;
    return;
  }
  const { reads, updateAt } = updateReader(reader, context, format.right);
  const itemAt = (offset: number): Either<LedgerError, UpdateItem | undefined> => {
    const found = updateAt(offset);
    if (isLeft(found)) {
      return found;
    }
    return right(found.right === undefined ? undefined : { update: found.right });
  };
  yield* streamItems(
    watch,
    context,
    {
      beginExclusive: query.beginExclusive,
      endInclusive: query.endInclusive,
      descending: query.descendingOrder === true,
      follow: query.follow,
      idleTimeoutMs: query.idleTimeoutMs,
      reads,
      itemAt,
      checkpointItem: (value) => ({ update: { OffsetCheckpoint: { value } } }),
    },
    signal,
  );
}
