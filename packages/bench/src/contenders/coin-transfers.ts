import {
  coinInputs,
  coinInstrument,
  contextKeys,
  transferInstructionV1,
  TransferPreapproval_SendV2,
} from "@tallystick/coin";
import { commandsOf } from "@tallystick/core";
import { holdingInterfaces } from "@tallystick/core/picture";
import type { LedgerOptions } from "@tallystick/node";
import type { Contender, ContenderSettings, OpenContender } from "../contender.js";
import { captured, coinPages, idleCoins, spent } from "../sizes.js";
import { microsEach, passes, perSecond, type Work, working, workThrough } from "../work.js";
import {
  amulet,
  type CoinBench,
  decimal,
  openCoinBench,
  prepareCoins,
  tapCoins,
} from "./coin-ledger.js";
import { genuineDar } from "./daml.js";
import { pageAfterPage } from "./data-set.js";
import { capturing, createdSince, viewsCaughtUp } from "./ledger.js";

const { TransferFactory_Transfer, TransferInstruction_Accept } = transferInstructionV1;
const standard = commandsOf({ name: "splice-api-token-transfer-instruction-v1" });

const hourMicros = 3_600_000_000;

/** Spends coins that were prepared off the clock; what it takes is on it. */
type SpendCoins = (
  bench: CoinBench,
  callers: number,
  coins: ReadonlyArray<string>,
) => Promise<Work>;

/** Each coin pays 1 CC over the receiver's preapproval; the rest of it comes back as change. */
const sendInOneStep: SpendCoins = ({ sender, preapproval, configState, submit }, callers, coins) =>
  workThrough(callers, coins, (contractId) =>
    submit(
      [sender],
      amulet.exercise(TransferPreapproval_SendV2, preapproval, {
        context: { externalPartyConfigState: configState, featuredAppRight: undefined },
        inputs: coinInputs([contractId]),
        amount: decimal("1"),
        sender,
        description: undefined,
      }),
    ),
  );

/** What the registry passes along with choices of the token standard. */
const registryArgs = ({ configState }: CoinBench) => ({
  context: {
    values: new Map([
      [contextKeys.externalPartyConfigState, { tag: "AV_ContractId" as const, value: configState }],
    ]),
  },
  meta: { values: new Map<string, string>() },
});

const beginTransfer = (
  bench: CoinBench,
  receiver: string,
  amount: string,
  inputHoldingCids: ReadonlyArray<string>,
): Promise<number> => {
  const { sender, dso, factory } = bench;
  const now = Date.now() * 1000;
  const argument = {
    expectedAdmin: dso,
    transfer: {
      sender,
      receiver,
      amount: decimal(amount),
      instrumentId: coinInstrument(dso),
      requestedAt: BigInt(now - hourMicros),
      executeBefore: BigInt(now + hourMicros),
      inputHoldingCids,
      meta: { values: new Map() },
    },
    extraArgs: registryArgs(bench),
  };
  return bench.submit([sender], standard.exercise(TransferFactory_Transfer, factory, argument));
};

/** Each coin is offered, then each offer accepted; finding the offers is off the clock. */
const sendInTwoSteps: SpendCoins = async (bench, callers, coins) => {
  const { ledger, receiver } = bench;
  const begin = ledger.ledgerEnd();
  const offering = await workThrough(callers, coins, (contractId) =>
    beginTransfer(bench, receiver, "1", [contractId]),
  );
  const offers = await createdSince(ledger, receiver, begin);
  const accept = { extraArgs: registryArgs(bench) };
  const accepting = await workThrough(callers, offers, ({ contractId }) =>
    bench.submit([receiver], standard.exercise(TransferInstruction_Accept, contractId, accept)),
  );
  return { ...accepting, elapsedMs: offering.elapsedMs + accepting.elapsedMs };
};

/** Transfers to oneself that make one coin of a hundred. */
const merge: SpendCoins = (bench, callers, coins) => {
  const heaps: Array<ReadonlyArray<string>> = [];
  for (let at = 0; at + spent.perTransfer <= coins.length; at += spent.perTransfer)
    heaps.push(coins.slice(at, at + spent.perTransfer));
  return workThrough(callers, heaps, (heap) =>
    beginTransfer(bench, bench.sender, `${2 * spent.perTransfer}`, heap),
  );
};

interface PassOptions {
  /** Makes the coins of one pass, 2 CC each by default. @returns their contract ids */
  readonly prepare?: typeof prepareCoins;
  readonly figure?: (work: Work) => number;
  /** Coins the sender has in addition to those of a pass, a multiple of 100. */
  readonly idle?: number;
  /** What the ledger is opened with; default a folder for its data. */
  readonly opening?: () => Promise<LedgerOptions>;
}

/**
 * A contender that prepares coins off the clock and spends them on it, pass after pass until the
 * run's time is over.
 */
const spending =
  (count: number, spend: SpendCoins, options: PassOptions = {}): OpenContender =>
  async ({ folder, inFlight, runMs }: ContenderSettings): Promise<Contender> => {
    const { prepare = prepareCoins, figure = perSecond, idle = 0, opening } = options;
    const bench = await openCoinBench((await opening?.()) ?? { data: folder });
    const { ledger, sender: party } = bench;
    if (idle > 0) await prepareCoins(bench, inFlight, idle);
    const pass = async (): Promise<Work> => {
      const work = await spend(bench, inFlight, await prepare(bench, inFlight, count));
      await viewsCaughtUp({ ledger, party });
      return work;
    };
    return working(() => passes(runMs, pass), ledger, figure);
  };

/** Transfers in one step, over a preapproval. */
export const oneStep = spending(spent.oneStep, sendInOneStep);

/** Transfers in one step on a ledger in memory; what each costs. */
export const inMemory = spending(spent.inMemory, sendInOneStep, {
  figure: microsEach,
  opening: () => Promise.resolve({}),
});

/** Transfers by the network's own packages, compiled from Daml: the release of the other side. */
export const byDaml = spending(spent.inMemory, sendInOneStep, {
  figure: microsEach,
  opening: async () => ({ packages: [await genuineDar("splice-amulet-0.1.22")] }),
});

/** Transfers in two steps: two commands each. */
export const twoStep = spending(spent.twoStep, sendInTwoSteps);

/** Transfers to oneself that make one coin of a hundred. */
export const merging = spending(spent.merged, merge);

/**
 * What a transfer costs a sender who has other coins in addition to the few it spends, of 1 CC
 * each.
 */
const holdings = (idle: number): OpenContender =>
  spending(spent.ofMany, sendInOneStep, {
    prepare: (bench, callers, count) => tapCoins(bench, callers, count, "1"),
    figure: microsEach,
    idle,
  });

/** Transfers by a party that has no coins but the ten it spends. */
export const fewHoldings = holdings(0);

/** Transfers by a party that has ten thousand coins. */
export const manyHoldings = holdings(idleCoins);

/** Pages of a party's coins as holdings of both versions of the token standard. */
const holdingPages =
  (includeInterfaceView: boolean): OpenContender =>
  async ({ folder, runMs }) => {
    const bench = await openCoinBench({ data: folder });
    const { ledger, sender } = bench;
    await tapCoins(bench, captured.callers, coinPages.coins, "1");
    await viewsCaughtUp({ ledger, party: sender });
    const cumulative = holdingInterfaces.map((interfaceId) => ({
      kind: "interface" as const,
      interfaceId,
      includeInterfaceView,
      includeCreatedEventBlob: false,
    }));
    const eventFormat = { filtersByParty: { [sender]: { cumulative } } };
    return pageAfterPage(ledger, { eventFormat, maxPageSize: coinPages.coinsPerPage }, runMs);
  };

export const pagesWithViews = holdingPages(true);

export const pagesWithoutViews = holdingPages(false);

export const captureOneStep: OpenContender = (settings) =>
  capturing(settings, openCoinBench, async (bench) => {
    const coins = await prepareCoins(bench, captured.callers, captured.transfers);
    const begin = bench.ledger.ledgerEnd();
    await sendInOneStep(bench, captured.callers, coins);
    return begin;
  });
