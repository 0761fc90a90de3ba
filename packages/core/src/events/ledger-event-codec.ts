import { type ValueError, valueError } from "../values/value-error.js";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { isJsonObject, type JsonObject } from "../values/json.js";
import { eventUnread } from "./event-unread.js";
import { type FieldOrder, fieldOrderOf } from "./field-order.js";
import { journalEventCodecs } from "./journal-event-codec.js";
import type { LedgerEvent } from "./ledger-event.js";
import { type PastEvent, prunedOf, prunedVersion } from "./submission-pruned.js";
import { participantEventCodecs } from "./participant-event.js";
import { rejectionOf, rejectionText } from "./stored-rejection.js";
import { transactionOf, transactionText } from "./stored-transaction.js";
import { StoredValueError } from "./string-table.js";

/**
 * An event as a store keeps it: its type, and JSON text whose first field `v` is the version of its
 * schema.
 */
export interface EncodedEvent {
  readonly type: LedgerEvent["type"];
  readonly data: string;
}

const schemaVersion = 1;

/**
 * The text of an event for the journal (docs/journal-format.md).
 *
 * @param offset of the event in its journal: ids that follow from it are left out
 */
export const encodeLedgerEvent = (event: LedgerEvent, offset: number): EncodedEvent => {
  if (event.type === "TransactionCommitted")
    return { type: event.type, data: transactionText(event, offset) };
  if (event.type === "CommandRejected") return { type: event.type, data: rejectionText(event) };
  const fields = Object.assign({ v: schemaVersion }, plainOrders[event.type](event));
  return { type: event.type, data: JSON.stringify(fields) };
};

/**
 * Why an event could not be read back from the journal; undefined when it can be. Transactions and
 * rejections consist of checked values and are not checked again.
 */
export const eventError = (event: LedgerEvent): string | undefined => {
  if (event.type === "TransactionCommitted" || event.type === "CommandRejected") return undefined;
  const stored: unknown = JSON.parse(JSON.stringify(event));
  const read = plainCodecs[event.type].decode(stored);
  if (!isLeft(read)) return undefined;
  // of a union the deepest place, which is the closest match
  const places = read.left.map(({ context }) => context.map(({ key }) => key).filter(Boolean));
  const [place = []] = places.toSorted((a, b) => b.length - a.length);
  return `${[event.type, ...place].join(".")} is invalid`;
};

type PlainEvent = Exclude<
  LedgerEvent,
  { readonly type: "TransactionCommitted" | "CommandRejected" }
>;

/** The fields of each event whose stored form is the event itself. */
const plainCodecs = { ...participantEventCodecs, ...journalEventCodecs };

// border: the keys of a record are the keys of its type
const plainTypes: ReadonlyMap<string, PlainEvent["type"]> = new Map(
  (Object.keys(plainCodecs) as ReadonlyArray<PlainEvent["type"]>).map((type) => [type, type]),
);

// border: the same keys
const plainOrders = Object.fromEntries(
  Object.entries(plainCodecs).map(([type, codec]) => [type, fieldOrderOf(codec)]),
) as Readonly<Record<PlainEvent["type"], FieldOrder>>;

/**
 * Reads an event back from the journal; one that only adds something and does not fit its schema
 * as `EventUnread`. Left: why it is not an event of this ledger.
 *
 * @param type the store's event type
 * @param data JSON text
 * @param offset of the event in its journal
 */
export const decodeLedgerEvent = (
  type: string,
  data: string,
  offset: number,
): Either<ValueError, PastEvent> => {
  const plainType = plainTypes.get(type);
  if (plainType === undefined && type !== "TransactionCommitted" && type !== "CommandRejected")
    return valueError(`unknown event type ${type.slice(0, 60)}`);
  const parsed = parsedFields(type, data);
  if (isLeft(parsed)) return parsed;
  const fields = parsed.right;
  if (fields["v"] === prunedVersion) return readPruned(type, plainType, fields);
  if (plainType !== undefined) {
    if (!plainCodecs[plainType].is(fields)) return unreadOr(type, fields);
    // border: the codec of exactly this type has just accepted the fields
    return right({ type: plainType, ...withoutVersion(fields) } as unknown as LedgerEvent);
  }
  return readSubmission(type, () =>
    type === "TransactionCommitted" ? transactionOf(fields, offset) : rejectionOf(fields),
  );
};

const misfit = (type: string): Either<ValueError, never> =>
  valueError(`${type} does not fit its schema`);

const unreadOr = (type: string, fields: JsonObject): Either<ValueError, PastEvent> => {
  const unread = eventUnread(type, fields, `${type} does not fit its schema`);
  return unread === undefined ? misfit(type) : right(unread);
};

const parsedFields = (type: string, data: string): Either<ValueError, JsonObject> => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    return valueError(`${type} is not JSON`);
  }
  return isJsonObject(parsed) && (parsed["v"] === schemaVersion || parsed["v"] === prunedVersion)
    ? right(parsed)
    : valueError(`${type} has no known schema version`);
};

/** Only submissions are ever pruned. */
const readPruned = (
  type: string,
  plainType: PlainEvent["type"] | undefined,
  fields: JsonObject,
): Either<ValueError, PastEvent> => {
  if (plainType !== undefined) return valueError(`${type} has no known schema version`);
  const pruned = prunedOf(fields);
  return pruned === undefined ? misfit(type) : right(pruned);
};

const withoutVersion = ({ v: _version, ...fields }: JsonObject): JsonObject => fields;

const readSubmission = (type: string, read: () => LedgerEvent): Either<ValueError, LedgerEvent> => {
  try {
    return right(read());
  } catch (thrown) {
    if (!(thrown instanceof StoredValueError)) throw thrown;
    return valueError(`${type} ${thrown.message}`);
  }
};
