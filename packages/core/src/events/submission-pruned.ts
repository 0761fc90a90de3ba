import type { Micros } from "../values/time.js";
import type { EventUnread } from "./event-unread.js";
import type { LedgerEvent } from "./ledger-event.js";
import { fieldsOf, optional, readFields, recordPart, textOfFields } from "./stored-fields.js";
import { listPart, number, ownText, type StoredRecord } from "./stored-part.js";
import type { ExerciseNode } from "./transaction-node.js";

/** A contract where it is archived, as the node that consumes it says, or what pruning left. */
export type ArchivedContract = Pick<
  ExerciseNode,
  "contractId" | "templateId" | "packageName" | "signatories" | "observers"
>;

/**
 * What remains of a `TransactionCommitted` or `CommandRejected` whose data was pruned: all that the
 * events after it depend on.
 */
export interface SubmissionPruned {
  readonly type: "SubmissionPruned";
  readonly recordTime: Micros;
  /** Characters of the erased data. */
  readonly length: number;
  /** Absent when no change is remembered. */
  readonly submissionId?: string;
  /** Under which the accepted command is remembered, see `changeIdOf`; absent for none. */
  readonly changes?: ReadonlyArray<string>;
  /** Contracts it archived whose create is still in the journal; absent for none. */
  readonly archived?: ReadonlyArray<ArchivedContract>;
}

/** An event as a journal has it, whole, pruned or unread. */
export type PastEvent = LedgerEvent | SubmissionPruned | EventUnread;

/** The version of the schema that says the data was pruned. */
export const prunedVersion = 0;

const texts = listPart(ownText);

const prunedFields = fieldsOf<Omit<SubmissionPruned, "type">>({
  recordTime: number,
  length: number,
  submissionId: optional(ownText),
  changes: optional(texts),
  archived: optional(
    listPart(
      recordPart({
        contractId: ownText,
        templateId: ownText,
        packageName: ownText,
        signatories: texts,
        observers: texts,
      }),
    ),
  ),
});

/** The text that takes the place of the data (docs/journal-format.md). */
export const prunedText = (pruned: SubmissionPruned): string =>
  textOfFields(prunedVersion, prunedFields, pruned);

/** The pruned submission of these fields. Throws a `StoredValueError` for something else. */
export const prunedOf = (stored: StoredRecord): SubmissionPruned =>
  readFields({ type: "SubmissionPruned" as const }, prunedFields, stored);
