import { isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  activeContractParts,
  type AnyTransaction,
  type ContractForm,
} from "./active-contract-scan.js";
import { activeAtError, beforePruning } from "./offset-rules.js";
import type { Batches } from "./offset-stream.js";
import { boundTokens, type TokenRules } from "./page-token.js";
import { catchUp } from "./query-error.js";
import { resolveEventFormat } from "../format/resolved-format.js";
import { partReader, partsThere } from "./part-reader.js";
import type { QueryParts, StreamReader } from "./query-parts.js";
import type { Reading } from "./reading.js";
import type { ActiveContractsQuery, QueryContext } from "../interface/views.js";

const continuationTokens: TokenRules = {
  request: "GetActiveContractsRequest",
  kind: "acs-stream",
  field: "streamContinuationToken",
  code: "INVALID_CONTINUATION_TOKEN",
  cause:
    "The continuation token does not belong to this request; expected one from an answer of this participant to the same activeAtOffset and format",
};

/**
 * The active contracts; see `Queries.activeContracts`.
 * @param form how they are given
 */
export async function* queryActiveContracts<T extends AnyTransaction, A>(
  reader: Reading,
  parts: QueryParts,
  context: QueryContext,
  query: ActiveContractsQuery,
  readFor: StreamReader,
  form: ContractForm<T, A>,
): Batches<A> {
  const { activeAtOffset: activeAt, eventFormat, continuationToken = "" } = query;
  const error =
    activeAtError(activeAt, context.ledgerEnd()) ??
    beforePruning("Active contracts request at offset", activeAt, context);
  if (error !== undefined) {
    yield left(error);
    return;
  }
  const format = resolveEventFormat(eventFormat, context.catalog);
  if (isLeft(format)) {
    yield format;
    return;
  }
  // `verbose` has no effect, and the older encoding of a format has it elsewhere
  const { verbose: _verbose, ...filters } = eventFormat;
  const tokens = boundTokens(continuationTokens, context.participantId, { activeAt, filters });
  const position = continuationToken === "" ? right([0]) : tokens.read(continuationToken);
  if (isLeft(position)) {
    yield position;
    return;
  }
  const caughtUp = await catchUp(parts.watch, context, activeAt, readFor.signal);
  if (isLeft(caughtUp)) {
    yield caughtUp;
    return;
  }
  if (!caughtUp.right) return;
  const [after = 0] = position.right;
  const scan = { format: format.right, activeAt, after, bound: tokens.bound };
  const there = partsThere(parts, context, readFor, format.right);
  const read = activeContractParts(reader, context, scan, form, there);
  const next = partReader(parts.turns, readFor, read);
  for (;;) {
    const part = await next();
    if (part === undefined) return;
    if (isLeft(part)) {
      yield part;
      return;
    }
    const { found, after: last } = part.right;
    if (found.length > 0) yield right(found.map(({ entry }) => entry));
    if (last === undefined) return;
  }
}
