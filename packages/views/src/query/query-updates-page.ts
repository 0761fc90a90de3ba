import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { beforePruning, pageRangeError } from "./offset-rules.js";
import { type OffsetRange, offsetsPerPage, readBatch } from "./offset-scan.js";
import { maxPageBytes, pageSizeOf, updatesPageSizes } from "./page-size.js";
import { type BoundTokens, boundTokens, foreignToken, type TokenRules } from "./page-token.js";
import { catchUpAlone, prunedUpTo, readGivenUp } from "./query-error.js";
import { type PartRead, takeParts } from "./part-reader.js";
import type { QueryParts } from "./query-parts.js";
import type { ReadInParts } from "../interface/read-for.js";
import { resolveUpdateFormat } from "../format/resolved-update-format.js";
import { type UpdateForm, type UpdateReader, updateReader } from "./update-reader.js";
import type { Reading } from "./reading.js";
import type { Batch } from "./shared-batches.js";
import type { QueryContext, UpdatesPage, UpdatesPageQuery } from "../interface/views.js";

const pageTokens: TokenRules = {
  request: "GetUpdatesPageRequest",
  kind: "updates-page",
  field: "pageToken",
  code: "INVALID_UPDATES_PAGE_TOKEN",
  cause:
    "The page token does not belong to this request; expected the nextPageToken this participant answered to the same request",
};

/** Bounds of the page: the request's range without earlier pages. */
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

type PageEnd = Omit<UpdatesPage, "updates">;

/** A page while it is read. */
interface PageRead<A> extends PartRead<Batch<A>> {
  /** Takes a part; returns the offset that the page goes up to when it ends with it. */
  readonly take: (batch: Batch<A>) => number | undefined;
}

const pageRead = <A>(
  { reads, updatesAt, there }: UpdateReader<A>,
  { after, upTo, descending }: OffsetRange,
  size: number,
  take: (part: ReadonlyArray<A>) => void,
): PageRead<A> => {
  let rest: OffsetRange = { after, upTo, descending };
  let room = size;
  let bytes = 0;
  let lastTaken = after;
  const limit = () => Math.min(offsetsPerPage, room + 1);
  return {
    here: () => readBatch(reads(), updatesAt, rest, limit()),
    there: there === undefined ? undefined : () => there(rest, limit()),
    take: (batch) => {
      const { items, offsets, upTo: reached } = batch;
      const fitting = items.slice(0, room);
      if (fitting.length > 0) take(fitting);
      room -= fitting.length;
      const last = offsets[fitting.length - 1];
      if (last !== undefined) lastTaken = descending ? last - 1 : last;
      // one more than the page shows that there are more
      if (items.length > fitting.length) return lastTaken;
      rest = descending ? { ...rest, upTo: reached } : { ...rest, after: reached };
      if (rest.after >= rest.upTo) return descending ? after : upTo;
      bytes += batch.bytes;
      return bytes < maxPageBytes ? undefined : reached;
    },
  };
};

const pageEnd = (
  reached: number,
  { after, upTo, descending }: OffsetRange,
  staysOpen: boolean,
  write: (offset: number) => string,
): PageEnd => {
  const hasMore = staysOpen || reached !== (descending ? after : upTo);
  return {
    lowestPageOffsetExclusive: descending ? reached : after,
    highestPageOffsetInclusive: descending ? upTo : reached,
    nextPageToken: hasMore ? write(reached) : "",
  };
};

/**
 * A page of updates; see `Queries.updatesPage`.
 * @param form how they are given
 */
export const queryUpdatesPage = async <A>(
  reader: Reading,
  parts: QueryParts,
  context: QueryContext,
  query: UpdatesPageQuery,
  readIn: ReadInParts<A>,
  form: UpdateForm<A>,
): Promise<Either<LedgerError, PageEnd>> => {
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
  const behind = await catchUpAlone(parts.watch, context, range.right.upTo, readIn.signal);
  if (behind !== undefined) return left(behind);
  const threads = { parts, readFor: readIn };
  const updates = updateReader(reader, context, format.right, form, threads);
  const read = pageRead(updates, range.right, size.right, readIn.take);
  const reached = (await takeParts(parts.turns, readIn, read, read.take)) ?? left(readGivenUp);
  if (isLeft(reached)) return reached;
  const staysOpen = query.endOffsetInclusive === undefined && !range.right.descending;
  return right(pageEnd(reached.right, range.right, staysOpen, tokens.write));
};
