import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { allCanaries } from "../canaries/all-canaries.js";
import type { Found, Hunt } from "./hunt.js";
import { type Campaign, type Seeds, together } from "./run-seeds.js";

export type Work =
  | { readonly kind: "seeds"; readonly seeds: Seeds }
  | { readonly kind: "canary"; readonly name: string; readonly hunt: Hunt };

type Done = { readonly result: unknown; readonly error?: undefined } | { readonly error: string };

/** Histories run on two processors, whatever the machine has. */
const processes = 2;

const script = fileURLToPath(new URL("./seed-process.js", import.meta.url));

/** Has processes do pieces of work, each the next one when it is done. */
const doneBy = async (works: ReadonlyArray<Work>): Promise<ReadonlyArray<unknown>> => {
  const waiting = [...works.entries()];
  const results: Array<unknown> = [];
  const workers = Array.from({ length: Math.min(processes, works.length) }, async () => {
    const child = fork(script, { execArgv: ["--max-semi-space-size=64"] });
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [at, work] = next;
        results[at] = await new Promise<unknown>((resolve, reject) => {
          const ended = (code: number | null): void =>
            reject(new Error(`a process of the simulation ended with code ${code}`));
          child.once("exit", ended);
          child.once("message", (done: Done) => {
            child.off("exit", ended);
            if (done.error === undefined) resolve(done.result);
            else reject(new Error(done.error));
          });
          child.send(work);
        });
      }
    } finally {
      child.kill();
    }
  });
  await Promise.all(workers);
  return results;
};

interface CampaignRange {
  readonly from: number;
  readonly histories: number;
  /** No history begins after this. */
  readonly seconds: number | undefined;
}

/** Runs histories in two processes. */
export const runCampaign = async ({
  from,
  histories,
  seconds,
}: CampaignRange): Promise<Campaign> => {
  const forMs = seconds === undefined ? undefined : seconds * 1_000;
  const works = Array.from({ length: processes }, (_, at): Work => {
    const count = Math.ceil((histories - at) / processes);
    return { kind: "seeds", seeds: { from: from + at, count, step: processes, forMs } };
  });
  // border: what `runSeeds` gives, through the channel of a process
  return together((await doneBy(works)) as ReadonlyArray<Campaign>);
};

/** Hunts all canaries in two processes; those that were not found are undefined. */
export const huntAll = async (hunt: Hunt): Promise<ReadonlyArray<Found | undefined>> => {
  const works = allCanaries.map(({ name }): Work => ({ kind: "canary", name, hunt }));
  // border: what `runCanary` gives, through the channel of a process
  return (await doneBy(works)) as ReadonlyArray<Found | undefined>;
};
