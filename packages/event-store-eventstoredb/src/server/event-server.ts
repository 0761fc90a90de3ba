import { randomUUID } from "node:crypto";
import { type sendUnaryData, Server, ServerCredentials, type ServerUnaryCall } from "@grpc/grpc-js";
import type { AllReader, EventStore, RecordedEvent } from "@tallystick/event-store";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
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
import { createAccess, denialOf, type ServerAccess } from "./access.js";
import { appendBatch } from "./appends/append-batch.js";
import { appendUnary } from "./appends/append-unary.js";
import { failCall } from "./call-stream.js";
import { deleteStream } from "./appends/delete-stream.js";
import { createEventWriter } from "./writer/event-writer.js";
import { readCall } from "./reads/read-call.js";
import { DEFAULT_LIMITS, type ServerContext, type ServerLimits } from "./server-context.js";
import { notReady } from "./status-error.js";

/** Version of EventStoreDB whose behaviour the server has. */
const SERVED_VERSION = "23.10.6";

/** Bytes of one message of a request, as a genuine server takes them. */
const MAX_MESSAGE_BYTES = 16_767_216;

/** Concurrent calls of one connection. */
const MAX_CALLS_PER_CONNECTION = 1_000;

/** Pings between server and client, to detect a broken connection. */
const KEEPALIVE_MS = 10_000;

/** How long calls may take to end when the server closes. */
const CLOSE_GRACE_MS = 500;

/** 100 ns between year 1 and 1970, which is where gossip counts from. */
const TICKS_BEFORE_1970 = 621_355_968_000_000_000n;
const TICKS_PER_MS = 10_000n;

/** Certificate and key of a server, in PEM. */
export interface ServerTls {
  readonly certificate: string | Buffer;
  readonly key: string | Buffer;
  /** Root of the certificates that users log in with; without it none are required. */
  readonly userRoot?: string | Buffer;
}

/** Options of `startEventServer`. */
export interface EventServerOptions {
  /** The store to serve. Reading all streams needs an `AllReader`. */
  readonly store: EventStore | (EventStore & AllReader);
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** Port to listen on, 0 for any free one; default 2113. */
  readonly port?: number;
  /** Address and port for the cluster information; default those above. */
  readonly advertised?: { readonly host: string; readonly port: number };
  /** Without it the server uses clear text, with which some clients send no passwords. */
  readonly tls?: ServerTls;
  readonly access?: ServerAccess;
  /** Whether clients may write to a stream; default to none. */
  readonly isWritable?: (stream: string) => boolean;
  /**
   * Whether many appends may share one call; default true. Without it clients use one call for each
   * append.
   */
  readonly batchAppend?: boolean;
  readonly limits?: Partial<ServerLimits>;
  /** When an event that was not written through the server was written; default 1970. */
  readonly createdAt?: (event: RecordedEvent) => Date | undefined;
  /** Milliseconds since 1970; default the clock. */
  readonly now?: () => number;
}

/** A running server. */
export interface EventServer {
  readonly host: string;
  readonly port: number;
  /** Ends all calls and stops listening. The store stays open. */
  close(): Promise<void>;
}

const isAllReader = (
  store: EventStore | (EventStore & AllReader),
): store is EventStore & AllReader => "readAll" in store && "onAppend" in store;

/** The context of the handlers of a server with these options. */
export const contextOf = (options: EventServerOptions): ServerContext => {
  const { store, createdAt } = options;
  const now = options.now ?? Date.now;
  return {
    store,
    all: isAllReader(store) ? store : undefined,
    writer: createEventWriter(store, now),
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    isWritable: options.isWritable ?? (() => false),
    createdTicks: (event) => BigInt(createdAt?.(event)?.getTime() ?? 0) * TICKS_PER_MS,
    permissionOf: createAccess(options.access),
    now,
    longCalls: new Set(),
  };
};

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

/**
 * Puts all methods on a server.
 *
 * @param memberOf address and port for gossip
 */
export const registerAll = (
  server: Server,
  context: ServerContext,
  options: EventServerOptions,
  memberOf: () => { readonly host: string; readonly port: number },
): void => {
  const batchAppend = options.batchAppend !== false;
  const instanceId = structuredId(randomUUID());
  register(server, streamsMethods.read, readCall(context));
  register(server, streamsMethods.append, appendUnary(context));
  register(server, streamsMethods.delete, deleteStream(context, "softDelete"));
  register(server, streamsMethods.tombstone, deleteStream(context, "tombstone"));
  if (batchAppend) register(server, streamsMethods.batchAppend, appendBatch(context));
  const supported = supportedBy(batchAppend);
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

const credentialsOf = (tls: ServerTls | undefined): ServerCredentials => {
  if (tls === undefined) return ServerCredentials.createInsecure();
  const { certificate, key, userRoot } = tls;
  return ServerCredentials.createSsl(
    userRoot === undefined ? null : Buffer.from(userRoot),
    [{ cert_chain: Buffer.from(certificate), private_key: Buffer.from(key) }],
    userRoot !== undefined,
  );
};

/** Why a server cannot listen. */
export interface ListenError {
  /** Names the address. */
  readonly message: string;
}

const bind = (server: Server, address: string, credentials: ServerCredentials) =>
  new Promise<Either<ListenError, number>>((resolve) => {
    server.bindAsync(address, credentials, (error, port) => {
      resolve(error === null ? right(port) : left({ message: error.message }));
    });
  });

const close = (server: Server, { longCalls }: ServerContext): Promise<void> =>
  new Promise((resolve) => {
    // Subscriptions do not end by themselves.
    for (const call of longCalls) failCall(call, notReady());
    const timer = setTimeout(() => server.forceShutdown(), CLOSE_GRACE_MS);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Starts a server that speaks EventStoreDB's protocol over a store, so that official clients can
 * read and follow it, and write to it where `isWritable` allows it.
 *
 * @returns the running server, or why it cannot listen
 *
 * @example
 * import { isRight } from "fp-ts/lib/Either.js";
 * import { inMemoryStore } from "@tallystick/event-store";
 *
 * const store = inMemoryStore();
 * const server = await startEventServer({ store, port: 0 }); // 0: any free port
 * if (isRight(server)) await server.right.close();
 */
export const startEventServer = async (
  options: EventServerOptions,
): Promise<Either<ListenError, EventServer>> => {
  const host = options.host ?? "127.0.0.1";
  const server = new Server({
    "grpc.max_receive_message_length": MAX_MESSAGE_BYTES,
    "grpc.max_send_message_length": -1,
    "grpc.max_concurrent_streams": MAX_CALLS_PER_CONNECTION,
    "grpc.keepalive_time_ms": KEEPALIVE_MS,
    "grpc.keepalive_timeout_ms": KEEPALIVE_MS,
  });
  let member = options.advertised ?? { host, port: options.port ?? 0 };
  const context = contextOf(options);
  registerAll(server, context, options, () => member);
  const address = `${host.includes(":") ? `[${host}]` : host}:${options.port ?? 2113}`;
  const bound = await bind(server, address, credentialsOf(options.tls));
  if (isLeft(bound)) return bound;
  const port = bound.right;
  member = options.advertised ?? { host, port };
  return right({ host, port, close: () => close(server, context) });
};
