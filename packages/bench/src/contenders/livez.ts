import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { developmentUser } from "@tallystick/http";
import { WebSocket } from "ws";
import type { OpenContender } from "../contender.js";
import { openServer, type Target } from "./loads.js";

/** How often the server is asked whether it lives; milliseconds. */
const everyMs = 10;

const pageEvents = 200;

let largeBody: Buffer | undefined;

/** JSON of 8 MB with more values than the interface takes: what a body costs before its handler. */
const bodyOf8Mb = (): Buffer => {
  const values = (): Array<Array<number>> => Array.from({ length: 1_000_000 }, (_, at) => [at]);
  return (largeBody ??= Buffer.from(JSON.stringify({ values: values() })));
};

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

/** A DAR of the tests of Daml-LF. */
const darNamed = (name: string): Buffer =>
  readFileSync(new URL(`../../../../daml-lf/test/corpus/data/${name}`, import.meta.url));

/** A transaction of Daml that runs until its budget is spent. */
const endlessProgram = ({ party }: Target): Buffer => {
  const run = {
    templateId: "#budget:U:Run",
    createArguments: { p: party },
    choice: "Forever",
    choiceArgument: {},
  };
  return Buffer.from(
    JSON.stringify({
      userId: developmentUser,
      actAs: [party],
      commandId: randomUUID(),
      commands: [{ CreateAndExerciseCommand: run }],
    }),
  );
};

/** Requests of one run, as many as the row says, all at once; gives their statuses. */
type Load = (target: Target, count: number) => Promise<ReadonlyArray<number>>;

const posting =
  (path: string, bodyOf: (target: Target) => Buffer): Load =>
  async (target, count) => {
    const over = agent();
    const statuses = await Promise.all(
      Array.from({ length: count }, () => statusOf(target, over, "POST", path, bodyOf(target))),
    );
    over.destroy();
    return statuses;
  };

/** Reads the updates of the target over websockets; 200 for those that ended as they should. */
const reading: Load = (target, count) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const socket = new WebSocket(`${target.url.replace("http", "ws")}/v2/updates`, {
        headers: { authorization: `Bearer ${target.token}` },
        perMessageDeflate: false,
      });
      await once(socket, "open");
      const closed: Promise<ReadonlyArray<unknown>> = once(socket, "close");
      socket.send(target.request);
      const code: unknown = (await closed)[0];
      return code === 1000 ? 200 : Number(code);
    }),
  );

/** A load, the server it is for, and what it needs there. */
interface LivezLoad {
  readonly server: "ledger-stream" | "ledger-http";
  readonly load: Load;
  readonly before?: Load;
}

const submit = "/v2/commands/submit-and-wait";

const loads = {
  pages: {
    server: "ledger-stream",
    load: posting(`/v2/updates?limit=${pageEvents}`, ({ request: body }) => Buffer.from(body)),
  },
  sockets: { server: "ledger-stream", load: reading },
  bodies: { server: "ledger-http", load: posting(submit, bodyOf8Mb) },
  programs: {
    server: "ledger-http",
    before: posting("/v2/dars", () => darNamed("budget-2.2.dar")),
    load: posting(submit, endlessProgram),
  },
  dar: { server: "ledger-http", load: posting("/v2/dars", () => darNamed("eval-2.2-random.dar")) },
} satisfies Readonly<Record<string, LivezLoad>>;

/** The worst latency of `/livez` while the server has this load. */
export const livezUnder =
  (name: keyof typeof loads): OpenContender =>
  async (settings) => {
    const { server, load, before }: LivezLoad = loads[name];
    const { remote, target } = await openServer(server, settings);
    await before?.(target, 1);
    return {
      info: {},
      run: async () => {
        const stop = asking(target);
        const statuses = await load(target, settings.inFlight);
        const latencies = await stop();
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
