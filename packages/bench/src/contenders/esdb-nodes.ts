import { type ChildProcess, fork } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Contender, ContenderSettings } from "../contender.js";
import type { CrowdWork } from "../in-flight.js";
import { startEsdbServer } from "./esdb-server.js";
import { youngGeneration } from "../young-generation.js";

const nodeFile = fileURLToPath(new URL("../esdb-node-process.js", import.meta.url));

/**
 * Runs before the timed one, of one node and of several alike: a process that has just begun spends
 * most of its time on compiling, and several nodes have several processes.
 */
const warmRuns = 3;

const isWork = (message: unknown): message is CrowdWork =>
  typeof message === "object" &&
  message !== null &&
  "completed" in message &&
  "elapsedMs" in message;

const answerOf = (child: ChildProcess): Promise<CrowdWork> =>
  new Promise((resolve, reject) => {
    child.once("message", (message) =>
      isWork(message) ? resolve(message) : reject(new Error("the node sent no count of its work")),
    );
    child.once("exit", () => reject(new Error("a node ended before it answered")));
  });

/**
 * Nodes in processes of their own on one journal, each with its share of the callers; their
 * commands together.
 */
export const openNodes = async (
  count: number,
  { folder, inFlight, runMs }: ContenderSettings,
): Promise<Contender> => {
  const server = await startEsdbServer(folder);
  const nodes: ChildProcess[] = [];
  // one after the other, as the first begins the journal
  for (let at = 0; at < count; at += 1) {
    const data = join(folder, `node-${at}`);
    await mkdir(data);
    const callers = String(Math.round(inFlight / count));
    const args = [server.connectionString, data, callers, String(runMs)];
    const node = fork(nodeFile, args, { execArgv: [youngGeneration] });
    node.setMaxListeners(0);
    await answerOf(node);
    nodes.push(node);
  }
  const work = (): Promise<ReadonlyArray<CrowdWork>> =>
    Promise.all(
      nodes.map((node) => {
        const answer = answerOf(node);
        node.send("run");
        return answer;
      }),
    );
  for (let run = 0; run < warmRuns; run += 1) await work();
  return {
    info: {},
    run: async () => {
      const done = await work();
      const value = done.reduce(
        (sum, { completed, elapsedMs }) => sum + (completed * 1_000) / elapsedMs,
        0,
      );
      const shares = done.map(({ completed }) => completed);
      return { value, notes: { least: Math.min(...shares), most: Math.max(...shares) } };
    },
    close: async () => {
      for (const node of nodes) if (node.connected) node.disconnect();
      await server.close();
    },
  };
};
