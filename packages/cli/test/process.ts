import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ownMain = new URL("../bundle/main.js", import.meta.url).pathname;

/** How a process ended and what it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** The first line on standard output; rejects when the process ends without one. */
  readonly firstLine: Promise<string>;
  /** What it has written to standard error so far. */
  readonly log: () => string;
  /** What it has written to standard output so far. */
  readonly out: () => string;
}

/** Starts the program with these arguments, in an environment without settings of its own. */
export const start = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  main = ownMain,
): Started => {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, out, err }));
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const firstLine = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      out += chunk;
      if (out.includes("\n")) resolve(out.slice(0, out.indexOf("\n")));
    });
    ended.then(() => reject(new Error(`ended before it was ready: ${err}`)), reject);
  });
  firstLine.catch(() => {});
  return { child, ended, firstLine, log: () => err, out: () => out };
};

/** A running node and its address. */
export interface Node extends Started {
  readonly base: string;
  readonly readyLine: string;
}

/** Starts a node on a free port and waits until it is ready. */
export const startNode = async (
  data: string,
  args: ReadonlyArray<string> = [],
  main = ownMain,
  env: Readonly<Record<string, string>> = {},
): Promise<Node> => {
  const started = start(["serve", "--port", "0", "--data", data, ...args], env, main);
  const readyLine = await started.firstLine;
  const base = /http:\/\/\S+/.exec(readyLine)?.[0] ?? "";
  return { ...started, readyLine, base };
};

/** A new empty folder, removed by the returned function. */
export const scratchFolder = async (): Promise<readonly [string, () => Promise<void>]> => {
  const folder = await mkdtemp(join(tmpdir(), "tallystick-cli-"));
  return [folder, () => rm(folder, { recursive: true, force: true })];
};

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token as existing clients make it for the development login. */
export const developmentToken = (): string => {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const claims = { sub: "ledger-api-user", aud: "https://canton.network.global", exp };
  const content = `${base64({ alg: "HS256", typ: "JWT" })}.${base64(claims)}`;
  return `${content}.${createHmac("sha256", "unsafe").update(content).digest("base64url")}`;
};

const call = async (url: string, request: RequestInit): Promise<unknown> => {
  const response = await fetch(url, {
    ...request,
    headers: {
      authorization: `Bearer ${developmentToken()}`,
      "content-type": "application/json",
    },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text);
};

/** Posts JSON with the development token. */
export const post = (url: string, body: object): Promise<unknown> =>
  call(url, { method: "POST", body: JSON.stringify(body) });

/** Gets JSON with the development token. */
export const get = (url: string): Promise<unknown> => call(url, {});
