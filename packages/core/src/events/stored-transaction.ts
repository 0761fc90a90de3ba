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
import { submissionFields } from "./stored-submission.js";
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
  read: (stored, table, around) =>
    listOf(stored).map((each, nodeId) => {
      const node = recordOf(each);
      const at = atNode(around, nodeId);
      const { kind } = node;
      if (kind === "create") return createFields.read({ kind }, node, table, at);
      return kind === "exercise" ? exerciseFields.read({ kind }, node, table, at) : misfit();
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

/** The text after the table, which refers to it. */
const bodyFields = fieldsOf<Omit<TransactionCommitted, "type" | keyof Head>>({
  actAs: parties,
  readAs: someOf(parties),
  packagePreference: someOf(tableTexts),
  disclosedContracts: someOf(listPart(recordPart({ contractId: tableText, blobDigest: ownText }))),
  commandForms: optional(listPart(commandForm)),
  external: optional(externalSubmission),
  nodes,
  reads: someOf(listPart(number)),
});

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
  const seed = textOf(stored["seed"]);
  const around = { seed, offset, recordTime: numberOf(stored["recordTime"]), nodeId: 0 };
  const ids = listOf(stored["nodes"]).map((node, nodeId) => createdIdOf(node, around, nodeId));
  const table = new StringTableReader(listOf(stored["strings"]).map(textOf), ids);
  const made = headFields.read({ type: "TransactionCommitted" as const }, stored, table, around);
  return bodyFields.read(made, stored, table, around);
};
