import { Server, ServerCredentials } from "@grpc/grpc-js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { failCall } from "./call-stream.js";
import { noWriting, registerAll, type WritingMethods } from "./register-methods.js";
import { contextOf, type ServerContext } from "./server-context.js";
import type { EventServer, EventServerOptions, ServerTls } from "./server-options.js";
import { notReady } from "./status-error.js";

/** Bytes of one message of a request, as a genuine server takes them. */
const MAX_MESSAGE_BYTES = 16_767_216;

const MAX_CALLS_PER_CONNECTION = 1_000;

/** Pings between server and client, to detect a broken connection. */
const KEEPALIVE_MS = 10_000;

/** Time limit for calls to end when the server closes. */
const CLOSE_GRACE_MS = 500;

const credentialsOf = (tls: ServerTls | undefined): ServerCredentials => {
  if (tls === undefined) return ServerCredentials.createInsecure();
  const { certificate, key, userRoot } = tls;
  return ServerCredentials.createSsl(
    userRoot === undefined ? null : Buffer.from(userRoot),
    [{ cert_chain: Buffer.from(certificate), private_key: Buffer.from(key) }],
    userRoot !== undefined,
  );
};

export interface ListenError {
  /** Names the address. */
  readonly message: string;
}

/** The error, with what the system says of the one address. */
const cannotListen = (address: string, { message }: Error): ListenError => {
  const [, reason = message] = /errors: \[(.*)\]$/.exec(message) ?? [];
  return { message: `cannot listen on ${address}: ${reason}` };
};

const bind = (server: Server, address: string, credentials: ServerCredentials) =>
  new Promise<Either<ListenError, number>>((resolve) => {
    server.bindAsync(address, credentials, (error, port) => {
      resolve(error === null ? right(port) : left(cannotListen(address, error)));
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
 * read and follow it. Every write is denied.
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
export const startEventServer = (
  options: EventServerOptions,
): Promise<Either<ListenError, EventServer>> => {
  const context = contextOf(options);
  return startServer(options, context, noWriting(context));
};

/** Starts a server with these methods that write. */
export const startServer = async (
  options: EventServerOptions,
  context: ServerContext,
  writing: WritingMethods,
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
  registerAll(server, context, () => member, writing);
  const address = `${host.includes(":") ? `[${host}]` : host}:${options.port ?? 2113}`;
  const bound = await bind(server, address, credentialsOf(options.tls));
  if (isLeft(bound)) return bound;
  const port = bound.right;
  member = options.advertised ?? { host, port };
  return right({ host, port, close: () => close(server, context) });
};
