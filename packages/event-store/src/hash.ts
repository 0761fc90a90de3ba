import { hash } from "node:crypto";

/** Predecessor hash of the first event of every stream: 64 zeros. */
export const GENESIS_HASH = "0".repeat(64);

/** What of an event goes into its chain hash. Its position does not: a stream can move to another store. */
export interface ChainedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly metadata: string;
  readonly data: string;
}

/**
 * Lowercase hex SHA-256 over the UTF-8 bytes of
 *
 *     previousHash LF stream LF revision LF id LF type LF metadata LF data
 *
 * with `revision` in decimal and LF the single byte 0x0A. `checkAppend` keeps LF out of every part before `data`,
 * so no two different events give the same bytes.
 *
 * @param previousHash hash of the event before it in the stream, `GENESIS_HASH` for revision 0
 */
export const chainHash = (previousHash: string, event: ChainedEvent): string =>
  // One-shot `hash` takes two thirds of the time of createHash/update/digest on events of about 900 bytes.
  hash(
    "sha256",
    `${previousHash}\n${event.stream}\n${event.revision}\n${event.id}\n${event.type}\n${event.metadata}\n${event.data}`,
    "hex",
  );
