import { createServer, type Server as Listener, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { Server, ServerCredentials, type UntypedHandleCall } from "@grpc/grpc-js";
import {
  admits,
  type ListenError,
  type RowCalls,
  type TlsConfig,
  tlsOptions,
} from "@tallystick/http";
import { defaultReadLimits } from "@tallystick/protobuf";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { callRows } from "../calls/call-rows.js";
import { descriptions, type MethodDescription } from "../descriptions/descriptions.js";
import { damlHooks } from "../transcoding/daml-values.js";
import { MessageTypes } from "../transcoding/message-types.js";
import { health } from "./health.js";
import { reflection } from "../reflection/reflection.js";
import { wholeAnswers } from "./whole-answers.js";
import { type CallParts, serveStream, serveUnary } from "./serve-call.js";

/** Options of the gRPC interface. */
export interface GrpcServerOptions {
  /** The rows that answer, of a server of the JSON Ledger API. */
  readonly calls: RowCalls;
  readonly logger: Logger;
  /** Address to listen on. */
  readonly host: string;
  /** 0 lets the system choose; several serve the same. */
  readonly ports: ReadonlyArray<number>;
  /** Undefined: clear text. */
  readonly tls?: TlsConfig | undefined;
  /** Longest message that is read. */
  readonly maxMessageBytes: number;
  /** Open connections at each port; further ones are closed at once. */
  readonly maxConnections: number;
  /** Calls still running this long after `close` are cut. */
  readonly closeTimeoutMs: number;
}

/** The gRPC Ledger API of a node. */
export interface GrpcServer {
  /** The first address, `127.0.0.1:6865`. */
  readonly address: string;
  /** Ends all streams, finishes accepted calls, then cuts the rest. */
  close(): Promise<void>;
}

/** Calls of one connection at once. */
const maxCallsPerConnection = 2_000;

/** Pings between server and client, to detect a broken connection. */
const keepAliveMs = 60_000;
const keepAliveTimeoutMs = 20_000;

const same = (bytes: Buffer): Buffer => bytes;

type CallType = "unary" | "serverStream" | "bidi";

const register = (
  server: Server,
  path: string,
  handle: UntypedHandleCall,
  type: CallType,
): void => {
  server.register(path, handle, same, same, type);
};

const methodOf = (service: string, method: string): MethodDescription => {
  const found = descriptions.services.get(service)?.methods.get(method);
  if (found === undefined) throw new Error(`no method ${service}/${method}`);
  return found;
};

const registerRows = (server: Server, parts: CallParts): void => {
  for (const row of callRows) {
    if (!parts.calls.has(row.row)) continue;
    const method = methodOf(row.service, row.method);
    const path = `/${row.service}/${row.method}`;
    if (method.isServerStreaming)
      register(server, path, serveStream(row, method, parts), "serverStream");
    else register(server, path, serveUnary(row, method, parts), "unary");
  }
};

const reflectionServices = [
  "grpc.reflection.v1.ServerReflection",
  "grpc.reflection.v1alpha.ServerReflection",
];

const healthService = "grpc.health.v1.Health";

const registerGeneral = (server: Server, { calls }: CallParts): void => {
  const rows = callRows.filter(({ row }) => calls.has(row));
  const services = [...new Set(rows.map(({ service }) => service))];
  const known = new Set(["", healthService, ...services]);
  const { check, watch } = health((service) =>
    known.has(service) ? calls.ledger.ready() : undefined,
  );
  register(server, `/${healthService}/Check`, check, "unary");
  register(server, `/${healthService}/Watch`, watch, "serverStream");
  const reflect = reflection([...services, healthService, ...reflectionServices]);
  for (const service of reflectionServices)
    register(server, `/${service}/ServerReflectionInfo`, reflect, "bidi");
};

const hostAndPort = (host: string, port: number): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

const notListening = (host: string, port: number, error: NodeJS.ErrnoException): ListenError =>
  error.code === "EADDRINUSE"
    ? { kind: "port-taken", message: `port ${port} on ${host} is taken by another process` }
    : {
        kind: "unavailable",
        message: `cannot listen on ${hostAndPort(host, port)}: ${error.message}`,
      };

type Take = (socket: Socket) => void;

/** The protocol that clients of gRPC ask for within TLS. */
const protocols = ["h2"];

const listenerOf = (tls: TlsConfig | undefined, take: Take): Listener =>
  tls === undefined
    ? createServer({ noDelay: true }, take)
    : createTlsServer({ noDelay: true, ALPNProtocols: protocols, ...tlsOptions(tls) }, (socket) => {
        if (admits(socket)) take(socket);
      });

/** Listens with a limit of connections, which the library's own listening has not. */
const bind = (
  host: string,
  port: number,
  listener: Listener,
): Promise<Either<ListenError, Listener>> =>
  new Promise((resolve) => {
    listener.once("error", (error) => resolve(left(notListening(host, port, error))));
    listener.listen(port, host, () => resolve(right(listener)));
  });

const portOf = (listener: Listener): number => {
  const address = listener.address();
  return typeof address === "object" && address !== null ? address.port : 0;
};

const shutDown = (
  server: Server,
  listeners: ReadonlyArray<Listener>,
  closeTimeoutMs: number,
): Promise<void> =>
  new Promise((resolve) => {
    for (const each of listeners) each.close();
    const cut = setTimeout(() => server.forceShutdown(), closeTimeoutMs);
    server.tryShutdown(() => {
      clearTimeout(cut);
      resolve();
    });
  });

/**
 * Serves the gRPC Ledger API over the rows of the JSON Ledger API. Left: why it cannot listen;
 * without configured logins it listens only on a loopback address.
 */
export const serveGrpc = async ({
  calls,
  logger,
  host,
  ports,
  tls,
  maxMessageBytes,
  maxConnections,
  closeTimeoutMs,
}: GrpcServerOptions): Promise<Either<ListenError, GrpcServer>> => {
  if (!calls.mayListenOn(host)) {
    const message = `without configured logins the node serves gRPC only on a loopback address, found ${host}: listen on 127.0.0.1 or configure auth.services`;
    return left({ kind: "not-loopback", message });
  }
  const server = new Server({
    "grpc.max_receive_message_length": maxMessageBytes,
    "grpc.max_send_message_length": -1,
    "grpc.max_concurrent_streams": maxCallsPerConnection,
    "grpc.keepalive_time_ms": keepAliveMs,
    "grpc.keepalive_timeout_ms": keepAliveTimeoutMs,
    // it counts each call for a service that is not served
    "grpc.enable_channelz": 0,
    interceptors: [wholeAnswers],
  });
  const { modelAt } = calls.ledger.catalog;
  const parts: CallParts = {
    calls,
    logger,
    verbose: new MessageTypes(descriptions, damlHooks(modelAt, true)),
    brief: new MessageTypes(descriptions, damlHooks(modelAt, false)),
    limits: { ...defaultReadLimits, maxBytes: maxMessageBytes },
  };
  registerRows(server, parts);
  registerGeneral(server, parts);
  // TLS is the listener's
  const { injectConnection } = server.createConnectionInjector(ServerCredentials.createInsecure());
  const listeners: Array<Listener> = [];
  const close = (timeoutMs: number): Promise<void> => shutDown(server, listeners, timeoutMs);
  for (const port of ports) {
    const listener = listenerOf(tls, injectConnection);
    listener.maxConnections = maxConnections;
    const bound = await bind(host, port, listener);
    if (isLeft(bound)) {
      await close(0);
      return bound;
    }
    listeners.push(bound.right);
  }
  const [first] = listeners;
  return right({
    address: first === undefined ? "" : hostAndPort(host, portOf(first)),
    close: () => {
      calls.close();
      return close(closeTimeoutMs);
    },
  });
};
