import { ExternalSubmissionCodec } from "./external-submission-codec.js";
import { fieldOrderOf } from "./field-order.js";
import { hashInContractId, updateIdOf } from "./ledger-ids.js";
import { storedSubmission } from "./stored-submission.js";
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
  for (const node of event.nodes)
    if (node.kind === "create") table.addCreated(node.contractId, node.nodeId);
  let parts = `"actAs":${table.listOf(event.actAs)}`;
  parts += optionalList("readAs", event.readAs, table);
  parts += optionalList("packagePreference", event.packagePreference, table);
  parts += disclosedText(event, table);
  if (event.commandForms !== undefined)
    parts += `,"commandForms":${JSON.stringify(event.commandForms)}`;
  if (event.external !== undefined)
    parts += `,"external":${JSON.stringify(externalInOrder(event.external))}`;
  let nodes = "";
  for (const node of event.nodes) {
    nodes +=
      (nodes === "" ? "" : ",") +
      (node.kind === "create"
        ? createText(node, event.seed, offset, table)
        : exerciseText(node, table));
  }
  const strings = JSON.stringify(table.texts);
  return `${headText(event, offset)},"strings":${strings},${parts},"nodes":[${nodes}]}`;
};

const externalInOrder = fieldOrderOf(ExternalSubmissionCodec);

/** Everything before the table, without the closing brace. */
const headText = (event: TransactionCommitted, offset: number): string => {
  const { recordTime, effectiveAt, seed, updateId } = event;
  const time = effectiveAt === recordTime ? "" : `,"effectiveAt":${effectiveAt}`;
  const id = updateId === updateIdOf(seed, offset) ? "" : `,"updateId":${JSON.stringify(updateId)}`;
  const submission = JSON.stringify(storedSubmission(event)).slice(1, -1);
  return `{"v":1,${submission}${time},"seed":${JSON.stringify(seed)}${id}`;
};

const optionalList = (
  name: string,
  texts: ReadonlyArray<string> | undefined,
  table: StringTableWriter,
): string => (texts === undefined || texts.length === 0 ? "" : `,"${name}":${table.listOf(texts)}`);

const disclosedText = (
  { disclosedContracts = [] }: TransactionCommitted,
  table: StringTableWriter,
): string => {
  if (disclosedContracts.length === 0) return "";
  const items = disclosedContracts.map(
    ({ contractId, blobDigest }) =>
      `{"contractId":${table.numberOf(contractId)},"blobDigest":${JSON.stringify(blobDigest)}}`,
  );
  return `,"disclosedContracts":[${items.join(",")}]`;
};

const createText = (
  node: CreateNode,
  seed: string,
  offset: number,
  table: StringTableWriter,
): string => {
  const { contractId, key } = node;
  const hash = hashInContractId(contractId, seed, node.nodeId, offset);
  let text = '{"kind":"create",';
  text += hash === undefined ? `"contractId":${JSON.stringify(contractId)}` : `"hash":"${hash}"`;
  text += `,"templateId":${table.numberOf(node.templateId)}`;
  text += `,"packageName":${table.numberOf(node.packageName)}`;
  text += `,"payload":${table.valueOf(node.payload)}`;
  text += `,"signatories":${table.listOf(node.signatories)}`;
  text += optionalList("observers", node.observers, table);
  if (key !== undefined) {
    text += `,"key":{"value":${table.valueOf(key.value)}`;
    text += `,"maintainers":${table.listOf(key.maintainers)}}`;
  }
  return `${text}}`;
};

const exerciseText = (node: ExerciseNode, table: StringTableWriter): string => {
  let text = `{"kind":"exercise","contractId":${table.numberOf(node.contractId)}`;
  text += `,"templateId":${table.numberOf(node.templateId)}`;
  text += `,"packageName":${table.numberOf(node.packageName)}`;
  if (node.interfaceId !== undefined) text += `,"interfaceId":${table.numberOf(node.interfaceId)}`;
  text += `,"choice":${table.numberOf(node.choice)}`;
  text += `,"argument":${table.valueOf(node.argument)}`;
  text += `,"actingParties":${table.listOf(node.actingParties)}`;
  if (node.consuming) text += ',"consuming":true';
  text += `,"result":${table.valueOf(node.result)}`;
  if (node.lastDescendantNodeId !== node.nodeId)
    text += `,"lastDescendantNodeId":${node.lastDescendantNodeId}`;
  text += `,"signatories":${table.listOf(node.signatories)}`;
  text += optionalList("observers", node.observers, table);
  text += optionalList("choiceObservers", node.choiceObservers, table);
  return `${text}}`;
};
