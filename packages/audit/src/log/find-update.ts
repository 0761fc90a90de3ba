import { decodeLedgerEvent, checkArgument } from "@tallystick/core";
import type { RecordedEvent } from "@tallystick/event-store";
import { isRight } from "fp-ts/lib/Either.js";
import {
  AuditError,
  type AuditedJournal,
  eventAtOffset,
  eventsAfter,
  checkJournal,
} from "./audited-journal.js";

const hexOffset = 12;

const isUpdate = ({ type, data, revision }: RecordedEvent, updateId: string): boolean => {
  if (type !== "TransactionCommitted") return false;
  const event = decodeLedgerEvent(type, data, revision + 1);
  return (
    isRight(event) &&
    event.right.type === "TransactionCommitted" &&
    event.right.updateId === updateId
  );
};

/**
 * The offset of a transaction by its update id, which says it itself unless the transaction was
 * signed outside of the node (docs/journal-format.md, "Ids").
 *
 * @throws {AuditError} when the journal has no such transaction
 */
export const offsetOfUpdate = async (
  journal: AuditedJournal,
  updateId: string,
): Promise<number> => {
  checkJournal(journal);
  checkArgument("updateId", updateId, "text");
  const said = Number.parseInt(updateId.slice(-hexOffset), 16);
  const found = said > 0 ? await eventIfThere(journal, said) : undefined;
  if (found !== undefined && isUpdate(found, updateId)) return said;
  for await (const event of eventsAfter(journal, 0))
    if (isUpdate(event, updateId)) return event.revision + 1;
  throw new AuditError("missing", `the journal has no update ${updateId}`);
};

const eventIfThere = async (
  journal: AuditedJournal,
  offset: number,
): Promise<RecordedEvent | undefined> => {
  try {
    return await eventAtOffset(journal, offset);
  } catch (thrown) {
    if (thrown instanceof AuditError && thrown.kind === "missing") return undefined;
    throw thrown;
  }
};
