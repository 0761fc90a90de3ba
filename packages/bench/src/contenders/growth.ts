import { everythingFor } from "@tallystick/wire";
import type { ContenderSettings, Notes, OpenContender } from "../contender.js";
import { grownFile } from "../disk.js";
import { expectRight } from "../errors.js";
import { randomFrom } from "../random.js";
import { callers, coinJournalSizes, fullSizes, growth as sizes } from "../sizes.js";
import { repeat, workThrough } from "../work.js";
import { balances } from "./coin-lists.js";
import {
  type BenchLedger,
  benchParty,
  createdSince,
  openBenchLedger,
  updatesOf,
  viewsCaughtUp,
} from "./ledger.js";

/** A party with a page of contracts, evenly spread over the ledger, and no more. */
const partyOfFew = ({ ledger }: BenchLedger): Promise<string> => benchParty(ledger, "few");

/** A data folder of a ledger with so many active contracts, closed. */
export const grown = (settings: ContenderSettings, contracts: number): Promise<string> => {
  const kept = contracts < sizes.kept ? { ...settings, keptFolder: "" } : settings;
  return grownFile(kept, `growth-${contracts}`, async (data) => {
    const bench = await openBenchLedger({ data });
    const few = await partyOfFew(bench);
    const step = Math.max(1, Math.floor(contracts / sizes.page));
    let made = 0;
    const create = () => (made++ % step === 0 ? bench.createPingAs(few) : bench.createPing());
    await repeat(callers.growing, contracts, create);
    await viewsCaughtUp(bench);
    await bench.ledger.close();
  });
};

/** What something took: processor time of all threads, and time; milliseconds. */
interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
}

const costOf = async (work: () => Promise<unknown>): Promise<Cost> => {
  const [cpu, begun] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() - begun };
};

const sumOf = (costs: ReadonlyArray<Cost>): Cost => ({
  cpuMs: costs.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
  wallMs: costs.reduce((sum, { wallMs }) => sum + wallMs, 0),
});

/** The cost of one of so many as notes. */
const notesOf = (name: string, { cpuMs, wallMs }: Cost, count: number): Notes => ({
  [`${name}Ms`]: cpuMs / count,
  [`${name}WallMs`]: wallMs / count,
});

const readsOf = async (name: string, read: () => Promise<unknown>): Promise<Notes> => {
  await repeat(1, sizes.reads, read);
  return notesOf(name, await costOf(() => repeat(1, sizes.reads, read)), sizes.reads);
};

const openings = async (data: string): Promise<Notes> => {
  const costs: Array<Cost> = [];
  // the first one compiles and is not counted
  for (let time = 0; time <= sizes.openings; time++) {
    let opened: BenchLedger | undefined;
    const cost = await costOf(async () => (opened = await openBenchLedger({ data })));
    await opened?.ledger.close();
    if (time > 0) costs.push(cost);
  }
  return notesOf("open", sumOf(costs), costs.length);
};

/** A page of the party with few contracts, and of updates from a random place. */
const pages = async (bench: BenchLedger): Promise<Notes> => {
  const { ledger, party } = bench;
  const random = randomFrom(1);
  const query = { eventFormat: everythingFor(await partyOfFew(bench)), maxPageSize: sizes.page };
  const page = await readsOf("page", async () => {
    expectRight(await ledger.queries.activeContractsPage(query), "reading contracts");
  });
  const updates = await readsOf("updates", async () => {
    const from = random(Math.max(1, ledger.ledgerEnd() - sizes.page));
    const range = updatesOf(party, from, Math.min(from + sizes.page, ledger.ledgerEnd()));
    for await (const item of ledger.queries.updates(range)) expectRight(item, "reading updates");
  });
  return { ...page, ...updates };
};

/** Balances of ten coins each, in a wallet's views that have seen so many coins. */
const walletBalances = async (settings: ContenderSettings, seen: number): Promise<Notes> => {
  const live = Math.ceil(seen / coinJournalSizes.creationsPerLive);
  const views = await balances({ ...settings, coins: live });
  await views.run();
  let done = 0;
  const cost = await costOf(async () => (done = Number((await views.run()).notes["done"])));
  await views.close();
  return notesOf("balance", cost, done);
};

/** Creates contracts and waits until all views have them; archives them off the clock. */
const commandsOn = async (bench: BenchLedger, inFlight: number): Promise<Cost> => {
  const { ledger, party } = bench;
  const begin = ledger.ledgerEnd();
  const cost = await costOf(async () => {
    await repeat(inFlight, sizes.commandsPerPass, bench.createPing);
    await viewsCaughtUp(bench);
  });
  const created = await createdSince(ledger, party, begin);
  await workThrough(inFlight, created, ({ contractId }) => bench.abortPing(contractId));
  await viewsCaughtUp(bench);
  return cost;
};

/**
 * What a command, a page of a party's contracts, a page of updates, a balance and a start cost on a
 * ledger with so many active contracts; microseconds of processor time of a command.
 */
export const growing: OpenContender = async (settings) => {
  const { commands, contracts, inFlight, runMs } = settings;
  const count = commands < fullSizes.commands ? Math.min(commands, contracts) : contracts;
  const data = await grown(settings, count);
  const opened = await openings(data);
  const bench = await openBenchLedger({ data });
  const read = await pages(bench);
  const balance = await walletBalances(settings, count);
  return {
    info: {},
    run: async () => {
      const costs: Array<Cost> = [];
      while (sumOf(costs).wallMs < runMs) costs.push(await commandsOn(bench, inFlight));
      const done = costs.length * sizes.commandsPerPass;
      const command = notesOf("command", sumOf(costs), done);
      return {
        value: Number(command["commandMs"]) * 1000,
        notes: { contracts: count, ...command, ...opened, ...read, ...balance },
      };
    },
    close: () => bench.ledger.close(),
  };
};
