import { Amulet } from "@tallystick/coin";
import type { JournalEntry } from "@tallystick/views";
import { openWalletViews, type WalletViews } from "@tallystick/views/wallet";
import { balanceOf } from "@tallystick/wallet";
import { int64From } from "@tallystick/core";
import type { Contender, ContenderSettings } from "../contender.js";
import { expectRight } from "../expect-right.js";
import { randomFrom } from "../wallet-day/random.js";
import { coinJournal, coinParty, partiesFor } from "./coin-journal.js";
import { grownFile } from "./grown-file.js";

/** Transactions folded at once while views grow. */
const foldedAtOnce = 256;
/** Questions between two looks at the clock. */
const askedAtOnce = 50;

const round = { number: expectRight(int64From(9), "a round") };

/** The views of a journal that is only known by its name here. */
const viewsAt = (file: string): WalletViews => {
  const views = expectRight(openWalletViews(file), "opening the views");
  views.begin("bench", Number.MAX_SAFE_INTEGER);
  return views;
};

/** Makes views in which coins have come and gone. */
const growViews = async (file: string, live: number): Promise<void> => {
  const views = viewsAt(file);
  let entries: Array<JournalEntry> = [];
  for (const { entry } of coinJournal(live)) {
    entries.push(entry());
    if (entries.length < foldedAtOnce) continue;
    expectRight(await views.fold(entries), "folding");
    entries = [];
  }
  expectRight(await views.fold(entries), "folding");
  views.close();
};

/** Answers a question about one party. @returns a figure by which both sides can be compared */
export type Question = (party: string) => number;

/** A contender that answers a question about parties at random. */
export const asking = (
  { coins, runMs }: ContenderSettings,
  ask: Question,
  close: () => void,
): Contender => {
  const parties = partiesFor(coins);
  const random = randomFrom(1);
  return {
    info: {},
    run: () => {
      let asked = 0;
      let sum = 0;
      const start = performance.now();
      while (performance.now() - start < runMs) {
        for (let at = 0; at < askedAtOnce; at++) sum += ask(coinParty(random(parties)));
        asked += askedAtOnce;
      }
      const elapsedMs = performance.now() - start;
      const value = (asked * 1_000) / elapsedMs;
      return Promise.resolve({ value, notes: { parties, coins, average: sum / asked } });
    },
    close: () => Promise.resolve(close()),
  };
};

/** The views of the wallet, asked by what its endpoints call. */
export const openViews = async (
  settings: ContenderSettings,
  question: (views: WalletViews) => Question,
): Promise<Contender> => {
  const { coins } = settings;
  const name = `wallet-${coins}.db`;
  const views = viewsAt(await grownFile(settings, name, (file) => growViews(file, coins)));
  return asking(settings, question(views), () => views.close());
};

/** The balance, as `GET /v0/wallet/balance` adds it up. */
export const balanceIn =
  (views: WalletViews): Question =>
  (party) => {
    const coins = views.of(Amulet, party).filter(({ payload }) => payload.owner === party);
    const sums = balanceOf(
      coins.map(({ payload }) => payload),
      [],
      round,
    );
    return Number(expectRight(sums, "the balance").unlocked);
  };

/** The coins as `GET /v0/wallet/coins` shows them, as JSON text. */
export const coinsIn =
  (views: WalletViews): Question =>
  (party) =>
    JSON.stringify(views.contractsOf(Amulet, party)).length;
