import { ExternalSubmissionCodec } from "./external-submission-codec.js";
import { maxTextLength } from "../values/grammar.js";
import type {
  ContractKey,
  CreateNode,
  ExerciseNode,
  ReportedDeduplicationPeriod,
  TransactionCommitted,
  TransactionNode,
} from "./ledger-event.js";
import { knownParty, sharedParties, sharedText } from "../values/shared-text.js";

/** The fields of a committed transaction as they stand in the journal. */
export type CommittedFields = Omit<TransactionCommitted, "type">;

type Parsed = Readonly<Record<string, unknown>>;

const isParsed = (value: unknown): value is Parsed => typeof value === "object" && value !== null;

const isTexts = (value: unknown): value is ReadonlyArray<string> => {
  if (!Array.isArray(value)) return false;
  for (const item of value) if (typeof item !== "string") return false;
  return true;
};

/**
 * True only when the codec of committed transactions would accept these fields, which takes it ten times as long. The
 * codec has the last word on what is refused here.
 */
export const areCommittedFields = (fields: Parsed): fields is Parsed & CommittedFields =>
  typeof fields["updateId"] === "string" &&
  typeof fields["userId"] === "string" &&
  typeof fields["commandId"] === "string" &&
  typeof fields["submissionId"] === "string" &&
  typeof fields["workflowId"] === "string" &&
  isTexts(fields["actAs"]) &&
  typeof fields["recordTime"] === "number" &&
  isPeriod(fields["deduplicationPeriod"]) &&
  typeof fields["effectiveAt"] === "number" &&
  areNodes(fields["nodes"]) &&
  (fields["external"] === undefined || ExternalSubmissionCodec.is(fields["external"]));

const isPeriod = (value: unknown): value is ReportedDeduplicationPeriod => {
  if (!isParsed(value)) return false;
  switch (value["kind"]) {
    case "empty":
      return true;
    case "offset":
      return typeof value["offset"] === "number";
    case "duration":
      return typeof value["durationMicros"] === "number";
    default:
      return false;
  }
};

const areNodes = (value: unknown): value is ReadonlyArray<TransactionNode> => {
  if (!Array.isArray(value)) return false;
  for (const node of value)
    if (!isParsed(node) || !(isCreateNode(node) || isExerciseNode(node))) return false;
  return true;
};

const startsAsNode = (node: Parsed): boolean =>
  typeof node["nodeId"] === "number" &&
  typeof node["contractId"] === "string" &&
  typeof node["templateId"] === "string" &&
  typeof node["packageName"] === "string";

const isCreateNode = (node: Parsed): node is Parsed & CreateNode =>
  node["kind"] === "create" &&
  startsAsNode(node) &&
  node["payload"] !== undefined &&
  isTexts(node["signatories"]) &&
  isTexts(node["observers"]) &&
  (node["key"] === undefined || isContractKey(node["key"])) &&
  (node["witnesses"] === undefined || isTexts(node["witnesses"]));

const isContractKey = (value: unknown): value is ContractKey =>
  isParsed(value) && value["value"] !== undefined && isTexts(value["maintainers"]);

const isExerciseNode = (node: Parsed): node is Parsed & ExerciseNode =>
  node["kind"] === "exercise" &&
  startsAsNode(node) &&
  (node["interfaceId"] === undefined || typeof node["interfaceId"] === "string") &&
  typeof node["choice"] === "string" &&
  node["argument"] !== undefined &&
  isTexts(node["actingParties"]) &&
  typeof node["consuming"] === "boolean" &&
  node["result"] !== undefined &&
  typeof node["lastDescendantNodeId"] === "number" &&
  isTexts(node["stakeholders"]) &&
  isTexts(node["witnesses"]);

/** The event with these fields. */
export const committedEvent = (
  fields: CommittedFields,
  nodes: TransactionCommitted["nodes"] = fields.nodes,
): TransactionCommitted => {
  const event = eventWithoutExternal(fields, nodes);
  return fields.external === undefined ? event : { ...event, external: fields.external };
};

const eventWithoutExternal = (
  fields: CommittedFields,
  nodes: TransactionCommitted["nodes"],
): TransactionCommitted => ({
  type: "TransactionCommitted",
  updateId: fields.updateId,
  userId: fields.userId,
  commandId: fields.commandId,
  submissionId: fields.submissionId,
  workflowId: fields.workflowId,
  actAs: fields.actAs,
  recordTime: fields.recordTime,
  deduplicationPeriod: fields.deduplicationPeriod,
  effectiveAt: fields.effectiveAt,
  nodes,
});

/**
 * The same event. What many contracts have in common stands in it as one shared object, because most of it stays in
 * memory as long as the contracts do.
 *
 * @param fields just parsed and seen by nobody else
 */
export const sharingEvent = (fields: CommittedFields): TransactionCommitted =>
  committedEvent(fields, fields.nodes.map(nodeWithShared));

const nodeWithShared = (node: TransactionNode): TransactionNode => {
  if (node.kind === "exercise") return node;
  const shared = {
    kind: node.kind,
    nodeId: node.nodeId,
    contractId: node.contractId,
    templateId: sharedText(node.templateId),
    packageName: sharedText(node.packageName),
    payload: node.payload,
    signatories: sharedParties(node.signatories),
    observers: sharedParties(node.observers),
  };
  shareParties(shared.payload, sharedDepth);
  const { key, witnesses } = node;
  if (key === undefined && witnesses === undefined) return shared;
  const keyed = key === undefined ? shared : { ...shared, key };
  return witnesses === undefined ? keyed : { ...keyed, witnesses };
};

/** How deep in a payload parties are looked for. */
const sharedDepth = 3;

/** Puts parties that are kept anyway in the place of equal texts; in place, as a payload just parsed is nobody else's yet. */
const shareParties = (value: unknown, depth: number): void => {
  if (typeof value !== "object" || value === null) return;
  // border: an object or array just made by JSON.parse
  const holder = value as Record<string, unknown>;
  for (const name of Object.keys(holder)) {
    const item = holder[name];
    if (typeof item !== "string") {
      if (depth > 1) shareParties(item, depth - 1);
      continue;
    }
    const party = item.length <= maxTextLength ? knownParty(item) : undefined;
    if (party !== undefined) holder[name] = party;
  }
};
