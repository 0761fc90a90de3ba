import type { Contender, ContenderSettings } from "../contender.js";
import { expectRight } from "../expect-right.js";
import { workThrough } from "../in-flight.js";
import { type BenchLedger, openBenchLedger, viewsCaughtUp } from "./bench-ledger.js";

/**
 * Contracts created, and as many archived, in one pass; between two passes the new contract ids are
 * looked up off the clock.
 */
const contractsPerPass = 400;

/**
 * Contract ids kept ready for archiving are gathered from this many places of the journal, evenly
 * spread.
 */
const samplePlaces = 20;

/** Offsets read at each of these places. */
const offsetsPerPlace = 1000;

const createdBetween = async (
  { ledger, party }: BenchLedger,
  beginExclusive: number,
  endInclusive: number,
): Promise<Array<string>> => {
  const ids: Array<string> = [];
  const updateFormat = {
    includeTransactions: {
      eventFormat: { filtersByParty: { [party]: { cumulative: [] } } },
      transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
    },
  } as const;
  for await (const item of ledger.queries.updates({ beginExclusive, endInclusive, updateFormat })) {
    const { update } = expectRight(item, "listing updates");
    if (!("Transaction" in update)) continue;
    for (const event of update.Transaction.value.events)
      if ("CreatedEvent" in event) ids.push(event.CreatedEvent.contractId);
  }
  return ids;
};

/** Ids of active contracts from all over a ledger on which nothing was archived yet. */
const sampledContracts = async (bench: BenchLedger): Promise<Array<string>> => {
  const end = bench.ledger.ledgerEnd();
  const step = Math.max(offsetsPerPlace, Math.ceil(end / samplePlaces));
  const ids: Array<string> = [];
  for (let begin = 0; begin < end; begin += step)
    ids.push(...(await createdBetween(bench, begin, Math.min(begin + offsetsPerPlace, end))));
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
 * What a submission costs while the number of active contracts stays what it is: half of the
 * commands create, half archive.
 * @param data folder of the ledger
 * @param startContracts contracts to create first, off the clock
 */
export const openChurn = async (
  { inFlight, runMs }: ContenderSettings,
  data: string,
  startContracts: number,
): Promise<Contender> => {
  const bench = await openBenchLedger({ data });
  await workThrough(inFlight, Array.from({ length: startContracts }), bench.createPing);
  await viewsCaughtUp(bench);
  const ids = await sampledContracts(bench);

  const pass = async (): Promise<{ readonly commands: number; readonly elapsedMs: number }> => {
    const archived = takeRandom(ids, contractsPerPass);
    const before = bench.ledger.ledgerEnd();
    const work = archived.flatMap((contractId) => [
      () => bench.createPing(),
      () => bench.abortPing(contractId),
    ]);
    const elapsedMs = await workThrough(inFlight, work, (step) => step());
    await viewsCaughtUp(bench);
    ids.push(...(await createdBetween(bench, before, bench.ledger.ledgerEnd())));
    return { commands: work.length, elapsedMs };
  };

  return {
    info: {},
    run: async () => {
      let commands = 0;
      let elapsedMs = 0;
      while (elapsedMs < runMs) {
        const done = await pass();
        commands += done.commands;
        elapsedMs += done.elapsedMs;
      }
      return { value: (elapsedMs * 1000) / commands, notes: { commands } };
    },
    close: () => bench.ledger.close(),
  };
};
