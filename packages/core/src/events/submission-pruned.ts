import * as t from "io-ts";
import type { Micros } from "../values/time.js";
import type { EventUnread } from "./event-unread.js";
import type { LedgerEvent } from "./ledger-event.js";
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

const StoredPruned = t.intersection([
  t.type({ recordTime: t.number, length: t.number }),
  t.partial({
    submissionId: t.string,
    changes: t.array(t.string),
    archived: t.array(
      t.type({
        contractId: t.string,
        templateId: t.string,
        packageName: t.string,
        signatories: t.array(t.string),
        observers: t.array(t.string),
      }),
    ),
  }),
]);

/** The text that takes the place of the data (docs/journal-format.md). */
export const prunedText = ({
  recordTime,
  length,
  submissionId,
  changes,
  archived,
}: SubmissionPruned): string =>
  JSON.stringify({ v: prunedVersion, recordTime, length, submissionId, changes, archived });

/** The pruned submission of these fields; undefined when they are something else. */
export const prunedOf = (fields: unknown): SubmissionPruned | undefined => {
  if (!StoredPruned.is(fields)) return undefined;
  const { recordTime, length, submissionId, changes, archived } = fields;
  return {
    type: "SubmissionPruned",
    recordTime,
    length,
    ...(submissionId === undefined ? {} : { submissionId }),
    ...(changes === undefined ? {} : { changes }),
    ...(archived === undefined ? {} : { archived }),
  };
};
