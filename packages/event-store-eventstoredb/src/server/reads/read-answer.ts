import type { Decoded, Encodable } from "@tallystick/protobuf";
import type { ServerWritableStream } from "@grpc/grpc-js";
import type { RecordedEvent } from "@tallystick/event-store";
import { CONTENT_TYPE_KEY, CREATED_KEY, TYPE_KEY } from "../../protocol/event-metadata.js";
import { identifierOf, structuredId } from "../../protocol/identifiers.js";
import type { readRequest, readResponse } from "../../protocol/read-messages.js";
import type { ReadPlan } from "./read-plan.js";
import type { ServerContext } from "../server-context.js";
import { isTombstone, servedMessage } from "../streams/stored-message.js";
import { DELETED_REVISION } from "../streams/stream-state.js";

/** A call of `Read`. */
export type ReadCall = ServerWritableStream<
  Decoded<typeof readRequest>,
  Encodable<typeof readResponse>
>;

/** One message of the answer to a call of `Read`. */
export type ReadAnswer = Encodable<typeof readResponse>;

/** A place in the order of all streams as the protocol has it. */
export const positionOf = (position: number) => ({
  commitPosition: BigInt(position),
  preparePosition: BigInt(position),
});

const MS_PER_SECOND = 1_000;
const NS_PER_MS = 1_000_000;

/**
 * The caught-up mark. EventStoreDB 23.10 sends it empty; clients for later servers read the time
 * and the place in it.
 *
 * @param place last position read of all streams, or last revision of one
 */
export const caughtUpAt = (
  nowMs: number,
  place: { readonly position: number } | { readonly revision: number },
) => ({
  timestamp: {
    seconds: BigInt(Math.floor(nowMs / MS_PER_SECOND)),
    nanos: (nowMs % MS_PER_SECOND) * NS_PER_MS,
  },
  ...("position" in place
    ? { position: positionOf(place.position) }
    : { streamRevision: BigInt(place.revision) }),
});

/** The message for one event. */
export const eventAnswer = (
  context: ServerContext,
  plan: Pick<ReadPlan, "structuredIds">,
  event: RecordedEvent,
): ReadAnswer => {
  const served = servedMessage(event, context.createdTicks(event));
  const position = BigInt(event.position);
  return {
    event: {
      event: {
        id: plan.structuredIds ? { structured: structuredId(served.id) } : { string: served.id },
        streamIdentifier: identifierOf(event.stream),
        streamRevision: isTombstone(event) ? DELETED_REVISION : BigInt(event.revision),
        preparePosition: position,
        commitPosition: position,
        metadata: new Map([
          [TYPE_KEY, served.type],
          [CONTENT_TYPE_KEY, served.contentType],
          [CREATED_KEY, String(served.createdTicks)],
        ]),
        customMetadata: served.metadata,
        data: served.data,
      },
      commitPosition: position,
    },
  };
};

/** Bytes of a message, estimated by its event's content. */
export const bytesOf = ({ event }: ReadAnswer): number =>
  (event?.event?.data?.length ?? 0) + (event?.event?.customMetadata?.length ?? 0);

/** The message for a stream without events. */
export const streamNotFound = (stream: string): ReadAnswer => ({
  streamNotFound: { streamIdentifier: identifierOf(stream) },
});
