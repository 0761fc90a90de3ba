import {
  type MessageType,
  type ReadLimits,
  decodeMessage,
  empty,
  encodeMessage,
} from "@tallystick/protobuf";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  appendRequest,
  appendResponse,
  batchAppendRequest,
  batchAppendResponse,
  deleteRequest,
  deleteResponse,
} from "./append-messages.js";
import { readRequest, readResponse } from "./read-messages.js";
import { clusterInfo, supportedMethods } from "./shared-messages.js";

/** Service of appends, reads and deletions. */
export const STREAMS_SERVICE = "event_store.client.streams.Streams";

/** Service that lists the members of the cluster. */
export const GOSSIP_SERVICE = "event_store.client.gossip.Gossip";

export const FEATURES_SERVICE = "event_store.client.server_features.ServerFeatures";

/** Kinds of methods, in the words of gRPC's library. */
type MethodKind = "unary" | "clientStream" | "serverStream" | "bidi";

/** How gRPC's library writes and reads messages; `decode` throws on malformed bytes. */
interface Marshaller<A, W> {
  readonly encode: (message: W) => Buffer;
  readonly decode: (bytes: Uint8Array) => A;
}

/**
 * A method of a service: a client writes a `Q` and reads an `A`, a server reads a `ReadQ` and
 * writes a `WrittenA`.
 */
export interface Method<Q, A, ReadQ = unknown, WrittenA = never> {
  readonly path: string;
  readonly kind: MethodKind;
  readonly request: Marshaller<ReadQ, Q>;
  readonly response: Marshaller<A, WrittenA>;
}

/** gRPC's library bounds a message before it comes here; an event of it has about ten parts. */
const limits: ReadLimits = { maxBytes: 32 * 1024 * 1024, maxParts: 5_000_000, maxDepth: 16 };

const marshaller = <A, W>(type: MessageType<A, W>): Marshaller<A, W> => ({
  encode: (message) => encodeMessage(type, message),
  decode: (bytes) => {
    const message = decodeMessage(type, bytes, limits);
    if (isLeft(message)) throw new RangeError(message.left.message);
    return message.right;
  },
});

const method = <Q, A, ReadQ, WrittenA>(
  path: string,
  kind: MethodKind,
  request: MessageType<ReadQ, Q>,
  response: MessageType<A, WrittenA>,
): Method<Q, A, ReadQ, WrittenA> => ({
  path: `/${path}`,
  kind,
  request: marshaller(request),
  response: marshaller(response),
});

export const streamsMethods = {
  read: method(`${STREAMS_SERVICE}/Read`, "serverStream", readRequest, readResponse),
  append: method(`${STREAMS_SERVICE}/Append`, "clientStream", appendRequest, appendResponse),
  delete: method(`${STREAMS_SERVICE}/Delete`, "unary", deleteRequest, deleteResponse),
  tombstone: method(`${STREAMS_SERVICE}/Tombstone`, "unary", deleteRequest, deleteResponse),
  batchAppend: method(
    `${STREAMS_SERVICE}/BatchAppend`,
    "bidi",
    batchAppendRequest,
    batchAppendResponse,
  ),
} as const;

export const gossipMethods = {
  read: method(`${GOSSIP_SERVICE}/Read`, "unary", empty, clusterInfo),
} as const;

export const featuresMethods = {
  getSupportedMethods: method(
    `${FEATURES_SERVICE}/GetSupportedMethods`,
    "unary",
    empty,
    supportedMethods,
  ),
} as const;
