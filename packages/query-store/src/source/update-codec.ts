import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { answeredError, SourceError } from "./ledger-source.js";

const texts = t.readonlyArray(t.string);
const nullable = <A, O>(codec: t.Type<A, O>) => t.union([codec, t.null, t.undefined]);

const InterfaceView = t.type({ interfaceId: t.string, viewValue: t.unknown });

const Created = t.type({
  offset: t.number,
  nodeId: t.number,
  contractId: t.string,
  templateId: t.string,
  packageName: t.string,
  representativePackageId: nullable(t.string),
  createArgument: t.unknown,
  contractKey: t.unknown,
  createdEventBlob: nullable(t.string),
  interfaceViews: nullable(t.readonlyArray(InterfaceView)),
  signatories: texts,
  observers: texts,
  witnessParties: texts,
});

/** A created event, as far as it is stored. */
export type Created = t.TypeOf<typeof Created>;

const Exercised = t.type({
  nodeId: t.number,
  contractId: t.string,
  templateId: t.string,
  interfaceId: nullable(t.string),
  packageName: t.string,
  choice: t.string,
  choiceArgument: t.unknown,
  exerciseResult: t.unknown,
  consuming: t.boolean,
  actingParties: texts,
  witnessParties: texts,
  lastDescendantNodeId: t.number,
});

/** An exercised event, as far as it is stored. */
export type Exercised = t.TypeOf<typeof Exercised>;

const Event = t.union([
  t.type({ CreatedEvent: Created }),
  t.type({ ExercisedEvent: Exercised }),
  t.type({ ArchivedEvent: t.type({ nodeId: t.number, contractId: t.string }) }),
]);

const TraceContext = t.type({ traceparent: nullable(t.string), tracestate: nullable(t.string) });

const Transaction = t.type({
  updateId: t.string,
  workflowId: nullable(t.string),
  effectiveAt: t.string,
  offset: t.number,
  events: t.readonlyArray(Event),
  traceContext: nullable(TraceContext),
  externalTransactionHash: nullable(t.string),
  paidTrafficCost: nullable(t.number),
});

/** A transaction, as far as it is stored. */
export type Transaction = t.TypeOf<typeof Transaction>;

/** What an item of the stream means for a store: a checkpoint has no transaction. */
export interface StoredItem {
  readonly offset: number;
  readonly transaction?: Transaction;
}

const Failure = t.type({ code: t.string, cause: t.string });

/** The error that a stream ended with, or that a value is none of the stream. */
const notOfStream = (value: unknown, reason: string): SourceError => {
  const failure = Failure.decode(value);
  if (isLeft(failure))
    return new SourceError(`${reason}: ${JSON.stringify(value).slice(0, 200)}`, false);
  const { code, cause } = failure.right;
  return answeredError(code, cause);
};

const Item = t.type({ update: t.UnknownRecord });
const TransactionItem = t.type({ Transaction: t.type({ value: Transaction }) });
const CheckpointItem = t.type({
  OffsetCheckpoint: t.type({ value: t.type({ offset: t.number }) }),
});

/** Reads an item of the stream of updates. @throws {SourceError} it is none */
export const readItem = (value: unknown): StoredItem => {
  const item = Item.decode(value);
  if (isLeft(item)) throw notOfStream(value, "an update without its kind");
  const { update } = item.right;
  if (CheckpointItem.is(update)) return { offset: update.OffsetCheckpoint.value.offset };
  const found = TransactionItem.decode(update);
  if (isLeft(found)) {
    const fields = found.left.at(0)?.context.map(({ key }) => key) ?? [];
    throw notOfStream(value, `an update lacks ${fields.join(".")}`);
  }
  const transaction = found.right.Transaction.value;
  return { offset: transaction.offset, transaction };
};

const ActiveEntry = t.type({
  contractEntry: t.type({ JsActiveContract: t.type({ createdEvent: Created }) }),
});
const OtherEntry = t.type({ contractEntry: t.UnknownRecord });

/** Reads an active contract; none for one in reassignment. @throws {SourceError} it is none */
export const readActive = (value: unknown): ReadonlyArray<Created> => {
  if (ActiveEntry.is(value)) return [value.contractEntry.JsActiveContract.createdEvent];
  if (OtherEntry.is(value) && !("JsActiveContract" in value.contractEntry)) return [];
  throw notOfStream(value, "an active contract lacks fields");
};
