import { createdContractId, hashInContractId, updateIdOf } from "./ledger-ids.js";
import {
  type Around,
  type StoredField,
  fieldsOf,
  implied,
  optional,
  recordPart,
  someOf,
  unless,
  unlessEmpty,
} from "./stored-fields.js";
import {
  type StoredRecord,
  commonText,
  damlValue,
  listPart,
  listOf,
  misfit,
  number,
  numberOf,
  oneOf,
  ownText,
  parties,
  recordOf,
  tableText,
  tableTexts,
  textOf,
  yes,
} from "./stored-part.js";
import { period, submissionFields } from "./stored-submission.js";
import { StoredValueError, StringTableReader, StringTableWriter } from "./string-table.js";
import type { SubmissionRecord, TransactionCommitted } from "./submission-event.js";
import type { CreateNode, ExerciseNode, TransactionNode } from "./transaction-node.js";

// docs/journal-format.md says what each field means and when it is absent

/** An id that follows from seed, node and offset is written as the hash at its end alone. */
const createdId: StoredField<string> = {
  write: (table, name, contractId, { seed, nodeId, offset }) => {
    const hash = hashInContractId(contractId, seed, nodeId, offset);
    table.raw(hash === undefined ? `${name}${JSON.stringify(contractId)}` : `,"hash":"${hash}"`);
  },
  read: (_stored, table, { nodeId }) => table.textOf(-1 - nodeId),
};

/** The id of the contract a node creates; undefined for an exercise. */
const createdIdOf = (node: unknown, { seed, offset }: Around, nodeId: number) => {
  const { kind, hash, contractId } = recordOf(node);
  if (kind !== "create") return undefined;
  if (hash !== undefined) return createdContractId(seed, nodeId, offset, textOf(hash));
  if (contractId === undefined) throw new StoredValueError(`has no contract id in node ${nodeId}`);
  return textOf(contractId);
};

const key = recordPart({ value: damlValue, maintainers: parties });

const createFields = fieldsOf<Omit<CreateNode, "kind">>({
  nodeId: implied(({ nodeId }) => nodeId),
  contractId: createdId,
  templateId: commonText,
  packageName: commonText,
  payload: damlValue,
  signatories: parties,
  observers: unlessEmpty(parties),
  key: optional(key),
});

// Nodes and transactions are read by names in the code: by names of a table, each field takes
// several times as long. The tables above and below say how they are written.

const readCreate = (stored: StoredRecord, table: StringTableReader, nodeId: number): CreateNode => {
  const { templateId, packageName, payload, signatories, observers = [], key: holder } = stored;
  const node = {
    kind: "create" as const,
    nodeId,
    contractId: table.textOf(-1 - nodeId),
    templateId: commonText.read(templateId, table),
    packageName: commonText.read(packageName, table),
    payload: damlValue.read(payload, table),
    signatories: parties.read(signatories, table),
    observers: parties.read(observers, table),
  };
  return holder === undefined ? node : { ...node, key: key.read(holder, table) };
};

const exerciseFields = fieldsOf<Omit<ExerciseNode, "kind">>({
  nodeId: implied(({ nodeId }) => nodeId),
  contractId: tableText,
  templateId: tableText,
  packageName: tableText,
  interfaceId: optional(tableText),
  choice: tableText,
  argument: damlValue,
  actingParties: parties,
  consuming: unless(() => false, yes),
  result: damlValue,
  lastDescendantNodeId: unless(({ nodeId }) => nodeId, number),
  signatories: parties,
  observers: unlessEmpty(parties),
  choiceObservers: someOf(parties),
});

const readExercise = (
  stored: StoredRecord,
  table: StringTableReader,
  nodeId: number,
): ExerciseNode => {
  const { contractId, templateId, packageName, interfaceId, choice, argument } = stored;
  const { actingParties, consuming, result, lastDescendantNodeId = nodeId } = stored;
  const { signatories, observers = [], choiceObservers } = stored;
  const node: Mutable<ExerciseNode> = {
    kind: "exercise" as const,
    nodeId,
    contractId: tableText.read(contractId, table),
    templateId: tableText.read(templateId, table),
    packageName: tableText.read(packageName, table),
    choice: tableText.read(choice, table),
    argument: damlValue.read(argument, table),
    actingParties: parties.read(actingParties, table),
    consuming: consuming === undefined ? false : yes.read(consuming),
    result: damlValue.read(result, table),
    lastDescendantNodeId: numberOf(lastDescendantNodeId),
    signatories: parties.read(signatories, table),
    observers: parties.read(observers, table),
  };
  if (interfaceId !== undefined) node.interfaceId = tableText.read(interfaceId, table);
  if (choiceObservers !== undefined) node.choiceObservers = parties.read(choiceObservers, table);
  return node;
};

type Mutable<A> = { -readonly [K in keyof A]: A[K] };

// a spread takes several times as long
const atNode = ({ seed, offset, recordTime }: Around, nodeId: number): Around => ({
  seed,
  offset,
  recordTime,
  nodeId,
});

const nodes: StoredField<ReadonlyArray<TransactionNode>> = {
  write: (table, name, all, around) => {
    table.raw(`${name}[`);
    for (const node of all) {
      const { nodeId } = node;
      const at = atNode(around, nodeId);
      table.raw(nodeId > 0 ? ',{"kind":' : '{"kind":');
      if (node.kind === "create") {
        table.raw('"create"');
        createFields.write(table, node, at);
      } else {
        table.raw('"exercise"');
        exerciseFields.write(table, node, at);
      }
      table.raw("}");
    }
    table.raw("]");
  },
  read: (stored, table) =>
    listOf(stored).map((each, nodeId) => {
      const node = recordOf(each);
      const { kind } = node;
      if (kind === "create") return readCreate(node, table, nodeId);
      return kind === "exercise" ? readExercise(node, table, nodeId) : misfit();
    }),
};

const commandForm = oneOf("create", "exercise", "exerciseByKey", "createAndExercise");

const externalSubmission = recordPart({
  hash: ownText,
  hashingScheme: ownText,
  transactionUuid: ownText,
  preparedTransaction: ownText,
  signatures: listPart(
    recordPart({
      party: ownText,
      signedBy: ownText,
      format: ownText,
      algorithm: ownText,
      signature: ownText,
    }),
  ),
});

type Head = Omit<SubmissionRecord, "actAs" | "readAs" | "packagePreference"> &
  Pick<TransactionCommitted, "effectiveAt" | "seed" | "updateId">;

/** The text before the table of texts. */
const headFields = fieldsOf<Head>({
  ...submissionFields,
  effectiveAt: unless(({ recordTime }) => recordTime, number),
  seed: ownText,
  updateId: unless(({ seed, offset }) => updateIdOf(seed, offset), ownText),
});

const bodyRows = {
  actAs: parties,
  readAs: someOf(parties),
  packagePreference: someOf(tableTexts),
  disclosedContracts: someOf(listPart(recordPart({ contractId: tableText, blobDigest: ownText }))),
  commandForms: optional(listPart(commandForm)),
  external: optional(externalSubmission),
  nodes,
  reads: someOf(listPart(number)),
  imported: optional(recordPart({ url: ownText, offset: number })),
};

/** The text after the table, which refers to it. */
const bodyFields = fieldsOf<Omit<TransactionCommitted, "type" | keyof Head>>(bodyRows);

const { actAs: _, nodes: __, ...rareInBody } = bodyRows;

/** The fields that most transactions do not have. */
const rareFields = fieldsOf<
  Pick<
    TransactionCommitted,
    | keyof typeof rareInBody
    | "requestedDeduplicationPeriod"
    | "minLedgerTime"
    | "traceParent"
    | "traceState"
  >
>({
  requestedDeduplicationPeriod: submissionFields.requestedDeduplicationPeriod,
  minLedgerTime: submissionFields.minLedgerTime,
  traceParent: submissionFields.traceParent,
  traceState: submissionFields.traceState,
  ...rareInBody,
});

/** The fields that each transaction has, and those of the text around them. */
const everyField = 10;

/**
 * The text of a committed transaction for the journal. Built as text: most events are of this type,
 * and a copy for `JSON.stringify` would double the cost.
 *
 * @param offset of the event in its journal
 */
export const transactionText = (event: TransactionCommitted, offset: number): string => {
  const { seed, recordTime } = event;
  const around = { seed, offset, recordTime, nodeId: 0 };
  const table = new StringTableWriter();
  headFields.write(table, event, around);
  const head = table.taken();
  for (const node of event.nodes)
    if (node.kind === "create") table.addCreated(node.contractId, node.nodeId);
  bodyFields.write(table, event, around);
  return `{"v":1${head},"strings":${JSON.stringify(table.texts)}${table.taken()}}`;
};

/**
 * The event of stored fields. Throws a `StoredValueError` when a field is not what it should be or
 * refers to what is not there. Values that many contracts share are one object in memory.
 *
 * @param stored just parsed and not shared: its values become those of the event
 * @param offset of the event in its journal
 */
export const transactionOf = (stored: StoredRecord, offset: number): TransactionCommitted => {
  const { recordTime, userId, commandId, submissionId, deduplicationPeriod, workflowId } = stored;
  const { effectiveAt, updateId } = stored;
  const seed = textOf(stored["seed"]);
  const around = { seed, offset, recordTime: numberOf(recordTime), nodeId: 0 };
  const ids = listOf(stored["nodes"]).map((node, nodeId) => createdIdOf(node, around, nodeId));
  const table = new StringTableReader(listOf(stored["strings"]).map(textOf), ids);
  const made = {
    type: "TransactionCommitted" as const,
    recordTime: around.recordTime,
    userId: textOf(userId),
    commandId: textOf(commandId),
    submissionId: textOf(submissionId),
    deduplicationPeriod: period.read(deduplicationPeriod, table),
    workflowId: workflowId === undefined ? "" : textOf(workflowId),
    effectiveAt: effectiveAt === undefined ? around.recordTime : numberOf(effectiveAt),
    seed,
    updateId: updateId === undefined ? updateIdOf(seed, offset) : textOf(updateId),
    actAs: parties.read(stored["actAs"], table),
    nodes: nodes.read(stored["nodes"], table, around) ?? [],
  };
  let fields = everyField;
  for (const each of [workflowId, effectiveAt, updateId]) if (each !== undefined) fields++;
  return Object.keys(stored).length === fields
    ? made
    : rareFields.read(made, stored, table, around);
};
