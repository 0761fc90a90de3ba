import { contractIdParts } from "../events/ledger-ids.js";
import type { CommandRejected, TransactionCommitted } from "../events/submission-event.js";
import type { PrunedArchive, SubmissionPruned } from "../events/submission-pruned.js";
import type { ExerciseNode } from "../events/transaction-node.js";
import { stakeholdersOf } from "../events/witnesses.js";
import { changeIdOf } from "./deduplication.js";
import { executionIdOf } from "./execution-id.js";

/** What the events after a submission still need of it. */
interface PruningNeeds {
  /** Whether the event at an offset stays whole, so that its contracts are still created. */
  readonly isKept: (offset: number) => boolean;
  /** Accepted change ids up to this offset are forgotten. */
  readonly forgottenUpTo: number;
}

/**
 * What is left of a submission that is pruned.
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
  const remembered =
    offset <= forgottenUpTo ? {} : { submissionId: event.submissionId, changes: changesOf(event) };
  const archived = event.nodes.flatMap((node) => {
    if (node.kind !== "exercise" || !node.consuming) return [];
    const created = contractIdParts(node.contractId)?.offset ?? 0;
    return isKept(created) ? [archiveOf(node)] : [];
  });
  return { ...pruned, ...remembered, ...(archived.length === 0 ? {} : { archived }) };
};

const changesOf = (event: TransactionCommitted): ReadonlyArray<string> => {
  const { external } = event;
  const changeId = changeIdOf(event);
  return external === undefined ? [changeId] : [changeId, executionIdOf(external.transactionUuid)];
};

const archiveOf = (node: ExerciseNode): PrunedArchive => ({
  contractId: node.contractId,
  templateId: node.templateId,
  packageName: node.packageName,
  stakeholders: stakeholdersOf(node),
});
