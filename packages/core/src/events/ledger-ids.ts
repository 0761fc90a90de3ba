import type { ContractId } from "../values/ids.js";
// A contract id is `00`, the discriminator of 32 bytes, then a suffix: `ca01`, the offset of the
// creating transaction in 6 bytes, and a SHA-256 over what the contract is. The discriminator is
// known before the transaction has an offset.

const discriminatorStart = 2;
const seedDigits = 56;
const nodeDigits = 8;
const suffixStart = discriminatorStart + seedDigits + nodeDigits;
const suffixVersion = "ca01";
const offsetStart = suffixStart + suffixVersion.length;
const offsetDigits = 12;
const hashStart = offsetStart + offsetDigits;
const hashDigits = 64;
const contractIdLength = hashStart + hashDigits;

// has the form of a SHA-256 multihash
const updateIdPrefix = "1220";
const updateSeedDigits = 52;
const updateOffsetStart = updateIdPrefix.length + updateSeedDigits;
const updateIdLength = updateOffsetStart + offsetDigits;

const hexOf = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");

const hexDigits = /^[0-9a-f]+$/;

// every id of a transaction has the same offset in it
let lastOffset = { offset: 0, hex: hexOf(0, offsetDigits) };

/** An offset as it is part of ids: 12 hex digits. */
export const offsetHex = (offset: number): string => {
  if (lastOffset.offset !== offset) lastOffset = { offset, hex: hexOf(offset, offsetDigits) };
  return lastOffset.hex;
};

// most transactions have few nodes
const firstNodes = Array.from({ length: 64 }, (_, nodeId) => hexOf(nodeId, nodeDigits));

const nodeHex = (nodeId: number): string => firstNodes[nodeId] ?? hexOf(nodeId, nodeDigits);

/**
 * The discriminator of a contract within its transaction: the transaction's seed and the number of
 * the create node, so that it is unique while the seed is.
 *
 * @param seed 56 hex digits
 */
export const discriminatorOf = (seed: string, nodeId: number): string =>
  seed.slice(0, seedDigits) + nodeHex(nodeId);

/**
 * The contract id of these parts.
 *
 * @param offset of the creating transaction
 * @param hash 64 hex digits, see `contractIdOf`
 */
export const contractIdFrom = (discriminator: string, offset: number, hash: string): string =>
  `00${discriminator}${suffixVersion}${offsetHex(offset)}${hash}`;

/** What the ids of contracts begin with that a node creates: all but the hash. */
const createdIdStart = (seed: string, nodeId: number, offset: number): string => {
  if (lastStart.nodeId !== nodeId || lastStart.offset !== offset || lastStart.seed !== seed) {
    const start = contractIdFrom(discriminatorOf(seed, nodeId), offset, "");
    lastStart = { seed, nodeId, offset, start };
  }
  return lastStart.start;
};

// an id is read, written and checked in turn
let lastStart = { seed: "", nodeId: -1, offset: -1, start: "" };

/**
 * The id of a contract that a node creates.
 *
 * @param seed 56 hex digits
 * @param hash 64 hex digits, see `contractIdOf`
 */
export const createdContractId = (
  seed: string,
  nodeId: number,
  offset: number,
  hash: string,
): string => createdIdStart(seed, nodeId, offset) + hash;

/** The parts of a contract id that this ledger made. */
export interface ContractIdParts {
  /** 64 hex digits; the last 8 are the number of the create node. */
  readonly discriminator: string;
  /** Offset of the creating transaction. */
  readonly offset: number;
  /** Number of the create node in its transaction. */
  readonly nodeId: number;
  readonly hash: string;
}

/**
 * The parts of a contract id, or undefined when it does not have this form. The contract found
 * there must be compared with the id.
 */
export const contractIdParts = (contractId: ContractId): ContractIdParts | undefined => {
  if (contractId.length !== contractIdLength || !contractId.startsWith("00")) return undefined;
  if (!contractId.startsWith(suffixVersion, suffixStart) || !hexDigits.test(contractId))
    return undefined;
  return {
    discriminator: contractId.slice(discriminatorStart, suffixStart),
    offset: Number.parseInt(contractId.slice(offsetStart, hashStart), 16),
    nodeId: Number.parseInt(contractId.slice(discriminatorStart + seedDigits, suffixStart), 16),
    hash: contractId.slice(hashStart),
  };
};

/**
 * The update id of a transaction: `1220`, the first 52 digits of its seed, and its offset.
 *
 * @param seed 56 hex digits
 */
export const updateIdOf = (seed: string, offset: number): string => {
  if (lastUpdate.offset !== offset || lastUpdate.seed !== seed) {
    const id = `${updateIdPrefix}${seed.slice(0, updateSeedDigits)}${offsetHex(offset)}`;
    lastUpdate = { seed, offset, id };
  }
  return lastUpdate.id;
};

// computed for every event several times
let lastUpdate = { seed: "", offset: -1, id: "" };

/**
 * The offset in an update id, or undefined when it does not have this form. The update found there
 * must be compared with the id.
 */
export const offsetOfUpdateId = (updateId: string): number | undefined =>
  updateId.length === updateIdLength &&
  updateId.startsWith(updateIdPrefix) &&
  hexDigits.test(updateId)
    ? Number.parseInt(updateId.slice(updateOffsetStart), 16)
    : undefined;

/** The hash of a create node's contract id when the id is made of these parts, else undefined. */
export const hashInContractId = (
  contractId: ContractId,
  seed: string,
  nodeId: number,
  offset: number,
): string | undefined =>
  contractId.length === contractIdLength &&
  contractId.startsWith(createdIdStart(seed, nodeId, offset))
    ? contractId.slice(hashStart)
    : undefined;
