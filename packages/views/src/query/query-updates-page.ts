import { setImmediate as nextTurn } from "node:timers/promises";
import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CheckpointWatch } from "./checkpoint-watch.js";
import { beforePruning, pageRangeError } from "./offset-rules.js";
import { type OffsetRange, offsetsPerPage, readBatch } from "./offset-scan.js";
import { pageSizeOf, updatesPageSizes } from "./page-size.js";
import { type BoundTokens, boundTokens, foreignToken, type TokenRules } from "./page-token.js";
import { catchUpAlone, prunedUpTo } from "./query-error.js";
import { resolveUpdateFormat } from "../format/resolved-update-format.js";
import { type UpdateReader, updateReader } from "./update-reader.js";
import type { Reading } from "./reading.js";
import type { QueryContext, UpdatesPage, UpdatesPageQuery } from "../interface/views.js";
import type { FoundUpdate } from "@tallystick/wire";

const pageTokens: TokenRules = {
  kind: "updates-page",
  field: "pageToken",
  code: "INVALID_UPDATES_PAGE_TOKEN",
  cause:
    "The page token does not belong to this request; expected the nextPageToken this participant answered to the same request",
};

/** Where the page begins and ends at most: the request's range without the pages before. */
const rangeOf = (
  query: UpdatesPageQuery,
  { ledgerEnd, first }: { readonly ledgerEnd: number; readonly first: number },
  read: BoundTokens["read"],
): Either<LedgerError, OffsetRange> => {
  const { pageToken = "", descendingOrder: descending = false } = query;
  const begin = query.beginOffsetExclusive ?? first;
  const end = query.endOffsetInclusive ?? ledgerEnd;
  if (pageToken === "") return right({ after: begin, upTo: end, descending });
  const position = read(pageToken);
  if (isLeft(position)) return position;
  const [at] = position.right;
  if (at === undefined || at < begin || at > end) return left(foreignToken(pageTokens));
  return right(
    descending ? { after: begin, upTo: at, descending } : { after: at, upTo: end, descending },
  );
};

interface FirstUpdates {
  readonly updates: ReadonlyArray<FoundUpdate>;
  /** Offset of the last of them when there are more; undefined when these were all. */
  readonly cutAt: number | undefined;
}

const offsetOf = ({ update }: FoundUpdate): number => {
  if ("Transaction" in update) return update.Transaction.value.offset;
  return "Reassignment" in update
    ? update.Reassignment.value.offset
    : update.TopologyTransaction.value.offset;
};

// one more than fits shows that there are more; other work gets its turn between batches
const firstUpdates = async (
  { reads, updatesAt }: UpdateReader,
  range: OffsetRange,
  size: number,
): Promise<Either<LedgerError, FirstUpdates>> => {
  const updates: Array<FoundUpdate> = [];
  let { after, upTo } = range;
  while (after < upTo && updates.length <= size) {
    const rest = { after, upTo, descending: range.descending };
    const limit = Math.min(offsetsPerPage, size + 1 - updates.length);
    const batch = readBatch(reads(), updatesAt, rest, limit);
    if (isLeft(batch)) return batch;
    updates.push(...batch.right.items);
    if (range.descending) upTo = batch.right.upTo;
    else after = batch.right.upTo;
    await nextTurn();
  }
  const last = updates[size - 1];
  return right(
    updates.length <= size || last === undefined
      ? { updates, cutAt: undefined }
      : { updates: updates.slice(0, size), cutAt: offsetOf(last) },
  );
};

const pageOf = (
  { updates, cutAt }: FirstUpdates,
  { after, upTo, descending }: OffsetRange,
  staysOpen: boolean,
  write: (offset: number) => string,
): UpdatesPage => {
  const lowest = descending && cutAt !== undefined ? cutAt - 1 : after;
  const highest = !descending && cutAt !== undefined ? cutAt : upTo;
  const goesOn = cutAt !== undefined || staysOpen;
  return {
    updates,
    lowestPageOffsetExclusive: lowest,
    highestPageOffsetInclusive: highest,
    nextPageToken: goesOn ? write(descending ? lowest : highest) : "",
  };
};

/** A page of updates; see `Views.updatesPage`. */
export const queryUpdatesPage = async (
  reader: Reading,
  watch: CheckpointWatch,
  context: QueryContext,
  query: UpdatesPageQuery,
): Promise<Either<LedgerError, UpdatesPage>> => {
  const ledgerEnd = context.ledgerEnd();
  const error =
    pageRangeError(query, ledgerEnd) ??
    beforePruning(
      "Transactions request from",
      query.beginOffsetExclusive ?? prunedUpTo(context),
      context,
    );
  if (error !== undefined) return left(error);
  const format = resolveUpdateFormat(query.updateFormat, context.catalog);
  if (isLeft(format)) return format;
  const size = pageSizeOf(query.maxPageSize, updatesPageSizes);
  if (isLeft(size)) return size;
  const { pageToken: _token, ...content } = query;
  const tokens = boundTokens(pageTokens, context.participantId, content);
  const range = rangeOf(query, { ledgerEnd, first: prunedUpTo(context) }, tokens.read);
  if (isLeft(range)) return range;
  const behind = await catchUpAlone(watch, context, range.right.upTo);
  if (behind !== undefined) return left(behind);
  const updates = updateReader(reader, context, format.right);
  const first = await firstUpdates(updates, range.right, size.right);
  if (isLeft(first)) return first;
  const staysOpen = query.endOffsetInclusive === undefined && !range.right.descending;
  return right(pageOf(first.right, range.right, staysOpen, tokens.write));
};
