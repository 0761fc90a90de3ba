import { Agent, request } from "node:http";
import type { OpenContender } from "../contender.js";
import { openServer, type Target } from "./loads.js";

/** How often the server is asked whether it lives; milliseconds. */
const everyMs = 10;

/** Events of a page. */
const pageEvents = 200;

/** JSON of 8 MB with more values than the interface takes: what a body costs before its handler. */
const largeBody = (): Buffer =>
  Buffer.from(JSON.stringify({ values: Array.from({ length: 1_000_000 }, (_, at) => [at]) }));

const agent = (): Agent => new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** The status of an answer that was read to its end. */
const statusOf = (
  { url, token }: Target,
  over: Agent,
  method: "GET" | "POST",
  path: string,
  body?: Buffer,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const sent = request(`${url}${path}`, { agent: over, method, headers }, (reply) => {
      reply.on("error", reject);
      reply.on("end", () => resolve(reply.statusCode ?? 0));
      reply.resume();
    });
    sent.on("error", reject);
    sent.end(body);
  });

/** Asks `/livez` until it is stopped; the latencies in milliseconds, ascending. */
const asking = (target: Target) => {
  const over = agent();
  const found: number[] = [];
  let isOver = false;
  const ask = async (): Promise<void> => {
    while (!isOver) {
      const begun = performance.now();
      await statusOf(target, over, "GET", "/livez");
      found.push(performance.now() - begun);
      await new Promise((resume) => setTimeout(resume, everyMs));
    }
  };
  const asked = ask();
  return async (): Promise<ReadonlyArray<number>> => {
    isOver = true;
    await asked;
    over.destroy();
    return found.toSorted((a, b) => a - b);
  };
};

/** What is requested as often as the row says, all at once. */
const loads = {
  pages: { server: "ledger-stream", path: `/v2/updates?limit=${pageEvents}` },
  bodies: { server: "ledger-http", path: "/v2/commands/submit-and-wait" },
} as const;

/** The worst latency of `/livez` while the server has this load. */
export const livezUnder =
  (load: keyof typeof loads): OpenContender =>
  async (settings) => {
    const { server, path } = loads[load];
    const { remote, target } = await openServer(server, settings);
    const body = load === "pages" ? Buffer.from(target.request) : largeBody();
    return {
      info: {},
      run: async () => {
        const over = agent();
        const stop = asking(target);
        const statuses = await Promise.all(
          Array.from({ length: settings.inFlight }, () =>
            statusOf(target, over, "POST", path, body),
          ),
        );
        const latencies = await stop();
        over.destroy();
        const value = latencies.at(-1);
        if (value === undefined) throw new Error("/livez was not answered");
        const p50Ms = latencies[latencies.length >> 1] ?? 0;
        const answered = statuses.filter((status) => status === 200).length;
        return {
          value,
          notes: { p50Ms, asked: latencies.length, answered, refused: statuses.length - answered },
        };
      },
      close: () => remote.close(),
    };
  };
