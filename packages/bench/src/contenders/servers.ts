import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import { Server as GrpcServer, ServerCredentials } from "@grpc/grpc-js";
import { serveGrpc } from "@tallystick/grpc";
import {
  createHttpServer,
  defaultHttpConfig,
  developmentService,
  developmentUser,
  type HttpServerParts,
} from "@tallystick/http";
import Koa from "koa";
import { type WebSocket, WebSocketServer } from "ws";
import type { OpenContender } from "../contender.js";
import { expectRight } from "../errors.js";
import { callers, updatesPerReader } from "../sizes.js";
import { repeat, serving } from "../work.js";
import { openBenchLedger, updatesOf, viewsCaughtUp } from "./ledger.js";

/** Life of a token; seconds. */
const tokenLifeSeconds = 3600;

const base64url = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token of the development login: HS256 with the secret everyone knows. */
export const developmentToken = (user: string = developmentUser): string => {
  const exp = Math.floor(Date.now() / 1000) + tokenLifeSeconds;
  const claims = { sub: user, aud: developmentService.audience, exp };
  const signed = `${base64url({ alg: "HS256", typ: "JWT" })}.${base64url(claims)}`;
  return `${signed}.${createHmac("sha256", "unsafe").update(signed).digest("base64url")}`;
};

/** A log that keeps errors and drops what is said of each request. */
const errorsOnly = (): HttpServerParts["logger"] => {
  const drop = (): void => {};
  const show = (...message: ReadonlyArray<unknown>): void => console.error(...message);
  const logger = {
    level: "warn",
    isLevelEnabled: (level: string) => level === "warn" || level === "error" || level === "fatal",
    trace: drop,
    debug: drop,
    info: drop,
    warn: drop,
    error: show,
    fatal: show,
    child: () => logger,
  };
  // border: the server only ever writes to its log
  return logger as unknown as HttpServerParts["logger"];
};

export const serveLedger = async (parts: Pick<HttpServerParts, "ledger" | "wallet" | "site">) => {
  const made = await createHttpServer({ ...parts, config: { port: 0 }, logger: errorsOnly() });
  const server = expectRight(made, "making the server");
  const url = expectRight(await server.listen(), "listening");
  return { url, calls: server.calls, close: () => server.close() };
};

/** The HTTP server with its development login, over a ledger with its data on disk. */
const openBenchServer = async (folder: string) => {
  const bench = await openBenchLedger({ data: folder });
  const { ledger, party } = bench;
  const server = await serveLedger({ ledger });
  const { maxBodyBytes: maxMessageBytes, maxConnections, closeTimeoutMs } = defaultHttpConfig;
  const grpc = await serveGrpc({
    calls: server.calls,
    logger: errorsOnly(),
    host: "127.0.0.1",
    ports: [0],
    maxMessageBytes,
    maxConnections,
    closeTimeoutMs,
  });
  const { address, close } = expectRight(grpc, "serving gRPC");
  const rights = [{ kind: "CanActAs", party }] as const;
  expectRight(await ledger.grantUserRights(developmentUser, rights), "granting rights");
  return {
    bench,
    info: { url: server.url, grpc: address, party, token: developmentToken() },
    close: async () => {
      await close();
      await server.close();
      await ledger.close();
    },
  };
};

/** The HTTP server over a ledger with its data on disk, for commands that come from outside. */
export const ledgerHttp: OpenContender = async ({ folder }) => {
  const server = await openBenchServer(folder);
  return serving(server.info, server, () => viewsCaughtUp(server.bench));
};

/** The HTTP server over a ledger with its data on disk, for readers of its update stream. */
export const ledgerStream: OpenContender = async ({ folder, inFlight, runMs }) => {
  const server = await openBenchServer(folder);
  const { bench } = server;
  const { ledger, party, createPing } = bench;
  const begin = ledger.ledgerEnd();
  await repeat(callers.growing, updatesPerReader(runMs, inFlight), createPing);
  await viewsCaughtUp(bench);
  const request = JSON.stringify(updatesOf(party, begin, ledger.ledgerEnd()));
  return serving({ ...server.info, request }, server);
};

const listenOnLoopback = (server: Server): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("no port"));
      else resolve(`http://127.0.0.1:${address.port}`);
    });
  });

const readBody = (request: Koa.Request["req"]): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("error", reject);
  });

/**
 * Bare Koa: reads the body, parses it as JSON, answers `{}`. No routes, no authentication, no
 * rules, nothing kept.
 */
export const bareKoa: OpenContender = async () => {
  const app = new Koa();
  app.use(async (context) => {
    const body: unknown = JSON.parse((await readBody(context.req)).toString("utf8"));
    context.status = typeof body === "object" ? 200 : 400;
    context.body = {};
  });
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  const url = await listenOnLoopback(server);
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return serving({ url }, { close });
};

const submitPath = "/com.daml.ledger.api.v2.CommandSubmissionService/Submit";

/** Bare grpc-js: answers the empty message. The request is not decoded, no token is looked at. */
export const bareGrpc: OpenContender = async () => {
  const server = new GrpcServer();
  const same = (bytes: Buffer): Buffer => bytes;
  const empty = Buffer.alloc(0);
  const answer = (_call: unknown, reply: (error: null, message: Buffer) => void): void =>
    reply(null, empty);
  server.register(submitPath, answer, same, same, "unary");
  const port = await new Promise<number>((resolve, reject) => {
    const credentials = ServerCredentials.createInsecure();
    server.bindAsync("127.0.0.1:0", credentials, (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return serving({ grpc: `127.0.0.1:${port}` }, { close: () => server.forceShutdown() });
};

/** Frames written before the last of them has to be on its way. */
const framesAtOnce = 256;

const textFrame = { binary: false } as const;

const sendAll = async (socket: WebSocket, frames: ReadonlyArray<Buffer>): Promise<void> => {
  for (let start = 0; start < frames.length; start += framesAtOnce) {
    const some = frames.slice(start, start + framesAtOnce);
    await new Promise<void>((resolve) => {
      for (const [index, frame] of some.entries()) {
        if (index === some.length - 1) socket.send(frame, textFrame, () => resolve());
        else socket.send(frame, textFrame);
      }
    });
  }
  socket.close(1000);
};

/**
 * Bare `ws`: sends every reader frames that lie ready in memory, the same as a ledger would send
 * for the same commands. No token, no request.
 */
export const bareWs: OpenContender = async ({ inFlight, runMs }) => {
  const bench = await openBenchLedger({});
  const { ledger, party, createPing } = bench;
  const begin = ledger.ledgerEnd();
  await repeat(callers.growing, updatesPerReader(runMs, inFlight), createPing);
  await viewsCaughtUp(bench);
  const frames: Array<Buffer> = [];
  for await (const update of ledger.queries.updates(updatesOf(party, begin, ledger.ledgerEnd())))
    frames.push(Buffer.from(JSON.stringify(expectRight(update, "reading updates"))));
  await ledger.close();
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on("connection", (socket) => socket.once("message", () => void sendAll(socket, frames)));
  const url = await listenOnLoopback(server);
  const close = (): void => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
  };
  return serving({ url }, { close });
};
