import { chainHash, type RecordedEvent, type StoreFailure } from "@tallystick/event-store";

/** A row of the table `event` as it should be. */
export interface StoredRow {
  readonly position: number;
  readonly streamId: number;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly metadata: string;
  readonly data: string;
  readonly hash: string;
}

/** The columns `rowOf` expects, in its order. */
export const ROW_COLUMNS = "position, stream_id, revision, id, type, metadata, data, hash";

/** Checks a raw row; undefined if a column has a type that was never written there. */
export const rowOf = (raw: unknown): StoredRow | undefined => {
  if (!Array.isArray(raw)) return undefined;
  const columns: ReadonlyArray<unknown> = raw;
  const [position, streamId, revision, id, type, metadata, data, hash] = columns;
  if (typeof position !== "number" || typeof streamId !== "number") return undefined;
  if (typeof revision !== "number" || typeof id !== "string") return undefined;
  if (typeof type !== "string" || typeof metadata !== "string") return undefined;
  if (typeof data !== "string" || typeof hash !== "string") return undefined;
  return { position, streamId, revision, id, type, metadata, data, hash };
};

/** The event of a row. */
export const eventOf = (row: StoredRow, stream: string): RecordedEvent => ({
  id: row.id,
  type: row.type,
  data: row.data,
  metadata: row.metadata,
  stream,
  revision: row.revision,
  position: row.position,
  hash: row.hash,
});

/** Whether a row carries the chain on from its predecessor's hash. */
export const continuesChain = (row: StoredRow, stream: string, previousHash: string): boolean =>
  row.hash ===
  chainHash(previousHash, {
    stream,
    revision: row.revision,
    id: row.id,
    type: row.type,
    metadata: row.metadata,
    data: row.data,
  });

/** The failure for a row that is not what was written. */
export const damagedAt = (
  place: { readonly revision: number; readonly position: number },
  stream: string,
  reason: string,
): StoreFailure => ({
  kind: "damaged",
  stream,
  revision: place.revision,
  position: place.position,
  reason,
});

/** Reason for an event that differs from what was chained. */
export const BROKEN_HASH = "the hash does not match the event and its predecessor";
