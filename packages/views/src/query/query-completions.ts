import { invalidField, isUserIdString, type LedgerError, missingField } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { beginError } from "./offset-rules.js";
import type { Found } from "./offset-scan.js";
import { type Batches, streamBatches, type StreamParts } from "./offset-stream.js";
import { projectCompletion } from "../projection/project-completion.js";
import { eventOf } from "./query-error.js";
import { role } from "../sqlite/schema.js";
import type { OffsetsRead, ViewReader } from "../sqlite/view-reader.js";
import type { SubmissionRow } from "../sqlite/submission-row.js";
import type { CompletionsQuery, QueryContext } from "../interface/views.js";
import type { CompletionItem, OffsetCheckpoint } from "@tallystick/wire";

const userError = ({ userId, parties }: CompletionsQuery): LedgerError | undefined => {
  if (userId === undefined) {
    return undefined;
  }
  if (userId === "") {
    return missingField("user_id");
  }
  if (!isUserIdString(userId)) {
    return invalidField("user_id", `"${userId}" is not a user id`);
  }
  return parties.length === 0 ? missingField("parties", "at least one party") : undefined;
};

const queryError = (query: CompletionsQuery, ledgerEnd: number): LedgerError | undefined =>
  userError(query) ?? beginError(query.beginExclusive, ledgerEnd);

const readsFor = (
  reader: ViewReader,
  parties: ReadonlySet<string> | undefined,
): ReadonlyArray<OffsetsRead> => {
  if (parties === undefined) {
    return [reader.submissionOffsets];
  }
  const found: Array<OffsetsRead> = [];
  for (const party of parties) {
    const id = reader.nameId(party);
    if (id !== undefined) {
      found.push(reader.partyOffsets(id, role.submitter));
    }
  }
  return found;
};

/** The completion stream; see `Views.completions`. */
export async function* queryCompletions(
  reader: ViewReader,
  parts: StreamParts<CompletionItem>,
  context: QueryContext,
  query: CompletionsQuery,
  signal: AbortSignal,
): Batches<CompletionItem> {
  const error = queryError(query, context.ledgerEnd());
  if (error !== undefined) {
    yield left(error);
    return;
  }
  const parties = query.parties.length === 0 ? undefined : new Set(query.parties);
  const filter = { userId: query.userId, parties };
  const itemOf = (row: SubmissionRow | undefined): Either<LedgerError, Found<CompletionItem>> => {
    if (row === undefined) {
      return right({ item: undefined, bytes: 0 });
    }
    const event = eventOf(row);
    if (isLeft(event)) {
      return event;
    }
    const value =
      event.right.type === "TransactionCommitted" || event.right.type === "CommandRejected"
        ? projectCompletion(event.right, row.offset, filter, context.synchronizerId)
        : undefined;
    const item =
      value === undefined ? undefined : { completionResponse: { Completion: { value } } };
    return right({ item, bytes: row.data.length });
  };
  const stream = {
    beginExclusive: query.beginExclusive,
    descending: false,
    follow: query.follow,
    idleTimeoutMs: query.idleTimeoutMs,
    question: JSON.stringify([query.userId ?? null, query.parties]),
    reads: () => readsFor(reader, parties),
    itemsAt: (offsets: ReadonlyArray<number>) => {
      const rowAt = reader.submissionsAt(offsets);
      return (offset: number) => itemOf(rowAt(offset));
    },
    checkpointItem: (value: OffsetCheckpoint) => ({
      completionResponse: { OffsetCheckpoint: { value } },
    }),
  };
  yield* streamBatches(parts, context, stream, signal);
}
