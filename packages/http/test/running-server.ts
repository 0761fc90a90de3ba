import { connect } from "node:net";
import type { Ledger } from "@tallystick/node";
import { SignJWT } from "jose";
import { pino } from "pino";
import {
  createHttpServer,
  developmentUser,
  type HttpSettings,
  type HttpServer,
} from "../src/index.js";

/** A server on a free port, and how to talk to it. */
export interface RunningServer {
  readonly base: string;
  readonly server: HttpServer;
  /** Lines of the log, parsed. */
  readonly log: Array<Readonly<Record<string, unknown>>>;
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
}

export interface CallOptions {
  /** JSON value of the body. */
  readonly body?: unknown;
  /** Raw body, sent as it is. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  /** null sends none. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers: Headers;
  /** The parsed body, or undefined when it is not JSON. */
  readonly json: unknown;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const unsafeSecret = new TextEncoder().encode("unsafe");

/** A token as existing clients make it for the development login. */
export const developmentToken = (
  sub: string = developmentUser,
  claims: Readonly<Record<string, unknown>> = {},
): Promise<string> =>
  new SignJWT({ scope: "", ...claims })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(sub)
    .setIssuer("unsafe-auth")
    .setAudience("https://canton.network.global")
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(unsafeSecret);

/** Starts a server for a ledger; the caller closes it. */
export const runServer = async (
  ledger: Ledger,
  config: HttpSettings = {},
): Promise<RunningServer> => {
  const log: Array<Readonly<Record<string, unknown>>> = [];
  const logger = pino({ level: "debug" }, { write: (line) => void log.push(JSON.parse(line)) });
  const made = await createHttpServer({ ledger, logger, config: { port: 0, ...config } });
  if (made._tag === "Left") throw new Error(made.left);
  const server = made.right;
  const base = await server.listen();
  if (base._tag === "Left") throw new Error(base.left.message);
  const usual = await developmentToken();
  return {
    base: base.right,
    server,
    log,
    call: async (method, path, { body, raw, token = usual, headers = {} } = {}) => {
      const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const response = await fetch(`${base.right}${path}`, {
        method,
        headers: {
          ...(content === undefined ? {} : { "content-type": "application/json" }),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(content === undefined ? {} : { body: content }),
      });
      const text = await response.text();
      const type = response.headers.get("content-type") ?? "";
      return { status: response.status, type, text, headers: response.headers, json: parsed(text) };
    },
  };
};

/** Sends bytes as they are and returns everything that comes back until the server closes or `waitMs` pass. */
export const sendBytes = (base: string, bytes: string, waitMs = 3_000): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let received = "";
    const timer = setTimeout(() => socket.destroy(), waitMs);
    socket.on("data", (chunk) => {
      received += chunk.toString("utf8");
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(received);
    });
  });
