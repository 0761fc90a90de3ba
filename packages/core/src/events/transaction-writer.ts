import { ExternalSubmissionCodec } from "./external-submission-codec.js";
import { fieldOrderOf } from "./field-order.js";
import { hashInContractId, updateIdOf } from "./ledger-ids.js";
import { submissionText } from "./stored-submission.js";
import { StringTableWriter } from "./string-table.js";
import type { TransactionCommitted } from "./submission-event.js";
import type { CreateNode, ExerciseNode } from "./transaction-node.js";

/**
 * The text of a committed transaction for the journal: JSON of a `StoredTransaction`. It is put
 * together by hand, because most events are of this type and a copy for `JSON.stringify` costs as
 * much as all the rest. Texts get their numbers in the order they are met, so the parts must be
 * written in their order.
 *
 * @param offset of the event in its journal
 */
export const transactionText = (event: TransactionCommitted, offset: number): string => {
  const table = new StringTableWriter();
  const { nodes, seed, commandForms, external } = event;
  for (const node of nodes)
    if (node.kind === "create") table.addCreated(node.contractId, node.nodeId);
  table.list(',"actAs":', event.actAs);
  writeUnlessEmpty(table, ',"readAs":', event.readAs);
  writeUnlessEmpty(table, ',"packagePreference":', event.packagePreference);
  writeDisclosed(table, event);
  if (commandForms !== undefined) table.raw(`,"commandForms":${JSON.stringify(commandForms)}`);
  if (external !== undefined) table.raw(`,"external":${JSON.stringify(externalInOrder(external))}`);
  table.raw(',"nodes":');
  for (let nodeId = 0; nodeId < nodes.length; nodeId++) {
    const node = nodes[nodeId];
    if (node === undefined) continue;
    const before = nodeId === 0 ? "[" : ",";
    if (node.kind === "create") writeCreate(table, before, node, seed, offset);
    else writeExercise(table, before, node);
  }
  table.raw(nodes.length === 0 ? "[]}" : "]}");
  return `${headText(event, offset)},"strings":${JSON.stringify(table.texts)}${table.written}`;
};

const externalInOrder = fieldOrderOf(ExternalSubmissionCodec);

/** Everything before the table, without the closing brace. */
const headText = (event: TransactionCommitted, offset: number): string => {
  const { recordTime, effectiveAt, seed, updateId } = event;
  const time = effectiveAt === recordTime ? "" : `,"effectiveAt":${effectiveAt}`;
  const id = updateId === updateIdOf(seed, offset) ? "" : `,"updateId":${JSON.stringify(updateId)}`;
  return `{"v":1,${submissionText(event)}${time},"seed":${JSON.stringify(seed)}${id}`;
};

const writeUnlessEmpty = (
  table: StringTableWriter,
  before: string,
  texts: ReadonlyArray<string> | undefined,
): void => {
  if (texts !== undefined && texts.length > 0) table.list(before, texts);
};

const writeDisclosed = (
  table: StringTableWriter,
  { disclosedContracts = [] }: TransactionCommitted,
): void => {
  if (disclosedContracts.length === 0) return;
  for (const [index, { contractId, blobDigest }] of disclosedContracts.entries()) {
    table.text(`${index === 0 ? ',"disclosedContracts":[' : ","}{"contractId":`, contractId);
    table.raw(`,"blobDigest":${JSON.stringify(blobDigest)}}`);
  }
  table.raw("]");
};

const writeCreate = (
  table: StringTableWriter,
  before: string,
  node: CreateNode,
  seed: string,
  offset: number,
): void => {
  const { contractId, key } = node;
  const hash = hashInContractId(contractId, seed, node.nodeId, offset);
  table.raw(`${before}{"kind":"create",`);
  table.raw(hash === undefined ? `"contractId":${JSON.stringify(contractId)}` : `"hash":"${hash}"`);
  table.text(',"templateId":', node.templateId);
  table.text(',"packageName":', node.packageName);
  table.raw(',"payload":');
  table.value(node.payload);
  table.list(',"signatories":', node.signatories);
  writeUnlessEmpty(table, ',"observers":', node.observers);
  if (key !== undefined) {
    table.raw(',"key":{"value":');
    table.value(key.value);
    table.list(',"maintainers":', key.maintainers);
    table.raw("}");
  }
  table.raw("}");
};

const writeExercise = (table: StringTableWriter, before: string, node: ExerciseNode): void => {
  table.text(`${before}{"kind":"exercise","contractId":`, node.contractId);
  table.text(',"templateId":', node.templateId);
  table.text(',"packageName":', node.packageName);
  if (node.interfaceId !== undefined) table.text(',"interfaceId":', node.interfaceId);
  table.text(',"choice":', node.choice);
  table.raw(',"argument":');
  table.value(node.argument);
  table.list(',"actingParties":', node.actingParties);
  table.raw(node.consuming ? ',"consuming":true,"result":' : ',"result":');
  table.value(node.result);
  if (node.lastDescendantNodeId !== node.nodeId)
    table.raw(`,"lastDescendantNodeId":${node.lastDescendantNodeId}`);
  table.list(',"signatories":', node.signatories);
  writeUnlessEmpty(table, ',"observers":', node.observers);
  writeUnlessEmpty(table, ',"choiceObservers":', node.choiceObservers);
  table.raw("}");
};
