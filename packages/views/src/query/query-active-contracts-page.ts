import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  activeContractParts,
  type AnyTransaction,
  type ContractForm,
  type ScannedPart,
} from "./active-contract-scan.js";
import { activeAtError, beforePruning } from "./offset-rules.js";
import { activeContractsPageSizes, maxPageBytes, pageSizeOf } from "./page-size.js";
import { type BoundTokens, boundTokens, foreignToken, type TokenRules } from "./page-token.js";
import { catchUpAlone, readGivenUp } from "./query-error.js";
import { partsThere, takeParts } from "./part-reader.js";
import type { QueryParts } from "./query-parts.js";
import type { ReadInParts } from "../interface/read-for.js";
import { resolveEventFormat } from "../format/resolved-format.js";
import type { Reading } from "./reading.js";
import type {
  ActiveContractsPage,
  ActiveContractsPageQuery,
  QueryContext,
} from "../interface/views.js";

const pageTokens: TokenRules = {
  request: "GetActiveContractsPageRequest",
  kind: "acs-page",
  field: "pageToken",
  code: "INVALID_ACS_PAGE_TOKEN",
  cause:
    "The page token does not belong to this request; expected the nextPageToken this participant answered to the same request",
};

interface PageStart {
  readonly activeAt: number;
  readonly after: number;
}

const startOf = (
  { activeAtOffset, pageToken = "" }: ActiveContractsPageQuery,
  ledgerEnd: number,
  read: BoundTokens["read"],
): Either<LedgerError, PageStart> => {
  if (pageToken === "") return right({ activeAt: activeAtOffset ?? ledgerEnd, after: 0 });
  const position = read(pageToken);
  if (isLeft(position)) return position;
  const [activeAt, after] = position.right;
  return activeAt === undefined ||
    after === undefined ||
    activeAt > ledgerEnd ||
    (activeAtOffset !== undefined && activeAtOffset !== activeAt)
    ? left(foreignToken(pageTokens))
    : right({ activeAt, after });
};

type PageEnd = Omit<ActiveContractsPage, "activeContracts">;

/** Takes the parts of a page until it ends, and returns its end then. */
const pageTaker = <A>(
  { activeAt, after }: PageStart,
  size: number,
  take: (part: ReadonlyArray<A>) => void,
  tokenAfter: (activeAt: number, seq: number) => string,
): ((part: ScannedPart<A>) => PageEnd | undefined) => {
  let room = size;
  let bytes = 0;
  let last = after;
  const endAt = (nextPageToken: string): PageEnd => ({ activeAtOffset: activeAt, nextPageToken });
  return (part) => {
    const { found, after: reached } = part;
    const fitting = found.slice(0, room);
    if (fitting.length > 0) take(fitting.map(({ entry }) => entry));
    room -= fitting.length;
    last = fitting.at(-1)?.seq ?? last;
    // one more than the page shows that there are more
    if (found.length > fitting.length) return endAt(tokenAfter(activeAt, last));
    if (reached === undefined) return endAt("");
    bytes += part.bytes;
    return bytes < maxPageBytes ? undefined : endAt(tokenAfter(activeAt, reached));
  };
};

/**
 * A page of the active contracts; see `Queries.activeContractsPage`.
 * @param form how they are given
 */
export const queryActiveContractsPage = async <T extends AnyTransaction, A>(
  reader: Reading,
  parts: QueryParts,
  context: QueryContext,
  query: ActiveContractsPageQuery,
  readIn: ReadInParts<A>,
  form: ContractForm<T, A>,
): Promise<Either<LedgerError, PageEnd>> => {
  const { activeAtOffset, eventFormat, maxPageSize } = query;
  const ledgerEnd = context.ledgerEnd();
  const error = activeAtOffset === undefined ? undefined : activeAtError(activeAtOffset, ledgerEnd);
  if (error !== undefined) return left(error);
  const format = resolveEventFormat(eventFormat, context.catalog);
  if (isLeft(format)) return format;
  const size = pageSizeOf(maxPageSize, activeContractsPageSizes);
  if (isLeft(size)) return size;
  const tokens = boundTokens(pageTokens, context.participantId, { eventFormat, maxPageSize });
  const start = startOf(query, ledgerEnd, tokens.read);
  if (isLeft(start)) return start;
  const { activeAt, after } = start.right;
  const pruned = beforePruning("Active contracts request at offset", activeAt, context);
  if (pruned !== undefined) return left(pruned);
  const behind = await catchUpAlone(parts.watch, context, activeAt, readIn.signal);
  if (behind !== undefined) return left(behind);
  const scan = { format: format.right, activeAt, after, most: size.right + 1 };
  const there = partsThere(parts, context, readIn, format.right);
  const read = activeContractParts(reader, context, scan, form, there);
  const page = pageTaker(start.right, size.right, readIn.take, tokens.write);
  return (await takeParts(parts.turns, readIn, read, page)) ?? left(readGivenUp);
};
