import { WebSocket } from "ws";
import type { Contender, ContenderSettings, Sample } from "./contender.js";
import { openProcessContender } from "./process-contender.js";
import { updatesPerReader } from "./stream-work.js";

/** Where updates are read. */
const path = "/v2/updates";

/** A token as long as a real one, for the server that looks at none. */
const placeholderToken = `${"h".repeat(36)}.${"p".repeat(120)}.${"s".repeat(43)}`;

interface Target {
  readonly url: string;
  readonly token: string;
  readonly request: string;
  /** Frames each reader is to get. */
  readonly frames: number;
}

interface Reader {
  /** Asks for the stream; resolves with the bytes of its frames when it was sent whole. */
  readonly read: () => Promise<number>;
}

const openReader = ({ url, token, request, frames }: Target): Promise<Reader> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}${path}`, {
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
    });
    socket.on("error", reject);
    socket.on("unexpected-response", (_request, { statusCode }) =>
      reject(new Error(`the upgrade was answered with ${statusCode}`)),
    );
    const read = (): Promise<number> =>
      new Promise((done, failed) => {
        let count = 0;
        let bytes = 0;
        socket.on("message", (data: Buffer) => {
          count += 1;
          bytes += data.length;
        });
        socket.on("close", (code) => {
          if (code === 1000 && count === frames) done(bytes);
          else failed(new Error(`closed with ${code} after ${count} of ${frames} frames`));
        });
        socket.send(request);
      });
    socket.on("open", () => resolve({ read }));
  });

/**
 * One pass: all readers are connected before the clock starts; it stops when the last has
 * everything.
 */
const pass = async (target: Target, readers: number) => {
  const opened = await Promise.all(Array.from({ length: readers }, () => openReader(target)));
  const start = performance.now();
  const bytes = await Promise.all(opened.map(({ read }) => read()));
  return {
    elapsedMs: performance.now() - start,
    bytes: bytes.reduce((sum, each) => sum + each, 0),
  };
};

const load = async (target: Target, readers: number, runMs: number): Promise<Sample> => {
  let events = 0;
  let bytes = 0;
  let elapsedMs = 0;
  while (elapsedMs < runMs) {
    const one = await pass(target, readers);
    events += target.frames * readers;
    bytes += one.bytes;
    elapsedMs += one.elapsedMs;
  }
  const notes = { events, bytesPerEvent: Math.round(bytes / events) };
  return { value: (events * 1000) / elapsedMs, notes };
};

const text = (value: string | number | undefined, otherwise: string): string =>
  typeof value === "string" ? value : otherwise;

/**
 * Readers of one update stream from a server in a process of its own; they themselves run in this
 * process, on the other core.
 * @param server which server
 */
export const openStreamLoad = async (
  server: "ledger-stream" | "bare-ws",
  settings: ContenderSettings,
): Promise<Contender> => {
  const remote = await openProcessContender(server, settings);
  const target: Target = {
    url: text(remote.info["url"], ""),
    token: text(remote.info["token"], placeholderToken),
    request: text(remote.info["request"], "{}"),
    frames: updatesPerReader(settings.runMs, settings.inFlight),
  };
  return {
    info: remote.info,
    run: () => load(target, settings.inFlight, settings.runMs),
    close: () => remote.close(),
  };
};
