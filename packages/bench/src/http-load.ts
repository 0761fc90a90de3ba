import autocannon, { type PreparedRequest, type Result } from "autocannon";
import { pingCommands } from "./workload.js";
import type { Contender, ContenderSettings, Sample } from "./contender.js";
import { openProcessContender } from "./process-contender.js";

/** Where commands are submitted. */
const path = "/v2/commands/async/submit";

/** A request unanswered for this long counts as an error; seconds. */
const requestTimeoutSeconds = 20;

/** Requests that each connection sends in one run, for a run of about the usual length. */
const requestsPerConnection = (runMs: number): number => Math.max(10, Math.round(runMs * 0.3));

/**
 * Party and token of the load on a server that looks at neither; as long as real ones, so that both
 * sides read the same bytes.
 */
const placeholder = {
  party: `bench::1220${"a".repeat(64)}`,
  token: `${"h".repeat(36)}.${"p".repeat(120)}.${"s".repeat(43)}`,
};

interface Target {
  readonly url: string;
  readonly party: string;
  readonly token: string;
}

const preparedRequest = (target: Target, commandId: string): PreparedRequest => ({
  method: "POST",
  path,
  headers: { "content-type": "application/json", authorization: `Bearer ${target.token}` },
  body: JSON.stringify({ ...pingCommands(target.party, commandId), userId: "ledger-api-user" }),
});

/**
 * Every request is made before the clock starts, and its command id is its own, so that none is a
 * duplicate.
 */
const load = (target: Target, connections: number, perConnection: number): Promise<Sample> =>
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

const text = (value: string | number | undefined, otherwise: string): string =>
  typeof value === "string" ? value : otherwise;

/**
 * The load of many connections on a server in a process of its own; the load itself runs in this
 * process, on the other core.
 * @param server which server
 */
export const openHttpLoad = async (
  server: "ledger-http" | "bare-koa",
  settings: ContenderSettings,
): Promise<Contender> => {
  const remote = await openProcessContender(server, settings);
  const target: Target = {
    url: text(remote.info["url"], ""),
    party: text(remote.info["party"], placeholder.party),
    token: text(remote.info["token"], placeholder.token),
  };
  return {
    info: remote.info,
    run: async () => {
      const sample = await load(target, settings.inFlight, requestsPerConnection(settings.runMs));
      await remote.run();
      return sample;
    },
    close: () => remote.close(),
  };
};
