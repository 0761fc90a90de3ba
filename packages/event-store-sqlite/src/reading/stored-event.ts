import { hash as digestOf } from "node:crypto";
import { chainHash, type RecordedEvent, type StoreError } from "@tallystick/event-store";

/** The columns of the table `event` in the order in which they are written. */
export const EVENT_COLUMNS = "position, stream_id, revision, id, type, metadata, data, hash";

/** The columns in the order in which they are read; the last is NULL for most events. */
export const READ_COLUMNS = `${EVENT_COLUMNS}, erased`;

/** The same columns, with NULL for data of more bytes than a parameter. */
export const SHORT_COLUMNS = READ_COLUMNS.replace(
  " data,",
  " iif(octet_length(data) > ?, NULL, data),",
);

/** Hex digits of the digest of erased data. */
const DIGEST_DIGITS = 64;

/** Hex digits of the checksum of the replacement. */
const CHECK_DIGITS = 16;

/**
 * The mark of an event whose data was erased: the digest of the data, and the first digits of the
 * SHA-256 over hash, digest and replacement of the data, with LF between them. The chain does not
 * cover the replacement.
 */
export const erasedMark = (hash: string, digest: string, data: string): string =>
  digest + digestOf("sha256", `${hash}\n${digest}\n${data}`, "hex").slice(0, CHECK_DIGITS);

/** The digest in a mark; undefined when it does not fit the event. */
const erasedDigest = (mark: string, hash: string, data: string): string | undefined => {
  const digest = mark.slice(0, DIGEST_DIGITS);
  return erasedMark(hash, digest, data) === mark ? digest : undefined;
};

const columnsOf = (row: unknown): ReadonlyArray<unknown> => (Array.isArray(row) ? row : []);

/** The stream of a raw row, undefined if the row is unreadable. */
export const streamIdOf = (row: unknown): number | undefined => {
  const streamId = columnsOf(row)[1];
  return typeof streamId === "number" ? streamId : undefined;
};

/** The position of a raw row, 0 if the row is unreadable. */
export const positionOf = (row: unknown): number => {
  const position = columnsOf(row)[0];
  return typeof position === "number" ? position : 0;
};

/** The hash of the event before, behind the columns of a raw row; "" when there is none. */
export const hashBeforeOf = (row: unknown): string => {
  const before = columnsOf(row)[9];
  return typeof before === "string" ? before : "";
};

/** The event in a raw row; undefined if a column has a value that appends do not write. */
export const eventOf = (row: unknown, stream: string): RecordedEvent | undefined => {
  const columns = columnsOf(row);
  // By index: destructuring costs a tenth of the speed of a replay.
  const position = columns[0];
  const revision = columns[2];
  const id = columns[3];
  const type = columns[4];
  const metadata = columns[5];
  const data = columns[6];
  const hash = columns[7];
  if (typeof position !== "number" || typeof revision !== "number") return undefined;
  if (typeof id !== "string" || typeof type !== "string") return undefined;
  if (typeof metadata !== "string" || typeof data !== "string") return undefined;
  if (typeof hash !== "string") return undefined;
  const mark = columns[8];
  if (mark === null) return { id, type, data, metadata, stream, revision, position, hash };
  const erased = typeof mark === "string" ? erasedDigest(mark, hash, data) : undefined;
  if (erased === undefined) return undefined;
  return { id, type, data, metadata, stream, revision, position, hash, erased };
};

/** Whether the hash of an event fits its data and its predecessor's hash. */
export const continuesChain = (event: RecordedEvent, previousHash: string): boolean =>
  event.hash === chainHash(previousHash, event);

/** The error for a changed event. */
export const damagedAt = (
  stream: string,
  revision: number,
  position: number,
  reason: string,
): StoreError => ({ kind: "damaged", stream, revision, position, reason });

/** Reason for an event that does not fit its hash. */
export const BROKEN_HASH = "the hash does not match the event and its predecessor";

/** Reason for a gap in the revisions of a stream. */
export const MISSING = "the event is missing";

/** Reason for a row with a column that no append has written. */
export const UNREADABLE = "the row is unreadable";
