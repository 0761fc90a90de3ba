import {
  ActiveContractWire,
  type CreatedEventWire,
  type TransactionWire,
  UpdateItemWire,
} from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { answeredError, SourceError } from "./ledger-source.js";

/** A created event. */
export type Created = t.TypeOf<typeof CreatedEventWire>;

/** A transaction. */
export type Transaction = t.TypeOf<typeof TransactionWire>;

type Event = Transaction["events"][number];

/** An exercised event. */
export type Exercised = Extract<Event, { readonly ExercisedEvent: unknown }>["ExercisedEvent"];

/** What an item of the stream means for a store: a checkpoint has no transaction. */
export interface StoredItem {
  readonly offset: number;
  readonly transaction?: Transaction;
}

const Failure = t.type({ code: t.string, cause: t.string });

/** The error that a stream ended with, or that a value is none of the stream. */
const notOfStream = (value: unknown, errors: t.Errors = []): SourceError => {
  const failure = Failure.decode(value);
  if (isLeft(failure)) {
    const place = errors[0]?.context.map(({ key }) => key).join(".") ?? "";
    const found = JSON.stringify(value).slice(0, 200);
    return new SourceError(`not an item of the stream (${place}): ${found}`, false);
  }
  const { code, cause } = failure.right;
  return answeredError(code, cause);
};

/** Reads an item of the stream of updates. @throws {SourceError} it is none */
export const readItem = (value: unknown): StoredItem => {
  const item = UpdateItemWire.decode(value);
  if (isLeft(item)) throw notOfStream(value, item.left);
  const { update } = item.right;
  if ("OffsetCheckpoint" in update) return { offset: update.OffsetCheckpoint.value.offset };
  if (!("Transaction" in update)) throw notOfStream(value);
  const transaction = update.Transaction.value;
  return { offset: transaction.offset, transaction };
};

/** Reads an active contract; none for one in reassignment. @throws {SourceError} it is none */
export const readActive = (value: unknown): ReadonlyArray<Created> => {
  const entry = ActiveContractWire.decode(value);
  if (isLeft(entry)) throw notOfStream(value, entry.left);
  const { contractEntry } = entry.right;
  return "JsActiveContract" in contractEntry ? [contractEntry.JsActiveContract.createdEvent] : [];
};
