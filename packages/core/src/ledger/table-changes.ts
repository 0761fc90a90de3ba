import type { ContractId, TemplateId } from "../values/ids.js";
import { type Contract, contractOfNode } from "../contracts/contract.js";
import { keyIdOf } from "../contracts/transaction.js";
import type { ContractKey } from "../events/transaction-node.js";
import type { TransactionCommitted } from "../events/submission-event.js";
import type { PastEvent, SubmissionPruned } from "../events/submission-pruned.js";
import type { Acceptance } from "./accepted-changes.js";
import { changeIdOf } from "./deduplication.js";
import { executionIdOf } from "./execution-id.js";

/** Takes what an event changes in the tables of a state, one after the other. */
export interface TableChanges {
  created(contract: Contract): void;
  /**
   * A contract that was just created holds a key from now on.
   *
   * @param keyId see `keyIdAt`
   */
  held(keyId: string, template: string, contractId: ContractId): void;
  /**
   * The key of the contract, where it holds one, is free again.
   *
   * @param contractId its create may have been pruned: then nothing is known of it
   * @param template package name and `Module:Entity`
   */
  archived(contractId: ContractId, template: string): void;
  accepted(changeId: string, acceptance: Acceptance): void;
}

/**
 * Tells what `evolve` does to contracts, keys and accepted commands, without a state.
 *
 * @param offset of the event
 * @returns true when the event changes more than these, offset and record time
 */
export const tellChanges = (event: PastEvent, offset: number, to: TableChanges): boolean => {
  switch (event.type) {
    case "TransactionCommitted":
      tellTransaction(event, offset, to);
      return false;
    case "SubmissionPruned":
      tellPruned(event, offset, to);
      return false;
    case "CommandRejected":
    case "JournalForked":
    case "JournalRestored":
    case "DisclosureKeyDrawn":
      return false;
    default:
      return true;
  }
};

/** The name of a contract's key among all keys. */
export const keyIdAt = (template: string, key: ContractKey): string => {
  const colon = template.indexOf(":");
  return keyIdOf(template.slice(0, colon), template.slice(colon + 1), key);
};

const templateOf = (node: {
  readonly templateId: TemplateId;
  readonly packageName: string;
}): string => `${node.packageName}:${nameOf(node.templateId)}`;

const nameOf = (templateId: TemplateId): string => templateId.slice(templateId.indexOf(":") + 1);

const tellTransaction = (event: TransactionCommitted, offset: number, to: TableChanges): void => {
  for (const node of event.nodes) {
    if (node.kind === "create") {
      const contract = contractOfNode(node, event.effectiveAt);
      to.created(contract);
      if (node.key !== undefined) {
        const template = templateOf(node);
        to.held(keyIdAt(template, node.key), template, node.contractId);
      }
    } else if (node.consuming) {
      to.archived(node.contractId, templateOf(node));
    }
  }
  const { recordTime, submissionId, external } = event;
  const acceptance = { offset, recordTime, submissionId };
  to.accepted(changeIdOf(event), acceptance);
  if (external !== undefined) to.accepted(executionIdOf(external.transactionUuid), acceptance);
};

const tellPruned = (event: SubmissionPruned, offset: number, to: TableChanges): void => {
  const { recordTime, changes = [], submissionId = "", archived = [] } = event;
  for (const each of archived) to.archived(each.contractId, templateOf(each));
  for (const changeId of changes) to.accepted(changeId, { offset, recordTime, submissionId });
};
