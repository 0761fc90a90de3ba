import { crc32 } from "node:zlib";

/** Which block: the list it belongs to and its number there. */
export interface BlockKey {
  /** Kind of list, see `tables.ts`. */
  readonly kind: number;
  /** Number of the list among those of its kind. */
  readonly list: number;
  /** Number of the block in its list, from 0. */
  readonly no: number;
}

/** Bytes of the checksum after the records of a block. */
export const checkBytes = 4;

const numberBytes = 6;
const keyBytes = Buffer.alloc(3 * numberBytes);

/**
 * Start value of the checksums of one journal's tables, so that those of another journal do not
 * fit.
 */
export const checkSeed = (journalId: string): number => crc32(journalId);

/** CRC-32 over the journal, the block's place and its records. */
export const checkOf = (seed: number, { kind, list, no }: BlockKey, records: Buffer): number => {
  keyBytes.writeUIntLE(kind, 0, numberBytes);
  keyBytes.writeUIntLE(list, numberBytes, numberBytes);
  keyBytes.writeUIntLE(no, 2 * numberBytes, numberBytes);
  return crc32(records, crc32(keyBytes, seed));
};
