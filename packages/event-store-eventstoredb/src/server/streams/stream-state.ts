import { type EventStore, GENESIS_HASH, readJson, type StoreError } from "@tallystick/event-store";
import { type Either, isLeft, map, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { isTombstone, servedMessage } from "./stored-message.js";

/** Type of the event that ends a stream permanently, the tombstone. */
export const TOMBSTONE_TYPE = "$streamDeleted";

/** Type of the events that set the metadata of a stream. */
export const METADATA_TYPE = "$metadata";

/**
 * Revision of a tombstone, and value of `$tb` of a stream that was deleted but may be written
 * again.
 */
export const DELETED_REVISION = 2n ** 63n - 1n;

/** Prefix of the name of the stream that holds another one's metadata. */
const METASTREAM_START = "$$";

/** The state of a stream before a read or write. */
export interface StreamState {
  readonly stream: string;
  /** Last revision, -1 for none. */
  readonly head: number;
  /** Chain hash of the last event in the store. */
  readonly headHash: string;
  /** Position of the last event in the store, undefined for none. */
  readonly headPosition: number | undefined;
  /** Last revision in the store; one more than `head` once there is a tombstone. */
  readonly storedHead: number;
  readonly isTombstoned: boolean;
  /**
   * Whether no append is taken any more. Of the metadata of a stream with a tombstone: only where
   * none were ever written, as a genuine server remembers the revision of others.
   */
  readonly isClosed: boolean;
  /** Whether its metadata hide all events. */
  readonly isSoftDeleted: boolean;
  readonly hasMetadata: boolean;
  /** The stream's metadata as they were written; empty where they are no JSON object. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Whether metadata were set and are a JSON object, which a server can change. */
  readonly isMetadataObject: boolean;
  /** Events before this revision are hidden. */
  readonly truncateBefore: number;
  readonly maxCount: number | undefined;
  readonly maxAgeSeconds: number | undefined;
}

/** Name of the stream with the metadata of a stream. */
export const metastreamOf = (stream: string): string => `${METASTREAM_START}${stream}`;

/** Name of the stream whose metadata a metadata stream holds. */
export const describedStream = (metastream: string): string =>
  metastream.slice(METASTREAM_START.length);

/** Whether this stream holds another one's metadata. */
export const isMetastream = (stream: string): boolean => stream.startsWith(METASTREAM_START);

/** Whether this stream is the server's own. */
export const isSystemStream = (stream: string): boolean => stream.startsWith("$");

/** A setting of a stream; anything but a whole number above 0 counts as unset. */
const positiveNumber = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;

type Metadata = Readonly<Record<string, unknown>>;

const metadataOf = async (
  store: EventStore,
  stream: string,
): Promise<Either<StoreError, Metadata | "not an object" | undefined>> => {
  // a metadata stream has no metadata of its own
  if (isMetastream(stream)) return right(undefined);
  const last = await store.lastEvent(metastreamOf(stream));
  if (isLeft(last)) return last;
  if (last.right === undefined) return right(undefined);
  const text = Buffer.from(servedMessage(last.right, 0n).data).toString("utf8");
  return right(readJson(t.UnknownRecord, text) ?? "not an object");
};

/** Whether a stream holds the metadata of one with a tombstone, which ends it too. */
const endedWith = async (
  store: EventStore,
  stream: string,
): Promise<Either<StoreError, boolean>> => {
  if (!isMetastream(stream)) return right(false);
  const last = await store.lastEvent(describedStream(stream));
  return map((event: typeof last extends Either<StoreError, infer A> ? A : never) =>
    event === undefined ? false : isTombstone(event),
  )(last);
};

/** Reads the state of a stream: its last event and its metadata. */
export const readStreamState = async (
  store: EventStore,
  stream: string,
): Promise<Either<StoreError, StreamState>> => {
  const last = await store.lastEvent(stream);
  if (isLeft(last)) return last;
  const found = await metadataOf(store, stream);
  if (isLeft(found)) return found;
  const ended = await endedWith(store, stream);
  if (isLeft(ended)) return ended;
  const isMetadataObject = typeof found.right === "object";
  const metadata = typeof found.right === "object" ? found.right : {};
  const storedHead = last.right?.revision ?? -1;
  const hasTombstone = last.right !== undefined && isTombstone(last.right);
  const truncateBefore = positiveNumber(metadata["$tb"]) ?? 0;
  return right({
    stream,
    head: hasTombstone ? storedHead - 1 : storedHead,
    headHash: last.right?.hash ?? GENESIS_HASH,
    headPosition: last.right?.position,
    storedHead,
    isTombstoned: hasTombstone || ended.right,
    isClosed: hasTombstone || (ended.right && storedHead < 0),
    isSoftDeleted: truncateBefore >= Number.MAX_SAFE_INTEGER,
    hasMetadata: found.right !== undefined,
    metadata,
    isMetadataObject,
    truncateBefore,
    // of metadata only the last event counts
    maxCount: isMetastream(stream) ? 1 : positiveNumber(metadata["$maxCount"]),
    maxAgeSeconds: positiveNumber(metadata["$maxAge"]),
  });
};

/** First revision a reader sees, without regard to age. */
export const firstVisible = (state: StreamState): number =>
  Math.max(
    state.truncateBefore,
    state.maxCount === undefined ? 0 : state.head - state.maxCount + 1,
  );
