import {
  decodeLedgerEvent,
  type DisclosureRow,
  disclosureRows,
  type LedgerEvent,
} from "@tallystick/core";
import type { RecordedEvent } from "@tallystick/event-store";
import { entryOf, eventKeyOf, rootOfRows } from "@tallystick/transparency";
import { isLeft } from "fp-ts/lib/Either.js";
import { AuditError } from "./audited-journal.js";
import type { DisclosureKeys } from "./disclosure-keys.js";

/** An event with the rows that can be shown of it. */
interface ReadEvent {
  readonly offset: number;
  readonly event: LedgerEvent;
  readonly rows: ReadonlyArray<DisclosureRow>;
}

/**
 * Reads an event of the store.
 *
 * @throws {AuditError} when its text is no event, or was erased by a pruning
 */
export const readEvent = ({ type, data, hash, revision }: RecordedEvent): ReadEvent => {
  const offset = revision + 1;
  const decoded = decodeLedgerEvent(type, data, offset);
  if (isLeft(decoded))
    throw new AuditError("unreadable", `offset ${offset}: ${decoded.left.reason}`);
  const event = decoded.right;
  if (event.type === "SubmissionPruned")
    throw new AuditError("missing", `offset ${offset} was pruned; its data is erased`);
  if (event.type === "EventUnread")
    throw new AuditError("unreadable", `offset ${offset}: ${event.reason}`);
  return { offset, event, rows: disclosureRows(event, { offset, chainHash: hash, data }) };
};

/** What the log has of an event. */
export const entryOfEvent = (event: RecordedEvent, keys: DisclosureKeys): Uint8Array => {
  const { offset, rows } = readEvent(event);
  return entryOf(rootOfRows(eventKeyOf(keys.at(offset), offset), rows));
};
