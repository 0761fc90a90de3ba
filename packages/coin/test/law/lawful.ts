import { expect } from "chai";
import { type holdingV1, metadataKeys } from "../../src/index.js";
import type { Coin } from "./coin-reading.js";
import type { NaiveModel } from "./naive-model.js";

/** Everything that has to agree. */
export interface Evidence {
  /** Read from the contracts. */
  readonly coins: ReadonlyMap<string, Coin>;
  readonly model: NaiveModel;
  /** Read from the transactions. */
  readonly account: { readonly minted: bigint; readonly burned: bigint };
  readonly users: ReadonlyArray<string>;
  readonly dso: string;
  /** What the token standard shows. */
  readonly views: ReadonlyMap<string, holdingV1.HoldingView>;
}

/** Throws unless contracts, model, transactions and views tell the same. */
export const expectLawful = ({ coins, model, account, users, dso, views }: Evidence): void => {
  const all = [...coins.values()];
  const sum = (of: ReadonlyArray<Coin>): bigint =>
    of.reduce((total, { units }) => total + units, 0n);
  expect(account.minted, "minted").to.equal(model.minted);
  expect(account.burned, "burned").to.equal(model.burned);
  expect(model.total, "minted less burned").to.equal(model.minted - model.burned);
  expect(sum(all), "in contracts").to.equal(model.total);
  expect(
    all.every(({ units }) => units > 0n),
    "every coin is above 0",
  ).to.equal(true);
  for (const user of users) {
    expect(
      sum(all.filter(({ owner, lock }) => owner === user && lock === undefined)),
      user,
    ).to.equal(model.balanceOf(user));
  }
  expectSameLocks(all, model);
  expect(views.size, "as many views as coins").to.equal(coins.size);
  for (const coin of all) expectSameView(coin, dso, views.get(coin.contractId));
};

const expectSameLocks = (all: ReadonlyArray<Coin>, { locks }: NaiveModel): void => {
  const locked = all.filter(({ lock }) => lock !== undefined);
  expect(locked.length, "as many locked coins as locks").to.equal(locks.size);
  for (const { contractId, owner, units, lock } of locked) {
    const agreed = locks.get(contractId);
    const isSame =
      agreed !== undefined &&
      agreed.owner === owner &&
      agreed.units === units &&
      agreed.expiresAt === lock?.expiresAt &&
      agreed.holders.join() === lock.holders.join();
    if (!isSame) expect({ owner, units, ...lock }, "a lock").to.deep.equal(agreed);
  }
};

/** Units of 10^-10 without zeros at the end, but with one digit after the point. */
const asDecimal = (units: bigint): string => {
  const digits = units.toString().padStart(11, "0");
  const places = digits.slice(-10).replace(/0+$/, "");
  return `${digits.slice(0, -10)}.${places === "" ? "0" : places}`;
};

// compared by hand, because this is done for every coin after every step
const expectSameView = (coin: Coin, dso: string, view: holdingV1.HoldingView | undefined): void => {
  const isSame =
    view !== undefined &&
    view.owner === coin.owner &&
    view.amount === coin.units &&
    view.instrumentId.admin === dso &&
    view.instrumentId.id === "Amulet" &&
    String(view.lock?.expiresAt) === String(coin.lock?.expiresAt) &&
    view.lock?.holders.join() === coin.lock?.holders.join() &&
    view.meta.values.get(metadataKeys.createdInRound) === coin.round.toString() &&
    view.meta.values.get(metadataKeys.ratePerRound) === asDecimal(coin.rate);
  if (!isSame) expect(view, "the view of a coin").to.deep.equal(coin);
};
