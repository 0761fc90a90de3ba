import {
  invalidField,
  isUserIdString,
  type LedgerError,
  missingField,
  type PartyId,
} from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { beforePruning, beginError } from "./offset-rules.js";
import type { Found } from "./offset-scan.js";
import type { OffsetStream } from "./offset-stream.js";
import { projectCompletion } from "../projection/project-completion.js";
import { eventOf } from "./query-error.js";
import { role } from "../blocks/tables.js";
import type { OffsetsRead } from "../sqlite/gather.js";
import { everyOffset, type Reading } from "./reading.js";
import type { CompletionsQuery, JournalEntry, QueryContext } from "../interface/views.js";
import type { CompletionItem } from "@tallystick/wire";

const userError = ({ userId, parties }: CompletionsQuery): LedgerError | undefined => {
  if (userId === undefined) return undefined;
  if (userId === "") return missingField("user_id");
  if (!isUserIdString(userId)) return invalidField("user_id", `"${userId}" is not a user id`);
  return parties.length === 0 ? missingField("parties", "at least one party") : undefined;
};

const queryError = (query: CompletionsQuery, context: QueryContext): LedgerError | undefined =>
  userError(query) ??
  beginError(query.beginExclusive, context.ledgerEnd()) ??
  beforePruning("Command completions request from", query.beginExclusive, context);

const readsFor = (
  reader: Reading,
  parties: ReadonlySet<PartyId> | undefined,
): ReadonlyArray<OffsetsRead> => {
  if (parties === undefined) return [everyOffset];
  const found: Array<OffsetsRead> = [];
  for (const party of parties) {
    const id = reader.nameId(party);
    if (id !== undefined) found.push(reader.partyOffsets(id, role.submitter));
  }
  return found;
};

/** The completion stream; see `Queries.completions`. Left: why the query is rejected. */
export const completionsAsked = (
  reader: Reading,
  context: QueryContext,
  query: CompletionsQuery,
): Either<LedgerError, OffsetStream<CompletionItem>> => {
  const error = queryError(query, context);
  if (error !== undefined) return left(error);
  const parties = query.parties.length === 0 ? undefined : new Set(query.parties);
  const filter = { userId: query.userId, parties };
  const itemOf = (entry: JournalEntry): Either<LedgerError, Found<CompletionItem>> => {
    const event = eventOf(entry, context);
    if (isLeft(event)) return event;
    const value =
      event.right.type === "TransactionCommitted" || event.right.type === "CommandRejected"
        ? projectCompletion(event.right, entry.offset, filter, context.synchronizerId)
        : undefined;
    const item =
      value === undefined ? undefined : { completionResponse: { Completion: { value } } };
    return right({ item, bytes: entry.data.length });
  };
  return right({
    beginExclusive: query.beginExclusive,
    descending: false,
    follow: query.follow,
    idleTimeoutMs: query.idleTimeoutMs,
    question: JSON.stringify([query.userId ?? null, query.parties]),
    reads: () => readsFor(reader, parties),
    itemsAt: (offsets) => {
      const entryAt = reader.entriesAt(offsets);
      return (offset) => itemOf(entryAt(offset));
    },
    checkpointItem: (value) => ({ completionResponse: { OffsetCheckpoint: { value } } }),
  });
};
