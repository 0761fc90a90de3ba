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

type EventPlan = Pick<ReadPlan, "structuredIds">;

const recordedOf = (context: ServerContext, plan: EventPlan, event: RecordedEvent) => {
  const served = servedMessage(event, context.createdTicks(event));
  const position = BigInt(event.position);
  return {
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
  };
};

/**
 * The message for one event.
 *
 * @param linked what it stands for, when it is a link that the call wants resolved
 */
export const eventAnswer = (
  context: ServerContext,
  plan: EventPlan,
  event: RecordedEvent,
  linked?: { readonly event: RecordedEvent | undefined },
): ReadAnswer => {
  const recorded = recordedOf(context, plan, event);
  const commitPosition = BigInt(event.position);
  if (linked === undefined) return { event: { event: recorded, commitPosition } };
  const target = linked.event === undefined ? undefined : recordedOf(context, plan, linked.event);
  return {
    event: {
      ...(target === undefined ? {} : { event: target }),
      link: recorded,
      commitPosition,
    },
  };
};

/** Bytes of a message, estimated by its event's content. */
export const bytesOf = ({ event }: ReadAnswer): number =>
  [event?.event, event?.link].reduce(
    (sum, part) => sum + (part?.data?.length ?? 0) + (part?.customMetadata?.length ?? 0),
    0,
  );

/** The message for a stream without events. */
export const streamNotFound = (stream: string): ReadAnswer => ({
  streamNotFound: { streamIdentifier: identifierOf(stream) },
});
