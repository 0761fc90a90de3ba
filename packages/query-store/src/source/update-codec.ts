import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";

const texts = t.readonlyArray(t.string);
const nullable = <A, O>(codec: t.Type<A, O>) => t.union([codec, t.null, t.undefined]);

const InterfaceView = t.type({ interfaceId: t.string, viewValue: t.unknown });

/** A created event, as far as it is stored. */
export const Created = t.type({
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

/** Why something of a stream cannot be stored. */
interface UnreadItem {
  readonly reason: string;
}

const unread = (reason: string): Either<UnreadItem, never> => left({ reason });

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 200);

const Item = t.type({ update: t.UnknownRecord });
const TransactionItem = t.type({ Transaction: t.type({ value: Transaction }) });
const CheckpointItem = t.type({
  OffsetCheckpoint: t.type({ value: t.type({ offset: t.number }) }),
});

/** What an item of the stream means for a store. */
export type StoredItem =
  | { readonly offset: number; readonly transaction: Transaction }
  | { readonly offset: number; readonly transaction?: undefined };

/** Reads an item of the stream of updates; Left: why it is none. */
export const readItem = (value: unknown): Either<UnreadItem, StoredItem> => {
  const item = Item.decode(value);
  if (isLeft(item)) return unread(`an update without its kind: ${shown(value)}`);
  const checkpoint = CheckpointItem.decode(item.right.update);
  if (!isLeft(checkpoint)) return right({ offset: checkpoint.right.OffsetCheckpoint.value.offset });
  const found = TransactionItem.decode(item.right.update);
  if (isLeft(found)) {
    const fields = found.left.at(0)?.context.map(({ key }) => key) ?? [];
    return unread(`an update lacks ${fields.join(".")}`);
  }
  const transaction = found.right.Transaction.value;
  return right({ offset: transaction.offset, transaction });
};

const ActiveEntry = t.type({
  contractEntry: t.type({ JsActiveContract: t.type({ createdEvent: Created }) }),
});

/** Reads an active contract; undefined for one in reassignment. Left: why it is none. */
export const readActive = (value: unknown): Either<UnreadItem, Created | undefined> => {
  const entry = ActiveEntry.decode(value);
  if (!isLeft(entry)) return right(entry.right.contractEntry.JsActiveContract.createdEvent);
  const other = t.type({ contractEntry: t.UnknownRecord }).decode(value);
  return isLeft(other) || "JsActiveContract" in other.right.contractEntry
    ? unread(`an active contract lacks fields: ${shown(value)}`)
    : right(undefined);
};
