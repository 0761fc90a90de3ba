import { type Either, right } from "fp-ts/lib/Either.js";
import type {
  DamlTransaction,
  Metadata,
  PreparedTransaction,
} from "../messages/prepared-transaction.js";
import type { NodeContent } from "../messages/transaction-node.js";
import { HashInput, UnhashableValue } from "./hash-input.js";
import { createNodeInput, nodeHashInput } from "./hash-node.js";
import { type HashingScheme, type SchemeRules, schemeRules } from "./hashing-scheme.js";
import { type SigningError, signingError } from "../keys/signing-error.js";

const PREPARED_TRANSACTION_PURPOSE = 48;
const ENCODING_VERSION = 1;

/** The children of a node in the order of execution; none for nodes that cannot have any. */
export const childrenOf = (node: NodeContent): ReadonlyArray<string> => {
  switch (node.kind) {
    case "exercise":
      return node.value.children;
    case "rollback":
      return node.value;
    case "create":
    case "fetch":
    case "queryByKey":
      return [];
  }
};

const nodesById = (transaction: DamlTransaction): ReadonlyMap<string, NodeContent> => {
  const nodes = new Map<string, NodeContent>();
  for (const { nodeId, content } of transaction.nodes) {
    if (nodes.has(nodeId)) throw new UnhashableValue(`node ${nodeId}: found twice, expected once`);
    nodes.set(nodeId, content);
  }
  return nodes;
};

const seedsById = (transaction: DamlTransaction): ReadonlyMap<string, Uint8Array> => {
  const seeds = new Map<string, Uint8Array>();
  for (const { nodeId, seed } of transaction.nodeSeeds) {
    const id = String(nodeId);
    if (seeds.has(id)) throw new UnhashableValue(`seed of node ${id}: found twice, expected once`);
    seeds.set(id, seed);
  }
  return seeds;
};

interface OpenNode {
  readonly nodeId: string;
  readonly node: NodeContent;
  readonly children: ReadonlyArray<string>;
  readonly hashes: Array<Uint8Array>;
}

/**
 * The hashes of the roots. Without recursion, as nodes may be nested as deep as a message is long,
 * and each node once: a node that two others have as a child, or that is below itself, is an error.
 */
const rootHashes = (
  rules: SchemeRules,
  transaction: DamlTransaction,
): ReadonlyArray<Uint8Array> => {
  const nodes = nodesById(transaction);
  const seeds = seedsById(transaction);
  const seen = new Set<string>();
  const open = (nodeId: string): OpenNode => {
    const node = nodes.get(nodeId);
    if (node === undefined) throw new UnhashableValue(`node ${nodeId}: not among the nodes`);
    if (seen.has(nodeId))
      throw new UnhashableValue(`node ${nodeId}: in two places of the transaction`);
    seen.add(nodeId);
    return { nodeId, node, children: childrenOf(node), hashes: [] };
  };
  const hashes: Array<Uint8Array> = [];
  for (const root of transaction.roots) {
    const path = [open(root)];
    for (let current = path.at(-1); current !== undefined; current = path.at(-1)) {
      const child = current.children[current.hashes.length];
      if (child !== undefined) {
        path.push(open(child));
        continue;
      }
      path.pop();
      const { nodeId, node } = current;
      const hash = nodeHashInput(rules, node, seeds.get(nodeId), current.hashes).sha256();
      (path.at(-1)?.hashes ?? hashes).push(hash);
    }
  }
  return hashes;
};

const transactionInput = (rules: SchemeRules, transaction: DamlTransaction): HashInput => {
  const input = new HashInput().int32(PREPARED_TRANSACTION_PURPOSE).text(transaction.version);
  return input.repeated(rootHashes(rules, transaction), (hash) => input.raw(hash));
};

const metadataInput = (rules: SchemeRules, metadata: Metadata): HashInput => {
  const input = new HashInput().int32(PREPARED_TRANSACTION_PURPOSE);
  if (rules.hasEncodingVersion) input.byte(ENCODING_VERSION);
  input
    .texts(metadata.submitterInfo.actAs)
    .text(metadata.submitterInfo.commandId)
    .text(metadata.transactionUuid)
    .int32(metadata.mediatorGroup)
    .text(metadata.synchronizerId)
    .optional(metadata.minLedgerEffectiveTime, (time) => input.int64(time))
    .optional(metadata.maxLedgerEffectiveTime, (time) => input.int64(time))
    .int64(metadata.preparationTime)
    .repeated(metadata.inputContracts, ({ createdAt, contract }) =>
      input.int64(createdAt).raw(createNodeInput(rules, contract, undefined).sha256()),
    );
  if (rules.coversKeys) input.optional(metadata.maxRecordTime, (time) => input.int64(time));
  return input;
};

/** The hash of a prepared transaction with those it is made of, 32 bytes each. */
export interface PreparedTransactionHash {
  /** What parties sign, without a multihash prefix. */
  readonly hash: Uint8Array;
  readonly transactionHash: Uint8Array;
  readonly metadataHash: Uint8Array;
}

/**
 * The hash of a prepared transaction (interactive-submission 2.7). Lists are hashed in the order of
 * the message.
 * @returns the hashes, or why the scheme cannot hash this transaction
 */
export const hashPreparedTransaction = (
  prepared: PreparedTransaction,
  scheme: HashingScheme,
): Either<SigningError, PreparedTransactionHash> => {
  const rules = schemeRules[scheme];
  try {
    const transactionHash = transactionInput(rules, prepared.transaction).sha256();
    const metadataHash = metadataInput(rules, prepared.metadata).sha256();
    const input = new HashInput().int32(PREPARED_TRANSACTION_PURPOSE).byte(rules.versionByte);
    const hash = input.raw(transactionHash).raw(metadataHash).sha256();
    return right({ hash, transactionHash, metadataHash });
  } catch (error) {
    if (error instanceof UnhashableValue) return signingError(error.message);
    throw error;
  }
};
