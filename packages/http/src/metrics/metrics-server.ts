import { checkArgument } from "@tallystick/core";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { baseAddress, type ListenAddress, type ListenError, listenOn } from "./listen-on.js";
import type { Metrics } from "./metrics.js";

/** The metrics endpoint on its own address. */
export interface MetricsServer {
  /** `http://127.0.0.1:9464`; the metrics are at `/metrics`. */
  readonly base: string;
  /** Ends it. */
  readonly close: () => Promise<void>;
}

/** Longest request line and headers together. */
const maxHeaderBytes = 8 * 1024;
/** A request must have arrived within this time; milliseconds. */
const requestTimeoutMs = 5_000;
/** The most open connections: there are only a few collectors. */
const maxConnections = 32;

/** What is served. */
type Printed = Pick<Metrics, "text" | "contentType">;

const plain = "text/plain; charset=utf-8";

const answer = async (
  metrics: Printed,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  request.resume();
  const path = (request.url ?? "/").split("?")[0];
  if (path !== "/metrics") {
    response.writeHead(404, { "Content-Type": plain }).end("Metrics are at /metrics\n");
  } else if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { "Content-Type": plain, Allow: "GET, HEAD" }).end();
  } else {
    const text = await metrics.text();
    response.writeHead(200, { "Content-Type": metrics.contentType }).end(text);
  }
};

/**
 * Serves the metrics at `/metrics`. There is no login, which is why they have a separate address
 * that can be protected: they reveal nothing of parties and users, but how busy the node is.
 *
 * @param metrics as `createMetrics` makes them
 * @param address where to listen
 */
export const serveMetrics = async (
  metrics: Printed,
  address: ListenAddress,
): Promise<Either<ListenError, MetricsServer>> => {
  checkArgument("metrics", metrics, "object");
  checkArgument("address", address, "object", { host: "text" });
  const server = createServer(
    { maxHeaderSize: maxHeaderBytes, requestTimeout: requestTimeoutMs },
    (request, response) => {
      answer(metrics, request, response).catch(() => {
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    },
  );
  server.maxConnections = maxConnections;
  const listening = await listenOn(server, address);
  if (isLeft(listening)) return listening;
  return right({
    base: baseAddress(listening.right),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
};
