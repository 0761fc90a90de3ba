import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { AmuletRules_DevNet_Tap } from "@tallystick/coin";
import { openLedger } from "@tallystick/node";
import type { ContenderSettings, OpenContender } from "../contender.js";
import { expectRight } from "../errors.js";
import { openProcessContender } from "../process-contender.js";
import { benchUser } from "../workload.js";
import { amulet, decimal, openCoinBench } from "./coin-ledger.js";
import { genuineDar } from "./daml.js";

/** Time for what a start does after it; milliseconds. */
const settleMs = 1_000;

const dar = "splice-wallet-0";

const placesIn = ({ folder }: ContenderSettings) => ({
  data: join(folder, "data"),
  ids: join(folder, "ids"),
});

/** What it takes by the clock, and the processor time of the whole process; milliseconds. */
const spent = async <A>(work: () => Promise<A>) => {
  const [before, cpuBefore] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  return { result, ms: performance.now() - before, cpuMs: Math.round((user + system) / 1_000) };
};

const nothing = async () => ({ value: 0, notes: {} });

/** Leaves a folder with a closed ledger of the genuine coin and wallet, and the ids in it. */
export const network: OpenContender = async (settings) => {
  const { data, ids } = placesIn(settings);
  const { ledger, dso, sender, rules, round } = await openCoinBench({
    data,
    packages: [await genuineDar(dar)],
  });
  writeFileSync(ids, [dso, sender, rules, round].join(" "));
  await ledger.close();
  return { info: {}, run: nothing, close: async () => undefined };
};

/** Opens that ledger with its DAR; a run is the first choice of its packages. */
export const known: OpenContender = async (settings) => {
  const { data, ids } = placesIn(settings);
  const opening = await spent(async () =>
    expectRight(await openLedger({ data, packages: [await genuineDar(dar)] }), "opening"),
  );
  const ledger = opening.result;
  await delay(settleMs);
  const [dso = "", receiver = "", rules = "", openRound = ""] = readFileSync(ids, "utf8").split(
    " ",
  );
  const tap = { receiver, amount: decimal("1"), openRound };
  const submission = {
    commands: [amulet.exercise(AmuletRules_DevNet_Tap, rules, tap)],
    commandId: randomUUID(),
    actAs: [receiver],
    readAs: [dso],
    userId: benchUser,
  };
  return {
    info: { openMs: opening.ms, cpuMs: opening.cpuMs },
    run: async () => {
      const { result, ms, cpuMs } = await spent(() => ledger.submitAndWait(submission));
      expectRight(result, "tapping");
      return { value: ms, notes: { cpuMs } };
    },
    close: () => ledger.close(),
  };
};

/**
 * A ledger in a new process each time, in a folder that has the packages.
 *
 * @param figure milliseconds of opening it with a DAR that it knows, or of the first choice
 */
export const restarts =
  (figure: "opening" | "first use"): OpenContender =>
  async (settings) => {
    const quiet = { ...settings, profileFolder: "" };
    await (await openProcessContender("daml-network", quiet)).close();
    return {
      info: {},
      run: async () => {
        const started = await openProcessContender("daml-known", quiet);
        const firstUse = await started.run();
        await started.close();
        const { openMs = 0, cpuMs = 0 } = started.info;
        return figure === "opening" ? { value: Number(openMs), notes: { cpuMs } } : firstUse;
      },
      close: async () => undefined,
    };
  };
