import { randomUUID } from "node:crypto";
import type { Appended, EventStore, NewEvent, StoreError } from "@tallystick/event-store";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type SentMessage, storedEvent } from "./stored-event.js";
import {
  describedStream,
  isMetastream,
  METADATA_TYPE,
  metastreamOf,
  readStreamState,
  type StreamState,
} from "../../../src/server/streams/stream-state.js";

/** Placeholder for the number of a deleted stream, which JavaScript's JSON cannot write. */
const DELETED_MARK = "@deleted";
const DELETED_NUMBER = "9223372036854775807";

/** Events for the store from messages that follow the last event of a stream, and the last hash. */
export const chainedTo = (
  state: StreamState,
  messages: ReadonlyArray<SentMessage>,
  nowMs: number,
): { readonly events: ReadonlyArray<NewEvent>; readonly hash: string } => {
  const { stream } = state;
  let revision = state.storedHead;
  let hash = state.headHash;
  const events = messages.map((message) => {
    revision += 1;
    const stored = storedEvent(message, { stream, revision, previousHash: hash }, nowMs);
    hash = stored.hash;
    return stored.event;
  });
  return { events, hash };
};

/** Events for the store from messages that follow the last event of a stream. */
export const chained = (
  state: StreamState,
  messages: ReadonlyArray<SentMessage>,
  nowMs: number,
): ReadonlyArray<NewEvent> => chainedTo(state, messages, nowMs).events;

const metadataMessage = (data: string): SentMessage => ({
  id: randomUUID(),
  type: METADATA_TYPE,
  isJson: true,
  data: Buffer.from(data, "utf8"),
  metadata: new Uint8Array(),
});

/** Metadata that hide all events, or those before a revision. */
export const metadataText = (
  metadata: StreamState["metadata"],
  truncateBefore: number | "deleted",
) => {
  const value = truncateBefore === "deleted" ? DELETED_MARK : truncateBefore;
  // a deletion removes all earlier settings
  const others = truncateBefore === "deleted" ? {} : metadata;
  return JSON.stringify({ ...others, $tb: value }).replace(`"${DELETED_MARK}"`, DELETED_NUMBER);
};

/** The expected revision of a stream that ends at a revision, -1 for none. */
export const expectedBy = (head: number): number | "no-stream" => (head < 0 ? "no-stream" : head);

export const writeMetadata = async (
  store: EventStore,
  stream: string,
  text: string,
  nowMs: number,
): Promise<Either<StoreError, Appended>> => {
  const metastream = metastreamOf(stream);
  const state = await readStreamState(store, metastream);
  if (isLeft(state)) return state;
  const events = chained(state.right, [metadataMessage(text)], nowMs);
  return store.append(metastream, expectedBy(state.right.storedHead), events);
};

/** The stream that a metadata stream belongs to, if it was deleted and may be written again. */
export const deletedStreamOf = async (
  store: EventStore,
  stream: string,
): Promise<Either<StoreError, StreamState | undefined>> => {
  if (!isMetastream(stream)) return right(undefined);
  const state = await readStreamState(store, describedStream(stream));
  if (isLeft(state)) return state;
  return right(state.right.isSoftDeleted ? state.right : undefined);
};

/**
 * Makes a deleted stream readable again, from its next event on: its current metadata hide the old
 * events. Metadata that are no JSON object stay as they are.
 *
 * @param state the stream as it was while it was deleted
 */
export const undelete = async (
  store: EventStore,
  { stream, head }: StreamState,
  nowMs: number,
): Promise<Either<StoreError, unknown>> => {
  const present = await readStreamState(store, stream);
  if (isLeft(present) || (present.right.hasMetadata && !present.right.isMetadataObject))
    return present;
  return writeMetadata(store, stream, metadataText(present.right.metadata, head + 1), nowMs);
};
