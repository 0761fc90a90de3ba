import { sharedParties, sharedText } from "../values/shared-text.js";
import { contractIdFrom, discriminatorOf, updateIdOf } from "./ledger-ids.js";
import { periodOfStored } from "./stored-submission.js";
import type { StoredCreate, StoredExercise, StoredTransaction } from "./stored-transaction.js";
import { StoredValueError, StringTableReader } from "./string-table.js";
import type { TransactionCommitted } from "./submission-event.js";
import type { CreateNode, ExerciseNode } from "./transaction-node.js";

/**
 * The event of stored fields. Throws a `StoredValueError` when a reference leads nowhere. What many
 * contracts have in common is in it as one shared object, because it stays in memory as long as the
 * contracts do.
 *
 * @param stored just parsed and seen by nobody else: its values become those of the event
 * @param offset of the event in its journal
 */
export const transactionOf = (stored: StoredTransaction, offset: number): TransactionCommitted => {
  const { seed, strings, nodes } = stored;
  const contractIds = nodes.map((node, nodeId) =>
    node.kind === "create" ? contractIdOfStored(node, seed, nodeId, offset) : undefined,
  );
  const table = new StringTableReader(strings, contractIds);
  const event: Unfinished<TransactionCommitted> = {
    type: "TransactionCommitted",
    updateId: stored.updateId ?? updateIdOf(seed, offset),
    userId: stored.userId,
    commandId: stored.commandId,
    submissionId: stored.submissionId,
    workflowId: stored.workflowId ?? "",
    actAs: partiesOf(stored.actAs, table),
    recordTime: stored.recordTime,
    deduplicationPeriod: periodOfStored(stored.deduplicationPeriod),
    effectiveAt: stored.effectiveAt ?? stored.recordTime,
    seed,
    nodes: nodes.map((node, nodeId) =>
      node.kind === "create"
        ? createOf(node, nodeId, contractIds[nodeId] ?? "", table)
        : exerciseOf(node, nodeId, table),
    ),
  };
  addFurther(event, stored, table);
  return event;
};

type Unfinished<Made> = { -readonly [Field in keyof Made]: Made[Field] };

/** Adds what most transactions do not have, field by field: spreads cost as much as the rest. */
const addFurther = (
  event: Unfinished<TransactionCommitted>,
  stored: StoredTransaction,
  table: StringTableReader,
): void => {
  const { traceParent, requestedDeduplicationPeriod, minLedgerTime } = stored;
  if (traceParent !== undefined) event.traceParent = traceParent;
  if (requestedDeduplicationPeriod !== undefined)
    event.requestedDeduplicationPeriod = requestedDeduplicationPeriod;
  if (minLedgerTime !== undefined) event.minLedgerTime = minLedgerTime;
  const { readAs, packagePreference, disclosedContracts, commandForms, external } = stored;
  if (readAs !== undefined) event.readAs = partiesOf(readAs, table);
  if (packagePreference !== undefined) event.packagePreference = table.textsOf(packagePreference);
  if (disclosedContracts !== undefined) {
    event.disclosedContracts = disclosedContracts.map(({ contractId, blobDigest }) => ({
      contractId: table.textOf(contractId),
      blobDigest,
    }));
  }
  if (commandForms !== undefined) event.commandForms = commandForms;
  if (external !== undefined) event.external = external;
};

const contractIdOfStored = (
  { hash, contractId }: StoredCreate,
  seed: string,
  nodeId: number,
  offset: number,
): string => {
  if (hash !== undefined) return contractIdFrom(discriminatorOf(seed, nodeId), offset, hash);
  if (contractId === undefined) throw new StoredValueError(`has no contract id in node ${nodeId}`);
  return contractId;
};

const partiesOf = (
  references: ReadonlyArray<number>,
  table: StringTableReader,
): ReadonlyArray<string> => sharedParties(table.textsOf(references));

const noReferences: ReadonlyArray<number> = [];

const createOf = (
  stored: StoredCreate,
  nodeId: number,
  contractId: string,
  table: StringTableReader,
): CreateNode => {
  const node = {
    kind: stored.kind,
    nodeId,
    contractId,
    templateId: sharedText(table.textOf(stored.templateId)),
    packageName: sharedText(table.textOf(stored.packageName)),
    payload: table.valueOf(stored.payload),
    signatories: partiesOf(stored.signatories, table),
    observers: partiesOf(stored.observers ?? noReferences, table),
  };
  const { key } = stored;
  if (key === undefined) return node;
  const value = table.valueOf(key.value);
  return { ...node, key: { value, maintainers: partiesOf(key.maintainers, table) } };
};

const exerciseOf = (
  stored: StoredExercise,
  nodeId: number,
  table: StringTableReader,
): ExerciseNode => {
  const node: Unfinished<ExerciseNode> = {
    kind: stored.kind,
    nodeId,
    contractId: table.textOf(stored.contractId),
    templateId: table.textOf(stored.templateId),
    packageName: table.textOf(stored.packageName),
    choice: table.textOf(stored.choice),
    argument: table.valueOf(stored.argument),
    actingParties: partiesOf(stored.actingParties, table),
    consuming: stored.consuming === true,
    result: table.valueOf(stored.result),
    lastDescendantNodeId: stored.lastDescendantNodeId ?? nodeId,
    signatories: partiesOf(stored.signatories, table),
    observers: partiesOf(stored.observers ?? noReferences, table),
  };
  const { interfaceId, choiceObservers } = stored;
  if (interfaceId !== undefined) node.interfaceId = table.textOf(interfaceId);
  if (choiceObservers !== undefined) node.choiceObservers = partiesOf(choiceObservers, table);
  return node;
};
