import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { scanActiveContracts } from "./active-contract-scan.js";
import type { CheckpointWatch } from "./checkpoint-watch.js";
import { activeAtError, beforePruning } from "./offset-rules.js";
import { activeContractsPageSizes, pageSizeOf } from "./page-size.js";
import { type BoundTokens, boundTokens, foreignToken, type TokenRules } from "./page-token.js";
import { catchUpAlone } from "./query-error.js";
import { resolveEventFormat } from "../format/resolved-format.js";
import type { Reading } from "./reading.js";
import type {
  ActiveContractsPage,
  ActiveContractsPageQuery,
  QueryContext,
} from "../interface/views.js";
import type { ActiveContract } from "@tallystick/wire";

const pageTokens: TokenRules = {
  kind: "acs-page",
  field: "pageToken",
  code: "INVALID_ACS_PAGE_TOKEN",
  cause:
    "The page token does not belong to this request; expected the nextPageToken this participant answered to the same request",
};

const noToken = (): string => "";

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

/** A page of the active contracts; see `Views.activeContractsPage`. */
export const queryActiveContractsPage = async (
  reader: Reading,
  watch: CheckpointWatch,
  context: QueryContext,
  query: ActiveContractsPageQuery,
): Promise<Either<LedgerError, ActiveContractsPage>> => {
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
  const behind = await catchUpAlone(watch, context, activeAt);
  if (behind !== undefined) return left(behind);
  const activeContracts: Array<ActiveContract> = [];
  let last = after;
  const scan = { format: format.right, activeAt, after, tokenAt: noToken };
  for await (const found of scanActiveContracts(reader, context, scan)) {
    if (isLeft(found)) return found;
    for (const { entry, seq } of found.right) {
      if (activeContracts.length === size.right) {
        const nextPageToken = tokens.write(activeAt, last);
        return right({ activeContracts, activeAtOffset: activeAt, nextPageToken });
      }
      activeContracts.push(entry);
      last = seq;
    }
  }
  return right({ activeContracts, activeAtOffset: activeAt, nextPageToken: "" });
};
