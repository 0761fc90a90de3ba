import {
  Amulet,
  AppRewardCoupon,
  LockedAmulet,
  ValidatorFaucetCoupon,
  ValidatorLivenessActivityRecord,
  ValidatorRewardCoupon,
} from "@tallystick/coin";
import type { Template } from "@tallystick/core";
import { openValidator, type Validator, type Wallet } from "@tallystick/node";
import type { WalletConfig } from "@tallystick/wallet";
import { decimal } from "../coin-ledger.js";
import { expectRight } from "../../errors.js";
import { randomFrom } from "../../random.js";
import { callers, type DaySize } from "../../sizes.js";
import { workThrough } from "../../work.js";
import { type CoinBook, readCoinBook } from "./coin-book.js";
import { dayConfig, type DayUsers, dayUsers } from "./day-users.js";

/** The result of a day. Amounts are in units of 1e-10 CC. */
export interface DayReport {
  /** By the journal. */
  readonly book: CoinBook;
  /** All coins, by the wallet's views. */
  readonly shown: bigint;
  /** Coins of all parties with a wallet, and of the one with most. */
  readonly holdings: number;
  readonly mostHoldings: number;
  readonly parties: number;
  /** Least extra traffic that was left after a tick, bytes. */
  readonly leastTraffic: bigint;
  /** Coupons left of rounds that neither collect, nor are counted, nor issue. */
  readonly staleCoupons: number;
  readonly counts: DayUsers["counts"];
  /** Failures of automations. */
  readonly errors: ReadonlyArray<string>;
  /** From the first tick to the last; milliseconds, and processor time of the process. */
  readonly elapsedMs: number;
  readonly cpuMs: number;
}

/** 2026-01-01T00:00:00Z. */
const start = 1_767_225_600_000_000;
const tickMicros = 600_000_000;
/** Bytes per second that are bought; a tick of the whole day needs less. */
const throughput = "20000";
/** Stale coupons that are counted of one kind. */
const maxStale = 1_000;
/** Ticks without users at the end, in which the last coupons are minted or expire. */
const quietTicks = 8;

const opened = async (
  data: string,
  config: Partial<WalletConfig>,
  errors: Array<string>,
): Promise<Validator> =>
  expectRight(
    await openValidator({
      data,
      clock: () => start,
      manualClock: true,
      wallet: {
        amuletPrice: "0.1",
        config: {
          validatorWalletUsers: ["operator"],
          traffic: { targetThroughput: decimal(throughput), minTopupIntervalMicros: tickMicros },
          ...config,
        },
        onError: (automation, _id, error) => errors.push(`${automation}: ${error}`),
      },
    }),
    "opening the validator",
  );

/** Gives every user a wallet. @returns their parties */
const onboarded = async (data: string, users: number): Promise<ReadonlyArray<string>> => {
  const validator = await opened(data, {}, []);
  const parties: Array<string> = [];
  const names = Array.from({ length: users }, (_, index) => `user-${index}`);
  await workThrough(callers.onboarding, names, async (name) => {
    parties.push(expectRight(await validator.wallet.users.onboard(name), name));
  });
  await validator.wallet.scheduler.settle();
  await validator.close();
  return parties.sort();
};

interface OfRound {
  readonly round: { readonly number: bigint };
}

/** Coupons of rounds before the oldest one that still issues. */
const staleCouponsOf = ({ views, settings, network }: Wallet): number => {
  const oldest = network()?.issuingRounds[0]?.payload.round.number ?? 0n;
  const stale = <P extends OfRound>(template: Template<P>): number =>
    views.due(template, settings.dso, Number(oldest) - 1, maxStale).length;
  return (
    stale(AppRewardCoupon) +
    stale(ValidatorRewardCoupon) +
    stale(ValidatorFaucetCoupon) +
    stale(ValidatorLivenessActivityRecord)
  );
};

/** The coins of all parties, as the views show them to the network's operator party. */
const coinsShown = ({ views, settings: { dso }, scheduler }: Wallet) => {
  const counts = new Map<string, number>();
  let shown = 0n;
  const coins = [
    ...views.of(Amulet, dso).map(({ payload }) => payload),
    ...views.of(LockedAmulet, dso).map(({ payload }) => payload.amulet),
  ];
  for (const { owner, amount } of coins) {
    shown += amount.initialAmount;
    counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  return {
    shown,
    holdings: coins.length,
    mostHoldings: Math.max(0, ...counts.values()),
    parties: scheduler.status().parties,
  };
};

/** Lets one tick pass, with everything that is due in it. @returns the extra traffic left */
const tick = async ({ wallet }: Validator): Promise<bigint> => {
  wallet.manualClock?.advance(tickMicros);
  await wallet.scheduler.settle();
  return wallet.extraTrafficLeft();
};

/**
 * A day of a wallet in fast time, with all of its automations: users tap and offer at random, some
 * of them sweep, and time moves tick by tick as soon as everything is done.
 *
 * @param folder an empty folder for the ledger
 */
export const runDay = async (folder: string, size: DaySize): Promise<DayReport> => {
  const parties = await onboarded(folder, size.users);
  const errors: Array<string> = [];
  const validator = await opened(folder, dayConfig(parties), errors);
  const { wallet, ledger } = validator;
  try {
    const users = dayUsers(wallet, parties, randomFrom(size.seed));
    await users.begin();
    await wallet.scheduler.settle();
    const [began, cpu] = [performance.now(), process.cpuUsage()];
    const actions = Array.from({ length: size.actionsPerTick }, (_, index) => index);
    let leastTraffic: bigint | undefined;
    for (let passed = 0; passed < size.ticks + quietTicks; passed++) {
      if (passed < size.ticks) await workThrough(callers.onboarding, actions, () => users.act());
      const left = await tick(validator);
      if (leastTraffic === undefined || left < leastTraffic) leastTraffic = left;
    }
    const { user, system } = process.cpuUsage(cpu);
    const elapsedMs = performance.now() - began;
    return {
      book: await readCoinBook(ledger, wallet.settings.dso),
      ...coinsShown(wallet),
      leastTraffic: leastTraffic ?? 0n,
      staleCoupons: staleCouponsOf(wallet),
      counts: users.counts,
      errors,
      elapsedMs,
      cpuMs: (user + system) / 1_000,
    };
  } finally {
    await validator.close();
  }
};
