import { contractIdParts } from "../events/ledger-ids.js";
import type { CommandRejected, TransactionCommitted } from "../events/submission-event.js";
import type { ArchivedContract, SubmissionPruned } from "../events/submission-pruned.js";
import { changesOf } from "./changes-of-event.js";

/** What later events still need of a submission. */
interface PruningNeeds {
  /** Whether the event at an offset is kept whole, so that its contracts are still created. */
  readonly isKept: (offset: number) => boolean;
  /** Accepted change ids up to this offset are forgotten. */
  readonly forgottenUpTo: number;
}

/**
 * What remains of a pruned submission.
 *
 * @param offset of the event
 * @param length characters of its text
 */
export const prunedSubmission = (
  event: TransactionCommitted | CommandRejected,
  offset: number,
  length: number,
  { isKept, forgottenUpTo }: PruningNeeds,
): SubmissionPruned => {
  const { recordTime } = event;
  const pruned: SubmissionPruned = { type: "SubmissionPruned", recordTime, length };
  if (event.type === "CommandRejected") return pruned;
  const { changeIds: changes, submissionId, archived } = changesOf(event);
  const remembered = offset <= forgottenUpTo ? {} : { submissionId, changes };
  const needed = archived.filter(({ contractId }) =>
    isKept(contractIdParts(contractId)?.offset ?? 0),
  );
  return {
    ...pruned,
    ...remembered,
    ...(needed.length === 0 ? {} : { archived: needed.map(archiveOf) }),
  };
};

const archiveOf = (archive: ArchivedContract): ArchivedContract => {
  const { contractId, templateId, packageName, signatories, observers } = archive;
  return { contractId, templateId, packageName, signatories, observers };
};
