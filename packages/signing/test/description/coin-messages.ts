import type {
  InputContract,
  PreparedTransaction,
} from "../../src/messages/prepared-transaction.js";
import type { CreateNode, ExerciseNode, NodeContent } from "../../src/messages/transaction-node.js";
import type { Value } from "../../src/messages/value.js";

export const text = (value: string): Value => ({ kind: "text", value });
export const party = (value: string): Value => ({ kind: "party", value });
export const numeric = (value: string): Value => ({ kind: "numeric", value });
export const time = (value: bigint): Value => ({ kind: "timestamp", value });
export const record = (fields: Readonly<Record<string, Value>>): Value => ({
  kind: "record",
  value: {
    recordId: undefined,
    fields: Object.entries(fields).map(([label, value]) => ({ label, value })),
  },
});

/** A create of a template of the coin. */
export const create = (
  contractId: string,
  name: string,
  argument: Value,
  packageName = "splice-amulet",
): CreateNode => {
  const [moduleName = "", entityName = ""] = name.split(":");
  return {
    lfVersion: "2.1",
    contractId,
    packageName,
    templateId: { packageId: "ab".repeat(32), moduleName, entityName },
    argument,
    signatories: [],
    stakeholders: [],
    key: undefined,
  };
};

/** An exercise on a contract. */
export const exercise = (
  on: CreateNode,
  choiceId: string,
  chosenValue: Value,
  changes: Partial<ExerciseNode> = {},
): ExerciseNode => ({
  lfVersion: "2.1",
  contractId: on.contractId,
  packageName: on.packageName,
  templateId: on.templateId,
  signatories: [],
  stakeholders: [],
  actingParties: [],
  interfaceId: undefined,
  choiceId,
  chosenValue,
  consuming: true,
  children: [],
  exerciseResult: undefined,
  choiceObservers: [],
  key: undefined,
  byKey: false,
  ...changes,
});

/** A coin of an owner. */
export const amulet = (contractId: string, owner: string, amount: string): CreateNode =>
  create(
    contractId,
    "Splice.Amulet:Amulet",
    record({
      dso: party("dso"),
      owner: party(owner),
      amount: record({ initialAmount: numeric(amount) }),
    }),
  );

const input = (contract: CreateNode): InputContract => ({
  contract,
  createdAt: 0n,
  eventBlob: new Uint8Array(),
});

/** A prepared transaction with nodes numbered in their order, the first the root. */
export const preparedOf = (
  nodes: ReadonlyArray<NodeContent>,
  inputs: ReadonlyArray<CreateNode> = [],
  changes: Partial<PreparedTransaction["metadata"]> = {},
): PreparedTransaction => ({
  transaction: {
    version: "2.1",
    roots: ["0"],
    nodes: nodes.map((content, id) => ({ nodeId: String(id), content })),
    nodeSeeds: nodes.flatMap(({ kind }, nodeId) =>
      kind === "create" || kind === "exercise" ? [{ nodeId, seed: new Uint8Array(32) }] : [],
    ),
  },
  metadata: {
    submitterInfo: { actAs: ["alice"], commandId: "command" },
    synchronizerId: "sync::1220::35-0",
    mediatorGroup: 0,
    transactionUuid: "4c6471d3-4e09-49dd-addf-6cd90e19c583",
    preparationTime: 1_767_225_600_000_000n,
    inputContracts: inputs.map(input),
    globalKeyMapping: [],
    minLedgerEffectiveTime: undefined,
    maxLedgerEffectiveTime: undefined,
    maxRecordTime: undefined,
    ...changes,
  },
});
