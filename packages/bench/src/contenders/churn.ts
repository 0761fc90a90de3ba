import type { Contender, ContenderSettings, OpenContender } from "../contender.js";
import { churn, dataSet } from "../sizes.js";
import { microsEach, passes, repeat, type Work, working, workThrough } from "../work.js";
import { type BenchLedger, createdSince, openBenchLedger, viewsCaughtUp } from "./ledger.js";

/** Ids of active contracts from all over a ledger on which nothing was archived yet. */
const sampledContracts = async ({ ledger, party }: BenchLedger): Promise<Array<string>> => {
  const end = ledger.ledgerEnd();
  const step = Math.max(churn.offsetsPerPlace, Math.ceil(end / churn.places));
  const ids: Array<string> = [];
  for (let begin = 0; begin < end; begin += step) {
    const until = Math.min(begin + churn.offsetsPerPlace, end);
    for (const made of await createdSince(ledger, party, begin, until)) ids.push(made.contractId);
  }
  return ids;
};

/** Takes so many ids out of a list, from random places. */
const takeRandom = (ids: Array<string>, count: number): ReadonlyArray<string> =>
  Array.from({ length: Math.min(count, ids.length) }, () => {
    const index = Math.floor(Math.random() * ids.length);
    const last = ids.pop();
    if (last === undefined || index === ids.length) return last ?? "";
    const taken = ids[index] ?? "";
    ids[index] = last;
    return taken;
  });

/**
 * The cost of a submission at a constant number of active contracts: half of the commands create,
 * half archive. The new contract ids are looked up off the clock.
 * @param data folder of the ledger
 * @param startContracts contracts to create first, off the clock
 */
const openChurn = async (
  { inFlight, runMs }: ContenderSettings,
  data: string,
  startContracts: number,
): Promise<Contender> => {
  const bench = await openBenchLedger({ data });
  const { ledger, party } = bench;
  await repeat(inFlight, startContracts, bench.createPing);
  await viewsCaughtUp(bench);
  const ids = await sampledContracts(bench);
  const pass = async (): Promise<Work> => {
    const archived = takeRandom(ids, churn.contractsPerPass);
    const begin = ledger.ledgerEnd();
    const steps = archived.flatMap((contractId) => [
      () => bench.createPing(),
      () => bench.abortPing(contractId),
    ]);
    const work = await workThrough(inFlight, steps, (step) => step());
    await viewsCaughtUp(bench);
    for (const made of await createdSince(ledger, party, begin)) ids.push(made.contractId);
    return work;
  };
  return working(() => passes(runMs, pass), ledger, microsEach);
};

/** Submissions on a ledger with a thousand active contracts. */
export const smallChurn: OpenContender = (settings) =>
  openChurn(settings, settings.folder, dataSet.smallContracts);

/**
 * Submissions on the shared data set, with all its contracts active. It writes there, so its row
 * comes last.
 */
export const largeChurn: OpenContender = (settings) => openChurn(settings, settings.dataSet, 0);
