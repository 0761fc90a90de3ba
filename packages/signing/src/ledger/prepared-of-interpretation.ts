import {
  base64Decode,
  type CompiledCatalog,
  type Contract,
  type CreateNode as LedgerCreate,
  type TransactionNode as LedgerNode,
  newTrace,
  type TransactionTrace,
  type PartyId,
} from "@tallystick/core";
import { createdEventBlobOf } from "@tallystick/wire";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type {
  DamlTransaction,
  InputContract,
  Metadata,
  NodeSeed,
  PreparedTransaction,
  TransactionNode,
} from "../messages/prepared-transaction.js";
import { nodeSeedOf } from "./node-seeds.js";
import { type PlacedNode, placedNodes } from "./node-tree.js";
import { createOf, nodeContentOf, type NodeWriter } from "./prepared-nodes.js";
import { IllTypedValue } from "./value-of-json.js";
import { type SigningError, signingError } from "../keys/signing-error.js";

/** What a command does, as interpretation gives it. */
export interface InterpretedCommand {
  readonly nodes: ReadonlyArray<LedgerNode>;
  readonly trace?: TransactionTrace;
}

/**
 * What surrounds a transaction and does not come out of its interpretation. Times are microseconds
 * since 1970.
 */
export interface PreparationDetails {
  readonly actAs: ReadonlyArray<PartyId>;
  readonly commandId: string;
  /** In the form of the protocol version, see {@link physicalSynchronizerId}. */
  readonly synchronizerId: string;
  readonly transactionUuid: string;
  readonly preparationTime: bigint;
  readonly maxRecordTime: bigint | undefined;
  /** What `transactionSeedOf` gives for these. */
  readonly seed: Uint8Array;
}

/**
 * The id of a synchronizer as prepared transactions of protocol version 35 name it
 * (interactive-submission 3.4).
 */
export const physicalSynchronizerId = (synchronizerId: string): string => `${synchronizerId}::35-0`;

/** Digits of a contract id without the suffix that it gets when it is committed. */
const UNSUFFIXED_LENGTH = 66;

const writerOf = (
  catalog: CompiledCatalog,
  { nodes, trace = newTrace() }: InterpretedCommand,
): NodeWriter => {
  const created = new Map<string, LedgerCreate>();
  for (const node of nodes) if (node.kind === "create") created.set(node.contractId, node);
  return {
    catalog,
    trace,
    created,
    contractId: (id) => (created.has(id) ? id.slice(0, UNSUFFIXED_LENGTH) : id),
  };
};

const blobOf = (contract: Contract): Uint8Array => {
  const node = { kind: "create" as const, nodeId: 0, ...contract };
  const blob = base64Decode(createdEventBlobOf(node, contract.createdAt));
  if (isLeft(blob))
    throw new IllTypedValue(`the blob of ${contract.contractId}: ${blob.left.reason}`);
  return blob.right;
};

const inputContracts = (writer: NodeWriter): ReadonlyArray<InputContract> =>
  [...writer.trace.inputs.values()]
    .toSorted((a, b) => (a.contractId < b.contractId ? -1 : 1))
    .map((contract) => ({
      contract: createOf(writer, contract),
      createdAt: BigInt(contract.createdAt),
      eventBlob: blobOf(contract),
    }));

const versionOf = (nodes: ReadonlyArray<TransactionNode>): string =>
  nodes.some(({ content }) => content.kind !== "rollback" && content.value.lfVersion === "2")
    ? "2"
    : "2.1";

const transactionOf = (
  writer: NodeWriter,
  roots: ReadonlyArray<PlacedNode>,
  seed: Uint8Array,
): DamlTransaction => {
  const nodes: Array<TransactionNode> = [];
  const nodeSeeds: Array<NodeSeed> = [];
  const visit = (placed: PlacedNode): void => {
    const { nodeId, children } = placed;
    const content = nodeContentOf(writer, placed);
    nodes.push({ nodeId: String(nodeId), content });
    if (content.kind === "create" || content.kind === "exercise")
      nodeSeeds.push({ nodeId, seed: nodeSeedOf(seed, nodeId) });
    children.forEach(visit);
  };
  roots.forEach(visit);
  return {
    version: versionOf(nodes),
    roots: roots.map(({ nodeId }) => String(nodeId)),
    nodes,
    nodeSeeds,
  };
};

/**
 * The message that the parties of a command sign (interactive-submission 3.1). Equal arguments give
 * equal bytes.
 * @returns the message, or why there is none: a type that is not known here
 */
export const preparedOfInterpretation = (
  catalog: CompiledCatalog,
  interpreted: InterpretedCommand,
  details: PreparationDetails,
): Either<SigningError, PreparedTransaction> => {
  const writer = writerOf(catalog, interpreted);
  const { ledgerTimes } = writer.trace;
  const source = {
    submitterInfo: { actAs: details.actAs, commandId: details.commandId },
    synchronizerId: details.synchronizerId,
    transactionUuid: details.transactionUuid,
    preparationTime: details.preparationTime,
    maxRecordTime: details.maxRecordTime,
  };
  try {
    const metadata: Metadata = {
      ...source,
      mediatorGroup: 0,
      inputContracts: inputContracts(writer),
      globalKeyMapping: [],
      minLedgerEffectiveTime: ledgerTimes.min,
      maxLedgerEffectiveTime: ledgerTimes.max,
    };
    const roots = placedNodes(interpreted.nodes, writer.trace.reads);
    return right({
      transaction: transactionOf(writer, roots, details.seed),
      metadata,
    });
  } catch (error) {
    if (error instanceof IllTypedValue) return signingError(error.message);
    throw error;
  }
};
