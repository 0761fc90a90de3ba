import { JsonText, type LedgerError } from "@tallystick/core";
import type { CompletionItem, FoundUpdate, UpdateItem } from "@tallystick/wire";
import { left } from "fp-ts/lib/Either.js";
import type { Answer, Answers, Queries } from "../interface/queries.js";
import type { ReadFor, ReadInParts } from "../interface/read-for.js";
import type {
  ActiveContractsPageQuery,
  ActiveContractsQuery,
  QueryContext,
  UpdatesPageQuery,
  UpdatesQuery,
} from "../interface/views.js";
import {
  type AnyTransaction,
  type ContractForm,
  contractObjects,
  contractTexts,
} from "./active-contract-scan.js";
import { type BatchSource, cancellableItems } from "./cancellable-items.js";
import { streamBatches } from "./offset-stream.js";
import type { ViewsInText } from "../projection/views-in-text.js";
import { queryActiveContracts } from "./query-active-contracts.js";
import { queryActiveContractsPage } from "./query-active-contracts-page.js";
import { completionsAsked } from "./query-completions.js";
import { queryContract, queryContractEvents } from "./query-contract.js";
import type { QueryParts, StreamReader } from "./query-parts.js";
import { queryTransaction, queryUpdate } from "./query-update.js";
import { type UpdateItemForm, updatesAsked } from "./query-updates.js";
import { queryUpdatesPage } from "./query-updates-page.js";
import type { Reading } from "./reading.js";
import type { SharedBatches } from "./shared-batches.js";
import { type UpdateForm, updateObjects, updateTexts } from "./update-reader.js";
import { wholeContractsPage, wholeUpdatesPage } from "./whole-pages.js";

/** The context of queries, and the error of a failed one. */
export interface QuerySource extends QueryParts {
  readonly reading: Reading;
  readonly updates: SharedBatches<UpdateItem>;
  readonly updateTexts: SharedBatches<JsonText<UpdateItem>>;
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

const itemObjects: UpdateItemForm<UpdateItem> = { ...updateObjects, other: (item) => item };

const itemTexts = (views: ViewsInText): UpdateItemForm<JsonText<FoundUpdate>> => ({
  ...updateTexts(views),
  other: (item) => new JsonText(JSON.stringify(item)),
});

type Items = <A extends object>(
  readFor: ReadFor,
  batches: (reader: StreamReader) => ReturnType<BatchSource<LedgerError, A>>,
) => Answers<A>;

const itemsWith =
  (errorOf: QuerySource["errorOf"]): Items =>
  ({ by, signal: outer }, batches) =>
    cancellableItems((signal) => batches({ by, signal }), errorOf, outer);

type Answering = <A>(run: () => Answer<A>) => Answer<A>;

const answerWith =
  (errorOf: QuerySource["errorOf"]): Answering =>
  async (run) => {
    try {
      return await run();
    } catch (thrown) {
      if (thrown instanceof TakerError) throw thrown.cause;
      return left(errorOf(thrown));
    }
  };

/** The queries for many updates, as objects and as texts. */
const updateQueries = (
  source: QuerySource,
  context: QueryContext,
  items: Items,
  answer: Answering,
) => {
  const { reading, watch, turns, timers } = source;
  const stream =
    <A extends object>(shared: SharedBatches<A>, form: UpdateItemForm<A>) =>
    (query: UpdatesQuery, readFor: ReadFor = {}) =>
      items(readFor, (reader) => {
        const threads = { parts: source, readFor: reader };
        const asked = () => updatesAsked(reading, context, query, form, threads);
        return streamBatches({ watch, turns, timers, shared }, context, asked, reader);
      });
  const page =
    <A>(form: UpdateForm<A>) =>
    (query: UpdatesPageQuery, readIn: ReadInParts<A>) =>
      answer(() => queryUpdatesPage(reading, source, context, query, tellingApart(readIn), form));
  const updatesPageInParts = page(updateObjects);
  return {
    updates: stream(source.updates, itemObjects),
    updateTexts: stream(source.updateTexts, itemTexts(source.views)),
    updatesPageInParts,
    updatesPageTexts: page(updateTexts(source.views)),
    updatesPage: (query: UpdatesPageQuery) =>
      wholeUpdatesPage((parts) => updatesPageInParts(query, parts)),
  };
};

/** The queries for many contracts, as objects and as texts. */
const contractQueries = (
  source: QuerySource,
  context: QueryContext,
  items: Items,
  answer: Answering,
) => {
  const { reading, views } = source;
  const stream =
    <T extends AnyTransaction, A extends object>(form: ContractForm<T, A>) =>
    (query: ActiveContractsQuery, readFor: ReadFor = {}) =>
      items(readFor, (reader) =>
        queryActiveContracts(reading, source, context, query, reader, form),
      );
  const page =
    <T extends AnyTransaction, A>(form: ContractForm<T, A>) =>
    (query: ActiveContractsPageQuery, readIn: ReadInParts<A>) =>
      answer(() =>
        queryActiveContractsPage(reading, source, context, query, tellingApart(readIn), form),
      );
  const activeContractsPageInParts = page(contractObjects);
  return {
    activeContracts: stream(contractObjects),
    activeContractTexts: stream(contractTexts(views)),
    activeContractsPageInParts,
    activeContractsPageTexts: page(contractTexts(views)),
    activeContractsPage: (query: ActiveContractsPageQuery) =>
      wholeContractsPage((parts) => activeContractsPageInParts(query, parts)),
  };
};

export const queriesOver = (source: QuerySource, context: QueryContext): Queries => {
  const { reading, watch, turns, timers, completions, errorOf } = source;
  const items = itemsWith(errorOf);
  const answer = answerWith(errorOf);
  return {
    ...updateQueries(source, context, items, answer),
    ...contractQueries(source, context, items, answer),
    completions: (query, readFor = {}) =>
      items(readFor, (reader) => {
        const parts = { watch, turns, timers, shared: completions };
        const asked = () => completionsAsked(reading, context, query);
        return streamBatches(parts, context, asked, reader);
      }),
    transaction: (query) => answer(() => queryTransaction(reading, watch, context, query)),
    update: (query) => answer(() => queryUpdate(reading, watch, context, query)),
    contractEvents: (query) => answer(() => queryContractEvents(reading, watch, context, query)),
    contract: (query) => answer(() => queryContract(reading, watch, context, query)),
    turn: (readFor) => turns.run(readFor, () => true),
  };
};
