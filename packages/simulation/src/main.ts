import { huntBudget } from "./campaign/hunt.js";
import { canaryTable } from "./campaign/canary-table.js";
import { huntAll, runCampaign } from "./campaign/processes.js";
import { replaySeed } from "./campaign/replay.js";
import { type Arguments, readArguments, usage } from "./campaign/arguments.js";

/** Prints what many histories came to. @returns the exit code */
const campaign = async ({ from, histories, seconds }: Arguments): Promise<number> => {
  const begun = performance.now();
  const done = await runCampaign({ from, histories, seconds });
  const took = Math.round((performance.now() - begun) / 1_000);
  console.log(
    `${done.histories} histories from seed ${from}, ${done.events} events, ${done.tasks} places for a crash, ${took} s`,
  );
  const met = Object.entries(done.met).toSorted(([a], [b]) => (a < b ? -1 : 1));
  console.log(met.map(([name, count]) => `${name} ${count}`).join(", "));
  for (const { seed, violations } of done.failures)
    console.log(`seed ${seed}: ${violations[0]}\n  npm run simulate -- --seed ${seed}`);
  console.log(done.failures.length === 0 ? "nothing is wrong" : "something is wrong");
  return done.failures.length === 0 ? 0 : 1;
};

/** Hunts all canaries, and prints the table. @returns the exit code */
const canaries = async (): Promise<number> => {
  const found = await huntAll({ budget: huntBudget });
  console.log(canaryTable(found));
  return found.every((each) => each !== undefined) ? 0 : 1;
};

const run = async (args: ReadonlyArray<string>): Promise<number> => {
  const read = readArguments(args);
  if (typeof read === "string") {
    console.error(`${read}\n${usage}`);
    return 2;
  }
  if (read.canaries) return canaries();
  return read.seed === undefined ? campaign(read) : replaySeed(read.seed);
};

process.exitCode = await run(process.argv.slice(2));
