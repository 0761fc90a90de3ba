import { HashInput } from "../hashing/hash-input.js";
import type { Metadata } from "../messages/prepared-transaction.js";

/** What the seed of a transaction comes from. */
export type SeedSource = Pick<
  Metadata,
  "submitterInfo" | "synchronizerId" | "transactionUuid" | "preparationTime" | "maxRecordTime"
>;

/**
 * The seed of a prepared transaction, 32 bytes, which its contract ids and node seeds come from. It
 * is a hash of metadata, the
 * random UUID among them, so that whoever executes finds it again, and of the maximal record time,
 * which the scheme V2 does
 * not cover: a signed transaction with another one has other seeds, and those are covered.
 */
export const transactionSeedOf = (metadata: SeedSource): Uint8Array => {
  const input = new HashInput().text("tallystick prepared transaction");
  const { submitterInfo, synchronizerId, transactionUuid, preparationTime } = metadata;
  return input
    .texts(submitterInfo.actAs)
    .text(submitterInfo.commandId)
    .text(transactionUuid)
    .text(synchronizerId)
    .int64(preparationTime)
    .optional(metadata.maxRecordTime, (time) => input.int64(time))
    .sha256();
};

/** Bytes of a block of SHA-256. */
const blockBytes = 64;
const innerPad = 0x36;
const outerPad = 0x5c;

const padded = (key: Uint8Array, pad: number): Uint8Array => {
  const block = new Uint8Array(blockBytes).fill(pad);
  for (const [at, byte] of key.entries()) block[at] = byte ^ pad;
  return block;
};

/**
 * The seed of a node, 32 bytes: the HMAC-SHA-256 of its number in four bytes. Made of two hashes,
 * because an object for an HMAC takes several times as long as those.
 *
 * @param transactionSeed 32 bytes, the key
 */
export const nodeSeedOf = (transactionSeed: Uint8Array, nodeId: number): Uint8Array => {
  const inner = new HashInput().raw(padded(transactionSeed, innerPad)).int32(nodeId).sha256();
  return new HashInput().raw(padded(transactionSeed, outerPad)).raw(inner).sha256();
};
