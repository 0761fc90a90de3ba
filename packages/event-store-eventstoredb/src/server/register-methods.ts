import { randomUUID } from "node:crypto";
import type { Metadata, sendUnaryData, Server, ServerUnaryCall } from "@grpc/grpc-js";
import { structuredId } from "../protocol/identifiers.js";
import {
  FEATURES_SERVICE,
  featuresMethods,
  GOSSIP_SERVICE,
  gossipMethods,
  type Method,
  STREAMS_SERVICE,
  streamsMethods,
} from "../protocol/service-methods.js";
import { LEADER_STATE } from "../protocol/shared-messages.js";
import { denialOf } from "./access.js";
import { failCall } from "./call-stream.js";
import { readCall } from "./reads/read-call.js";
import type { ServerContext } from "./server-context.js";
import { accessDenied } from "./status-error.js";
import { TICKS_PER_MS } from "./streams/stored-message.js";

/** Version of EventStoreDB whose behaviour the server has. */
const SERVED_VERSION = "23.10.6";

/** 100 ns between year 1 and 1970, which is where gossip counts from. */
const TICKS_BEFORE_1970 = 621_355_968_000_000_000n;

type UnaryHandler<Q, A> = (call: ServerUnaryCall<Q, A>, answer: sendUnaryData<A>) => void;

/** A constant answer for every caller with a valid password. */
const constantAnswer =
  <Q, A>(context: ServerContext, make: () => A): UnaryHandler<Q, A> =>
  (call, answer) => {
    const denial = denialOf(context.permissionOf(call.metadata), "nothing");
    if (denial === undefined) answer(null, make());
    else answer(denial);
  };

const FEATURES: Readonly<Record<string, ReadonlyArray<string>>> = {
  read: ["position", "events"],
  batchappend: ["deadline_duration"],
};

/**
 * Methods that the server lists but does not support: without them clients would use the HTTP
 * interface of older servers, which is missing. Every call is UNIMPLEMENTED.
 */
const PERSISTENT_SERVICE = "event_store.client.persistent_subscriptions.PersistentSubscriptions";
const PERSISTENT_METHODS = {
  create: {},
  update: {},
  delete: {},
  read: {},
  getInfo: {},
  replayParked: {},
  list: {},
  restartSubsystem: {},
};

const supportedBy = (batchAppend: boolean) => {
  const methodsOf = (service: string, methods: Readonly<Record<string, unknown>>) =>
    Object.keys(methods)
      .filter((name) => batchAppend || name !== "batchAppend")
      .map((name) => ({
        methodName: name.toLowerCase(),
        serviceName: service.toLowerCase(),
        features: service === STREAMS_SERVICE ? (FEATURES[name.toLowerCase()] ?? []) : [],
      }));
  return {
    methods: [
      ...methodsOf(STREAMS_SERVICE, streamsMethods),
      ...methodsOf(GOSSIP_SERVICE, gossipMethods),
      ...methodsOf(FEATURES_SERVICE, featuresMethods),
      ...methodsOf(PERSISTENT_SERVICE, PERSISTENT_METHODS),
    ],
    eventStoreServerVersion: SERVED_VERSION,
  };
};

/** Puts the handler of a method on a server. */
export const register = <Q, A>(
  server: Server,
  { path, kind, request, response }: Method<never, unknown, Q, A>,
  handler: Parameters<typeof server.register<Q, A>>[1],
): void => {
  server.register<Q, A>(path, handler, response.encode, request.decode, kind);
};

/** The methods that write, and whether many appends may share one call. */
export interface WritingMethods {
  readonly batchAppend: boolean;
  readonly register: (server: Server) => void;
}

interface MetadataOfCall {
  readonly metadata: Metadata;
}

/** Rejects every write: the events of a ledger are written by its nodes. */
export const noWriting = (context: ServerContext): WritingMethods => {
  const denied = ({ metadata }: MetadataOfCall) =>
    denialOf(context.permissionOf(metadata), "nothing") ?? accessDenied();
  const deny = (call: MetadataOfCall, answer: sendUnaryData<never>): void => answer(denied(call));
  const { append, delete: softDelete, tombstone, batchAppend } = streamsMethods;
  return {
    batchAppend: true,
    register: (server) => {
      register(server, append, deny);
      register(server, softDelete, deny);
      register(server, tombstone, deny);
      register(server, batchAppend, (call: Parameters<typeof failCall>[0] & MetadataOfCall) =>
        failCall(call, denied(call)),
      );
    },
  };
};

/**
 * Puts all methods on a server.
 *
 * @param memberOf address and port for gossip
 */
export const registerAll = (
  server: Server,
  context: ServerContext,
  memberOf: () => { readonly host: string; readonly port: number },
  writing: WritingMethods,
): void => {
  const instanceId = structuredId(randomUUID());
  register(server, streamsMethods.read, readCall(context));
  writing.register(server);
  const supported = supportedBy(writing.batchAppend);
  register(
    server,
    featuresMethods.getSupportedMethods,
    constantAnswer(context, () => supported),
  );
  register(
    server,
    gossipMethods.read,
    constantAnswer(context, () => ({
      members: [
        {
          instanceId: { structured: instanceId },
          timeStamp: BigInt(context.now()) * TICKS_PER_MS + TICKS_BEFORE_1970,
          state: LEADER_STATE,
          isAlive: true,
          httpEndPoint: { address: memberOf().host, port: memberOf().port },
        },
      ],
    })),
  );
};
