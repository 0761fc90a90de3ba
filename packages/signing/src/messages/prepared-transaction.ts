import {
  type Decoded,
  type ReadError,
  bytes,
  decodeMessage,
  encodeMessage,
  encodeMessageBytes,
  int32,
  message,
  optional,
  plain,
  repeated,
  required,
  text,
  uint32,
  uint64,
} from "@tallystick/protobuf";
import type { Either } from "fp-ts/lib/Either.js";
import { CreateNode, GlobalKey, NodeContent } from "./transaction-node.js";
import { Value } from "./value.js";

const TransactionNode = message("DamlTransaction.Node", {
  nodeId: plain(1, text),
  content: required(1000, NodeContent),
});
/** A node with its id, the decimal text of a number. */
export type TransactionNode = Decoded<typeof TransactionNode>;

const NodeSeed = message("DamlTransaction.NodeSeed", {
  nodeId: plain(1, int32),
  seed: plain(2, bytes),
});
/** The seed, 32 bytes, of a create or exercise node. */
export type NodeSeed = Decoded<typeof NodeSeed>;

const DamlTransaction = message("DamlTransaction", {
  version: plain(1, text),
  roots: repeated(2, text),
  nodes: repeated(3, TransactionNode),
  nodeSeeds: repeated(4, NodeSeed),
});
/** The nodes of a transaction; their order has no meaning (interactive-submission 1.1). */
export type DamlTransaction = Decoded<typeof DamlTransaction>;

const SubmitterInfo = message("Metadata.SubmitterInfo", {
  actAs: repeated(1, text),
  commandId: plain(2, text),
});
/** Who submits; `actAs` is sorted. */
export type SubmitterInfo = Decoded<typeof SubmitterInfo>;

const InputContract = message("Metadata.InputContract", {
  contract: required(1, CreateNode),
  createdAt: plain(1000, uint64),
  eventBlob: plain(1002, bytes),
});
/**
 * A contract that the transaction uses and does not create; `createdAt` in microseconds since 1970.
 */
export type InputContract = Decoded<typeof InputContract>;

const GlobalKeyMappingEntry = message("Metadata.GlobalKeyMappingEntry", {
  key: optional(1, GlobalKey),
  value: optional(2, Value),
});
/** A key and its contract; deprecated, and no hash covers it. */
export type GlobalKeyMappingEntry = Decoded<typeof GlobalKeyMappingEntry>;

const Metadata = message("Metadata", {
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
});
/**
 * What surrounds the transaction. Times are microseconds since 1970; input contracts are sorted by
 * contract id.
 */
export type Metadata = Decoded<typeof Metadata>;

const PreparedTransaction = message("PreparedTransaction", {
  transaction: required(1, DamlTransaction),
  metadata: required(2, Metadata),
});
/** What a party signs: a transaction with its metadata (interactive-submission 1.1). */
export type PreparedTransaction = Decoded<typeof PreparedTransaction>;

/** The bytes of a prepared transaction. */
export const encodePreparedTransaction = (prepared: PreparedTransaction): Buffer =>
  encodeMessage(PreparedTransaction, prepared);

/** The bytes of a prepared transaction where there is no Buffer. */
export const preparedTransactionBytes = (prepared: PreparedTransaction): Uint8Array =>
  encodeMessageBytes(PreparedTransaction, prepared);

/** Reads a prepared transaction within the default limits. */
export const decodePreparedTransaction = (
  bytes: Uint8Array,
): Either<ReadError, PreparedTransaction> => decodeMessage(PreparedTransaction, bytes);
