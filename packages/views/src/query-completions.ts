import { invalidField, isUserIdString, type LedgerError, missingField } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CheckpointWatch } from "./checkpoint-watch.js";
import { beginProblem } from "./offset-rules.js";
import { streamItems } from "./offset-stream.js";
import { projectCompletion } from "./project-completion.js";
import { eventOf } from "./query-failure.js";
import { role } from "./schema.js";
import type { OffsetsRead, ViewReader } from "./view-reader.js";
import type { CompletionsQuery, QueryContext } from "./views.js";
import type { CompletionItem } from "./wire-events.js";

const queryProblem = (query: CompletionsQuery, ledgerEnd: number): LedgerError | undefined => {
  if (query.userId === "") {
    return missingField("user_id");
  }
  if (!isUserIdString(query.userId)) {
    return invalidField("user_id", `"${query.userId}" is not a user id`);
  }
  if (query.parties.length === 0) {
    return missingField("parties", "at least one party");
  }
  return beginProblem(query.beginExclusive, ledgerEnd);
};

/** The completion stream; see `Views.completions`. */
export async function* queryCompletions(
  reader: ViewReader,
  watch: CheckpointWatch,
  context: QueryContext,
  query: CompletionsQuery,
  signal: AbortSignal,
): AsyncGenerator<Either<LedgerError, CompletionItem>, void, undefined> {
  const problem = queryProblem(query, context.ledgerEnd());
  if (problem !== undefined) {
    yield left(problem);
    return;
  }
  const filter = { userId: query.userId, parties: new Set(query.parties) };
  const itemAt = (offset: number): Either<LedgerError, CompletionItem | undefined> => {
    const row = reader.submission(offset);
    const event = row === undefined ? undefined : eventOf(row);
    if (event === undefined || isLeft(event)) {
      return event ?? right(undefined);
    }
    const value =
      event.right.type === "TransactionCommitted" || event.right.type === "CommandRejected"
        ? projectCompletion(event.right, offset, filter, context.synchronizerId)
        : undefined;
    return right(
      value === undefined ? undefined : { completionResponse: { Completion: { value } } },
    );
  };
  const reads = (): ReadonlyArray<OffsetsRead> => {
    const found: Array<OffsetsRead> = [];
    for (const party of filter.parties) {
      const id = reader.nameId(party);
      if (id !== undefined) {
        found.push(reader.partyOffsets(id, role.submitter));
      }
    }
    return found;
  };
  yield* streamItems(
    watch,
    context,
    {
      beginExclusive: query.beginExclusive,
      descending: false,
      follow: query.follow,
      idleTimeoutMs: query.idleTimeoutMs,
      reads,
      itemAt,
      checkpointItem: (value) => ({ completionResponse: { OffsetCheckpoint: { value } } }),
    },
    signal,
  );
}
