import type { PartyId } from "../values/ids.js";
import type { LedgerEvent } from "./ledger-event.js";
import type {
  CommandRejected,
  SubmissionRecord,
  TransactionCommitted,
} from "./submission-event.js";
import type { TransactionNode } from "./transaction-node.js";
import { witnessesOf } from "./witnesses.js";

/** A part of an event that can be shown without the others. */
export interface DisclosureRow {
  readonly name: string;
  readonly text: string;
}

/** Where an event is in its journal, and how it is written there. */
export interface StoredPlace {
  readonly offset: number;
  /** 64 hex digits. */
  readonly chainHash: string;
  /** The text of the event. */
  readonly data: string;
}

const schemaVersion = 1;

/**
 * The rows of an event in the tree by which single nodes are proved, in their order
 * (docs/journal-format.md, "Proving one node"). They are for auditors, who show one node to a
 * reader who may not see the others.
 *
 * @param event as `decodeLedgerEvent` gives it
 */
export const disclosureRows = (
  event: LedgerEvent,
  { offset, chainHash, data }: StoredPlace,
): ReadonlyArray<DisclosureRow> => {
  const parts = partsOf(event, data);
  const rows = parts.length + 2;
  const { type } = event;
  const head = { offset, type, v: schemaVersion, rows };
  const place =
    event.type === "TransactionCommitted"
      ? {
          ...head,
          updateId: event.updateId,
          recordTime: event.recordTime,
          effectiveAt: event.effectiveAt,
        }
      : { ...head, recordTime: event.recordTime };
  return [{ name: "chain", text: chainHash }, row("event", place), ...parts];
};

const row = (name: string, value: unknown): DisclosureRow => ({
  name,
  text: JSON.stringify(value),
});

const partsOf = (event: LedgerEvent, data: string): ReadonlyArray<DisclosureRow> => {
  switch (event.type) {
    case "TransactionCommitted":
      return [row("submission", submissionOf(event)), ...nodeRows(event.nodes)];
    case "CommandRejected":
      return [row("submission", submissionOf(event)), row("error", event.error)];
    default:
      return [{ name: "data", text: data }];
  }
};

const submissionOf = (event: TransactionCommitted | CommandRejected): unknown => {
  const common: SubmissionRecord = event;
  const said = {
    userId: common.userId,
    commandId: common.commandId,
    submissionId: common.submissionId,
    workflowId: common.workflowId,
    actAs: common.actAs,
    deduplicationPeriod: common.deduplicationPeriod,
    requestedDeduplicationPeriod: common.requestedDeduplicationPeriod,
    minLedgerTime: common.minLedgerTime,
    readAs: common.readAs,
    packagePreference: common.packagePreference,
  };
  // JSON leaves out what is undefined
  if (event.type === "CommandRejected") return said;
  const { disclosedContracts, commandForms, external, imported } = event;
  return { ...said, disclosedContracts, commandForms, external, imported };
};

const nodeRows = (nodes: ReadonlyArray<TransactionNode>): ReadonlyArray<DisclosureRow> => {
  const witnesses = witnessesOf(nodes);
  return nodes.map((node, nodeId) => row(`node ${nodeId}`, shownNode(node, witnesses[nodeId])));
};

const shownNode = (
  node: TransactionNode,
  witnesses: ReadonlyArray<PartyId> | undefined,
): unknown => {
  const { kind, nodeId, contractId, templateId, packageName, signatories, observers } = node;
  const head = { kind, nodeId, contractId, templateId, packageName };
  if (node.kind === "create")
    return { ...head, payload: node.payload, signatories, observers, key: node.key, witnesses };
  return {
    ...head,
    interfaceId: node.interfaceId,
    choice: node.choice,
    argument: node.argument,
    actingParties: node.actingParties,
    consuming: node.consuming,
    result: node.result,
    lastDescendantNodeId: node.lastDescendantNodeId,
    signatories,
    observers,
    choiceObservers: node.choiceObservers,
    witnesses,
  };
};
