import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import { developmentToken } from "./running-server.js";

/** One websocket as a test reads it. */
export interface StreamReader {
  readonly webSocket: WebSocket;
  /** Parsed frames, in order. */
  readonly frames: ReadonlyArray<unknown>;
  /** Resolves when so many frames have come. */
  until(count: number): Promise<void>;
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
}

/** An upgrade that was answered with something else. */
export interface Refusal {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
  readonly json: unknown;
}

export interface OpenOptions {
  /** JSON value of the first frame; undefined sends none. */
  readonly request?: unknown;
  /** null offers none. */
  readonly protocols?: ReadonlyArray<string> | null;
  readonly headers?: Readonly<Record<string, string>>;
}

const waitMs = 15_000;

export const within = <A>(what: string, promise: Promise<A>, timeoutMs = waitMs): Promise<A> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what} took too long`)), timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });

const usualProtocols = async (): Promise<ReadonlyArray<string>> => [
  `jwt.token.${await developmentToken()}`,
  "daml.ws.auth",
];

const connect = async (base: string, path: string, options: OpenOptions): Promise<WebSocket> => {
  const protocols = options.protocols === undefined ? await usualProtocols() : options.protocols;
  return new WebSocket(`${base.replace("http", "ws")}${path}`, [...(protocols ?? [])], {
    headers: options.headers ?? {},
    perMessageDeflate: false,
  });
};

const readerOf = (webSocket: WebSocket): StreamReader => {
  const frames: Array<unknown> = [];
  const waiting: Array<{ readonly count: number; readonly reached: () => void }> = [];
  webSocket.on("message", (data: Buffer) => {
    frames.push(JSON.parse(data.toString("utf8")));
    for (const { count, reached } of waiting) if (frames.length >= count) reached();
  });
  const closed = new Promise<number>((resolve) => webSocket.on("close", resolve));
  return {
    webSocket,
    frames,
    until: (count) =>
      within(
        `frame ${count}`,
        new Promise<void>((resolve) => {
          if (frames.length >= count) resolve();
          else waiting.push({ count, reached: resolve });
        }),
      ),
    closed: within("the closing", closed),
  };
};

/** Opens a stream; fails when it is refused. */
export const openStream = async (
  base: string,
  path: string,
  options: OpenOptions = {},
): Promise<StreamReader> => {
  const webSocket = await connect(base, path, options);
  const reader = readerOf(webSocket);
  reader.closed.catch(() => undefined);
  await within(
    "the upgrade",
    new Promise<void>((resolve, reject) => {
      webSocket.on("open", resolve);
      webSocket.on("error", reject);
    }),
  );
  if (options.request !== undefined) webSocket.send(JSON.stringify(options.request));
  return reader;
};

/** Asks for an upgrade that is to be refused. */
export const refusedUpgrade = async (
  base: string,
  path: string,
  options: OpenOptions = {},
): Promise<Refusal> => {
  const webSocket = await connect(base, path, options);
  return within(
    "the refusal",
    new Promise<Refusal>((resolve, reject) => {
      webSocket.on("error", reject);
      webSocket.on("open", () => reject(new Error(`${path} was opened`)));
      webSocket.on("unexpected-response", (_request, response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, headers, text, json: JSON.parse(text) });
        });
      });
    }),
  );
};
