import { createHmac } from "node:crypto";
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

/** The seed of a node, 32 bytes. */
export const nodeSeedOf = (transactionSeed: Uint8Array, nodeId: number): Uint8Array => {
  const id = Buffer.alloc(4);
  id.writeInt32BE(nodeId);
  return Uint8Array.from(createHmac("sha256", transactionSeed).update(id).digest());
};
