import { type ValueError, valueError } from "../values/value-error.js";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { isJsonObject, type JsonObject } from "../values/json.js";
import { eventUnread } from "./event-unread.js";
import { journalEvents } from "./journal-event.js";
import type { LedgerEvent } from "./ledger-event.js";
import { type PastEvent, prunedOf, prunedVersion } from "./submission-pruned.js";
import { participantEvents } from "./participant-event.js";
import { fieldsOf, readFields, type StoredFields, textOfFields } from "./stored-fields.js";
import { recordOf } from "./stored-part.js";
import { rejectionFields } from "./stored-rejection.js";
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

/** Events whose fields refer to nothing outside of them. */
const plainEvents = {
  ...participantEvents,
  ...journalEvents,
  CommandRejected: rejectionFields,
};

type PlainType = keyof typeof plainEvents;

// border: the keys of a record are the keys of its type, and each event has the fields of its type
const plainFields = Object.fromEntries(
  Object.entries(plainEvents).map(([type, rows]) => [type, fieldsOf(rows as object)]),
) as object as Readonly<Record<PlainType, StoredFields<LedgerEvent>>>;

const isPlain = (type: string): type is PlainType => Object.hasOwn(plainFields, type);

/**
 * The text of an event for the journal (docs/journal-format.md).
 *
 * @param offset of the event in its journal: ids that follow from it are left out
 */
export const encodeLedgerEvent = (event: LedgerEvent, offset: number): EncodedEvent => {
  if (event.type === "TransactionCommitted")
    return { type: event.type, data: transactionText(event, offset) };
  return { type: event.type, data: textOfFields(schemaVersion, plainFields[event.type], event) };
};

/**
 * Why an event could not be read back from the journal; undefined when it can be. Transactions and
 * rejections consist of checked values and are not checked again.
 */
export const eventError = (event: LedgerEvent): string | undefined => {
  if (event.type === "TransactionCommitted" || event.type === "CommandRejected") return undefined;
  const stored: unknown = JSON.parse(JSON.stringify(event));
  try {
    readFields({}, plainFields[event.type], recordOf(stored));
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof StoredValueError)) throw thrown;
    return `${[event.type, ...thrown.place].join(".")} is invalid`;
  }
};

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
  if (type !== "TransactionCommitted" && !isPlain(type))
    return valueError(`unknown event type ${type.slice(0, 60)}`);
  const parsed = parsedFields(type, data);
  if (isLeft(parsed)) return parsed;
  const fields = parsed.right;
  try {
    if (fields["v"] === prunedVersion) return right(prunedOf(fields));
    if (type === "TransactionCommitted") return right(transactionOf(fields, offset));
    return right(readFields({ type }, plainFields[type], fields));
  } catch (thrown) {
    if (!(thrown instanceof StoredValueError)) throw thrown;
    const reason = `${type} ${thrown.message}`;
    const unread = eventUnread(type, fields, reason);
    return unread === undefined ? valueError(reason) : right(unread);
  }
};

const parsedFields = (type: string, data: string): Either<ValueError, JsonObject> => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    return valueError(`${type} is not JSON`);
  }
  return isJsonObject(parsed) && hasKnownVersion(type, parsed)
    ? right(parsed)
    : valueError(`${type} has no known schema version`);
};

/** Only submissions are ever pruned. */
const hasKnownVersion = (type: string, { v }: JsonObject): boolean =>
  v === schemaVersion ||
  (v === prunedVersion && (type === "TransactionCommitted" || type === "CommandRejected"));
