import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Witness } from "@tallystick/audit";
import { type VerifierKey, verifierKeyOf, witnessSizeType } from "@tallystick/transparency";
import { orThrow, usageError } from "../command-error.js";
import type { FlagsOf } from "../commands/command-rows.js";
import { expectNoFile } from "../given-folder.js";
import { commandErrorOf } from "./audit-source.js";
import { untilSignal } from "./until-signal.js";
import { keyGiven } from "./given-key.js";

const defaultListen = "127.0.0.1:7576";
const maxBodyBytes = 65_536;
const requestTimeoutMs = 10_000;
const msPerSecond = 1_000;

const listenOf = (text = defaultListen): { readonly host: string; readonly port: number } => {
  const [, host = "", digits = ""] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (host !== "" && port <= 65_535) return { host: host.replace(/^\[(.*)\]$/, "$1"), port };
  throw usageError(`--listen: expected HOST:PORT, found "${text}"`);
};

const logsOf = async (given: ReadonlyArray<string> = []): Promise<ReadonlyArray<VerifierKey>> => {
  if (given.length === 0) throw usageError("--log-key: expected the key of at least one log");
  const keys: Array<VerifierKey> = [];
  for (const each of given) {
    const text = await keyGiven("--log-key", each);
    keys.push(orThrow(verifierKeyOf(text), ({ message }) => usageError(`--log-key: ${message}`)));
  }
  return keys;
};

/** The body of a request; undefined when it is too large. */
const bodyOf = async (request: AsyncIterable<Buffer>): Promise<string | undefined> => {
  const parts: Array<Buffer> = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > maxBodyBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
};

const send = (
  response: ServerResponse,
  status: number,
  body: string,
  type = "text/plain; charset=utf-8",
): void => {
  response.writeHead(status, { "content-type": type, connection: "close" }).end(body);
};

const answer = async (
  witness: Witness,
  request: IncomingMessage,
  response: ServerResponse,
  out: (line: string) => void,
): Promise<void> => {
  const { method, url = "" } = request;
  const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(url) ?? [];
  if (method === "GET" && url === "/key") return send(response, 200, `${witness.verifierKey}\n`);
  if (method === "GET" && hash !== undefined) {
    const note = witness.checkpoint(hash);
    return note === undefined
      ? send(response, 404, "no checkpoint of this log was cosigned\n")
      : send(response, 200, note);
  }
  if (method !== "POST" || url !== "/add-checkpoint") {
    const expected = "expected POST /add-checkpoint, GET /key or GET /<hash>/checkpoint\n";
    return send(response, 404, expected);
  }
  const body = await bodyOf(request);
  if (body === undefined) return send(response, 413, `expected at most ${maxBodyBytes} bytes\n`);
  const { status, body: text, seen } = witness.answer(body, Math.floor(Date.now() / msPerSecond));
  if (seen !== undefined) out(`cosigned ${seen.size} events of ${seen.origin}`);
  else out(`rejected with ${status}: ${text.trim()}`);
  return send(response, status, text, status === 409 ? witnessSizeType : undefined);
};

/** The witness of a folder; a sentence about a key that is damaged, of another name or no file. */
const opened = (folder: string, name: string, logs: ReadonlyArray<VerifierKey>): Witness => {
  try {
    return Witness.open(folder, name, logs);
  } catch (thrown) {
    throw commandErrorOf(thrown);
  }
};

/** Runs `tallystick audit witness`: cosigns checkpoints of other logs until a signal. */
export const serveWitness = async (
  flags: FlagsOf<"audit witness">,
  out: (line: string) => void,
): Promise<void> => {
  const { folder, name } = flags;
  if (folder === undefined) throw usageError("audit witness: expected --folder");
  if (name === undefined || !/^[^\s+]{1,200}$/.test(name))
    throw usageError("audit witness: expected --name, a name without spaces or +");
  const { host, port } = listenOf(flags.listen);
  expectNoFile("--folder", folder, "the folder of the witness");
  const witness = opened(folder, name, await logsOf(flags["log-key"]));
  const server = createServer({ requestTimeout: requestTimeoutMs }, (request, response) => {
    answer(witness, request, response, out).catch((thrown: unknown) => {
      out(`a request failed: ${String(thrown)}`);
      if (!response.headersSent) send(response, 500, "the witness cannot answer now\n");
    });
  });
  const { signal, release } = untilSignal();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(port, host, resolve);
    }).catch((thrown: unknown) => {
      throw usageError(`--listen: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    });
    const address = server.address();
    const at = typeof address === "object" && address !== null ? address.port : port;
    out(`the witness ${name} listens at http://${host}:${at}`);
    out(witness.verifierKey);
    if (!signal.aborted)
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  } finally {
    release();
    server.closeAllConnections();
    server.close();
  }
};
