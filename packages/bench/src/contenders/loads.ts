import autocannon, { type PreparedRequest, type Result } from "autocannon";
import { WebSocket } from "ws";
import type { ContenderSettings, OpenContender, Sample } from "../contender.js";
import { moveSnapshotAway } from "../disk.js";
import { openProcessContender, type ProcessContender } from "../process-contender.js";
import { requestsPerConnection, updatesPerReader } from "../sizes.js";
import { passes, timed, type Work, working } from "../work.js";
import { pingCommands } from "../workload.js";

// These contenders are driven from the main process, which is the load, on the other core.

/** A request unanswered for this long counts as an error; seconds. */
const requestTimeoutSeconds = 20;

/** Where a server is, and what it is asked with. */
export interface Target {
  readonly url: string;
  /** Where it serves gRPC. */
  readonly grpc: string;
  readonly party: string;
  readonly token: string;
  readonly request: string;
}

/**
 * A server in a process of its own. One that looks at neither gets a party and a token as long as
 * real ones, so that both sides read the same bytes.
 */
export const openServer = async (
  id: string,
  settings: ContenderSettings,
): Promise<{ readonly remote: ProcessContender; readonly target: Target }> => {
  const remote = await openProcessContender(id, settings);
  const text = (name: string, otherwise = ""): string => String(remote.info[name] ?? otherwise);
  const target: Target = {
    url: text("url"),
    grpc: text("grpc"),
    party: text("party", `bench::1220${"a".repeat(64)}`),
    token: text("token", `${"h".repeat(36)}.${"p".repeat(120)}.${"s".repeat(43)}`),
    request: text("request", "{}"),
  };
  return { remote, target };
};

/** A Ping as JSON, where the kind of a command is a key. */
const pingBody = (party: string, commandId: string): string => {
  const { commands, ...others } = pingCommands(party, commandId);
  const js = commands.map(({ kind, ...fields }) => ({ [kind]: fields }));
  return JSON.stringify({ ...others, commands: js, userId: "ledger-api-user" });
};

const preparedRequest = ({ party, token }: Target, commandId: string): PreparedRequest => ({
  method: "POST",
  path: "/v2/commands/async/submit",
  headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
  body: pingBody(party, commandId),
});

/**
 * Every request is made before the clock starts, and its command id is its own, so that none is a
 * duplicate.
 */
const submitted = (target: Target, connections: number, perConnection: number): Promise<Sample> =>
  new Promise((resolve, reject) => {
    const prefix = `http-${Date.now().toString(36)}`;
    let clients = 0;
    let answered = 0;
    let firstMs = 0;
    let lastMs = 0;
    const finish = (error: Error | null, result: Result): void => {
      const bad = result.errors + result.timeouts + result.non2xx;
      if (error !== null) {
        reject(error);
      } else if (bad > 0) {
        reject(new Error(`${bad} requests were not answered with 200`));
      } else {
        const value = ((answered - 1) * 1000) / (lastMs - firstMs);
        resolve({ value, notes: { p50Ms: result.latency.p50, p99Ms: result.latency.p99 } });
      }
    };
    const instance = autocannon(
      {
        url: target.url,
        connections,
        amount: connections * perConnection,
        timeout: requestTimeoutSeconds,
        setupClient: (client) => {
          clients += 1;
          const number = clients;
          client.setRequests(
            Array.from({ length: perConnection }, (_, index) =>
              preparedRequest(target, `${prefix}-${number}-${index}`),
            ),
          );
        },
      },
      finish,
    );
    instance.on("response", () => {
      lastMs = performance.now();
      if (answered === 0) firstMs = lastMs;
      answered += 1;
    });
  });

/**
 * Commands over many connections to a server.
 * @param server id of its contender
 */
export const httpLoad =
  (server: string): OpenContender =>
  async (settings) => {
    const { remote, target } = await openServer(server, settings);
    return {
      info: {},
      run: async () => {
        const perConnection = requestsPerConnection(settings.runMs);
        const sample = await submitted(target, settings.inFlight, perConnection);
        await remote.run();
        return sample;
      },
      close: () => remote.close(),
    };
  };

/** A reader that is connected: asks for the stream, resolves with the bytes of its frames. */
type Reader = () => Promise<number>;

const openReader = ({ url, token, request }: Target, frames: number): Promise<Reader> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/v2/updates`, {
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
    socket.on("open", () => resolve(read));
  });

/**
 * Readers of one update stream from a server. All are connected before the clock starts; it stops
 * when the last has everything.
 * @param server id of its contender
 */
export const streamLoad =
  (server: string): OpenContender =>
  async (settings) => {
    const { remote, target } = await openServer(server, settings);
    const { inFlight, runMs } = settings;
    const frames = updatesPerReader(runMs, inFlight);
    let bytes = 0;
    const pass = async (): Promise<Work> => {
      const readers = await Promise.all(
        Array.from({ length: inFlight }, () => openReader(target, frames)),
      );
      return timed(async () => {
        for (const each of await Promise.all(readers.map((read) => read()))) bytes += each;
        return frames * inFlight;
      });
    };
    const run = async (): Promise<Work> => {
      bytes = 0;
      const work = await passes(runMs, pass);
      return { ...work, notes: { bytesPerEvent: Math.round(bytes / work.completed) } };
    };
    return working(run, remote);
  };

/**
 * From the start of a Node process to a ledger that takes commands, on the shared data set; then
 * its memory, off the clock; then it is killed, as in a crash. The files are in the page cache of
 * the system, as after any restart of a process.
 * @param withSnapshot false moves the snapshot away for as long as the contender is open
 */
export const starts =
  (withSnapshot: boolean): OpenContender =>
  async (settings) => {
    const moved = withSnapshot ? undefined : moveSnapshotAway(settings.dataSet);
    return {
      info: {},
      run: async () => {
        moved?.removeNew();
        const begin = performance.now();
        const started = await openProcessContender("ledger-start", {
          ...settings,
          profileFolder: "",
        });
        const value = performance.now() - begin;
        const memory = await started.run();
        await started.kill();
        const notes = {
          ...memory.notes,
          heapBytesPerContract: Math.round(memory.value / settings.commands),
        };
        return { value, notes };
      },
      close: async () => moved?.restore(),
    };
  };
