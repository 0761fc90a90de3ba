import type { LedgerError } from "@tallystick/core";
import type { CompletionItem, UpdateItem } from "@tallystick/wire";
import { left } from "fp-ts/lib/Either.js";
import type { Answer, Answers, Queries } from "../interface/queries.js";
import type { ReadFor, ReadInParts } from "../interface/read-for.js";
import type { QueryContext } from "../interface/views.js";
import { type BatchSource, cancellableItems } from "./cancellable-items.js";
import { streamBatches } from "./offset-stream.js";
import { queryActiveContracts } from "./query-active-contracts.js";
import { queryActiveContractsPage } from "./query-active-contracts-page.js";
import { completionsAsked } from "./query-completions.js";
import { queryContract, queryContractEvents } from "./query-contract.js";
import type { QueryParts, StreamReader } from "./query-parts.js";
import { queryTransaction, queryUpdate } from "./query-update.js";
import { updatesAsked } from "./query-updates.js";
import { queryUpdatesPage } from "./query-updates-page.js";
import type { Reading } from "./reading.js";
import type { SharedBatches } from "./shared-batches.js";
import { wholeContractsPage, wholeUpdatesPage } from "./whole-pages.js";

/** The context of queries, and the error of a failed one. */
export interface QuerySource extends QueryParts {
  readonly reading: Reading;
  readonly updates: SharedBatches<UpdateItem>;
  readonly completions: SharedBatches<CompletionItem>;
  /** The error to answer after an exception of a read. */
  readonly errorOf: (thrown: unknown) => LedgerError;
}

/** An exception of the consumer, not an error of the views. */
class TakerError extends Error {}

/** The read, with exceptions of its consumer as `TakerError`. */
const tellingApart = <A>({ take, ...read }: ReadInParts<A>): ReadInParts<A> => ({
  ...read,
  take: (part) => {
    try {
      take(part);
    } catch (cause) {
      throw new TakerError("the reader threw", { cause });
    }
  },
});

export const queriesOver = (source: QuerySource, context: QueryContext): Queries => {
  const { reading, watch, turns, timers, updates, completions, errorOf } = source;

  const items = <A extends object>(
    { by, signal: outer }: ReadFor,
    batches: (reader: StreamReader) => ReturnType<BatchSource<LedgerError, A>>,
  ): Answers<A> => cancellableItems((signal) => batches({ by, signal }), errorOf, outer);

  const answer = async <A>(run: () => Answer<A>): Answer<A> => {
    try {
      return await run();
    } catch (thrown) {
      if (thrown instanceof TakerError) throw thrown.cause;
      return left(errorOf(thrown));
    }
  };

  const queries: Queries = {
    activeContracts: (query, readFor = {}) =>
      items(readFor, (reader) => queryActiveContracts(reading, source, context, query, reader)),
    updates: (query, readFor = {}) =>
      items(readFor, (reader) => {
        const parts = { watch, turns, timers, shared: updates };
        const asked = () => updatesAsked(reading, context, query);
        return streamBatches(parts, context, asked, reader);
      }),
    completions: (query, readFor = {}) =>
      items(readFor, (reader) => {
        const parts = { watch, turns, timers, shared: completions };
        const asked = () => completionsAsked(reading, context, query);
        return streamBatches(parts, context, asked, reader);
      }),
    transaction: (query) => answer(() => queryTransaction(reading, watch, context, query)),
    update: (query) => answer(() => queryUpdate(reading, watch, context, query)),
    updatesPageInParts: (query, readIn) =>
      answer(() => queryUpdatesPage(reading, source, context, query, tellingApart(readIn))),
    updatesPage: (query) => wholeUpdatesPage((parts) => queries.updatesPageInParts(query, parts)),
    activeContractsPageInParts: (query, readIn) =>
      answer(() => queryActiveContractsPage(reading, source, context, query, tellingApart(readIn))),
    activeContractsPage: (query) =>
      wholeContractsPage((parts) => queries.activeContractsPageInParts(query, parts)),
    contractEvents: (query) => answer(() => queryContractEvents(reading, watch, context, query)),
    contract: (query) => answer(() => queryContract(reading, watch, context, query)),
    turn: (readFor) => turns.run(readFor, () => true),
  };
  return queries;
};
