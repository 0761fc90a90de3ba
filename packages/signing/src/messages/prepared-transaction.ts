import { bytes, int32, text, uint32, uint64 } from "../protobuf/content.js";
import { optional, plain, repeated, required } from "../protobuf/field.js";
import { type MessageType, message } from "../protobuf/message-codec.js";
import { CreateNode, GlobalKey, NodeContent } from "./transaction-node.js";
import { Value } from "./value.js";

/** A node with its id, the decimal text of a number. */
export interface TransactionNode {
  readonly nodeId: string;
  readonly content: NodeContent;
}
const TransactionNode: MessageType<TransactionNode> = message("DamlTransaction.Node", () => ({
  nodeId: plain(1, text),
  content: required(1000, NodeContent),
}));

/** The seed, 32 bytes, of a create or exercise node. */
export interface NodeSeed {
  readonly nodeId: number;
  readonly seed: Uint8Array;
}
const NodeSeed: MessageType<NodeSeed> = message("DamlTransaction.NodeSeed", () => ({
  nodeId: plain(1, int32),
  seed: plain(2, bytes),
}));

/** The nodes of a transaction; their order has no meaning (interactive-submission 1.1). */
export interface DamlTransaction {
  readonly version: string;
  readonly roots: ReadonlyArray<string>;
  readonly nodes: ReadonlyArray<TransactionNode>;
  readonly nodeSeeds: ReadonlyArray<NodeSeed>;
}
const DamlTransaction: MessageType<DamlTransaction> = message("DamlTransaction", () => ({
  version: plain(1, text),
  roots: repeated(2, text),
  nodes: repeated(3, TransactionNode),
  nodeSeeds: repeated(4, NodeSeed),
}));

/** Who submits; `actAs` is sorted. */
export interface SubmitterInfo {
  readonly actAs: ReadonlyArray<string>;
  readonly commandId: string;
}
const SubmitterInfo: MessageType<SubmitterInfo> = message("Metadata.SubmitterInfo", () => ({
  actAs: repeated(1, text),
  commandId: plain(2, text),
}));

/**
 * A contract that the transaction uses and does not create; `createdAt` in microseconds since 1970.
 */
export interface InputContract {
  readonly contract: CreateNode;
  readonly createdAt: bigint;
  readonly eventBlob: Uint8Array;
}
const InputContract: MessageType<InputContract> = message("Metadata.InputContract", () => ({
  contract: required(1, CreateNode),
  createdAt: plain(1000, uint64),
  eventBlob: plain(1002, bytes),
}));

/** A key and its contract; deprecated, and no hash covers it. */
export interface GlobalKeyMappingEntry {
  readonly key: GlobalKey | undefined;
  readonly value: Value | undefined;
}
const GlobalKeyMappingEntry: MessageType<GlobalKeyMappingEntry> = message(
  "Metadata.GlobalKeyMappingEntry",
  () => ({ key: optional(1, GlobalKey), value: optional(2, Value) }),
);

/**
 * What surrounds the transaction. Times are microseconds since 1970; input contracts are sorted by
 * contract id.
 */
export interface Metadata {
  readonly submitterInfo: SubmitterInfo;
  readonly synchronizerId: string;
  readonly mediatorGroup: number;
  readonly transactionUuid: string;
  readonly preparationTime: bigint;
  readonly inputContracts: ReadonlyArray<InputContract>;
  readonly globalKeyMapping: ReadonlyArray<GlobalKeyMappingEntry>;
  readonly minLedgerEffectiveTime: bigint | undefined;
  readonly maxLedgerEffectiveTime: bigint | undefined;
  readonly maxRecordTime: bigint | undefined;
}
const Metadata: MessageType<Metadata> = message("Metadata", () => ({
  submitterInfo: required(2, SubmitterInfo),
  synchronizerId: plain(3, text),
  mediatorGroup: plain(4, uint32),
  transactionUuid: plain(5, text),
  preparationTime: plain(6, uint64),
  inputContracts: repeated(7, InputContract),
  globalKeyMapping: repeated(8, GlobalKeyMappingEntry),
  minLedgerEffectiveTime: optional(9, uint64),
  maxLedgerEffectiveTime: optional(10, uint64),
  maxRecordTime: optional(11, uint64),
}));

/** What a party signs: a transaction with its metadata (interactive-submission 1.1). */
export interface PreparedTransaction {
  readonly transaction: DamlTransaction;
  readonly metadata: Metadata;
}
/** The message type of {@link PreparedTransaction}. */
export const PreparedTransaction: MessageType<PreparedTransaction> = message(
  "PreparedTransaction",
  () => ({ transaction: required(1, DamlTransaction), metadata: required(2, Metadata) }),
);
