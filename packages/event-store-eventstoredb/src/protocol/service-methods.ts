import {
  appendRequest,
  appendResponse,
  batchAppendRequest,
  batchAppendResponse,
  deleteRequest,
  deleteResponse,
} from "./append-messages.js";
import type { Fields, MessageType } from "./message-codec.js";
import { readRequest, readResponse } from "./read-messages.js";
import { clusterInfo, empty, supportedMethods } from "./shared-messages.js";

/** Service of appends, reads and deletions. */
export const STREAMS_SERVICE = "event_store.client.streams.Streams";

/** Service that lists the members of the cluster. */
export const GOSSIP_SERVICE = "event_store.client.gossip.Gossip";

/** Service that says what the server can do. */
export const FEATURES_SERVICE = "event_store.client.server_features.ServerFeatures";

/** How many messages go each way, in the words of gRPC's library. */
type MethodKind = "unary" | "clientStream" | "serverStream" | "bidi";

/** A method of a service and its messages. */
export interface Method<Q extends Fields, A extends Fields> {
  readonly path: string;
  readonly kind: MethodKind;
  readonly request: MessageType<Q>;
  readonly response: MessageType<A>;
}

const method = <Q extends Fields, A extends Fields>(
  path: string,
  kind: MethodKind,
  request: MessageType<Q>,
  response: MessageType<A>,
): Method<Q, A> => ({ path: `/${path}`, kind, request, response });

/** The methods of `STREAMS_SERVICE`. */
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

/** The methods of `GOSSIP_SERVICE`. */
export const gossipMethods = {
  read: method(`${GOSSIP_SERVICE}/Read`, "unary", empty, clusterInfo),
} as const;

/** The methods of `FEATURES_SERVICE`. */
export const featuresMethods = {
  getSupportedMethods: method(
    `${FEATURES_SERVICE}/GetSupportedMethods`,
    "unary",
    empty,
    supportedMethods,
  ),
} as const;
