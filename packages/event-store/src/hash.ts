import { hash } from "node:crypto";

/** Predecessor hash of the first event of every stream: 64 zeros. */
export const GENESIS_HASH = "0".repeat(64);

/**
 * The parts of an event in its chain hash. The position is not one: a stream can move to another
 * store.
 */
export interface ChainedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly metadata: string;
  readonly data: string;
  /** Of an event whose data was erased: the digest of that data. */
  readonly erased?: string;
}

// One-shot `hash` takes two thirds of the time of createHash/update/digest on events of about 900
// bytes.

/**
 * Lowercase hex SHA-256 over the UTF-8 bytes of an event's data: the part of the data in the chain.
 */
export const dataDigest = (data: string): string => hash("sha256", data, "hex");

/**
 * The chain hash of an event with only the digest of its data: lowercase hex SHA-256 over the UTF-8
 * bytes of
 *
 * previousHash LF stream LF revision LF id LF type LF metadata LF digest
 *
 * with `revision` in decimal and LF the single byte 0x0A. `checkAppend` keeps LF out of every part,
 * so no two different events give the same bytes. The data is only in it by its digest, so that it
 * can be erased and the chain still verifies.
 *
 * @param previousHash hash of the event before it in the stream, `GENESIS_HASH` for revision 0
 * @param digest `dataDigest` of the event's data
 */
export const headerHash = (
  previousHash: string,
  event: Omit<ChainedEvent, "data">,
  digest: string,
): string =>
  hash(
    "sha256",
    `${previousHash}\n${event.stream}\n${event.revision}\n${event.id}\n${event.type}\n${event.metadata}\n${digest}`,
    "hex",
  );

/** `headerHash` of an event with its data, or with the digest of erased data. */
export const chainHash = (previousHash: string, event: ChainedEvent): string =>
  headerHash(previousHash, event, event.erased ?? dataDigest(event.data));
