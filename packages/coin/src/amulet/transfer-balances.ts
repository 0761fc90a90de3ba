import type { Numeric, Steps } from "@tallystick/core";
import { minus, plus, sure, zero } from "../arithmetic.js";
import type { ExpiringAmount } from "./fees.js";
import type { BalanceChange } from "./transfer-types.js";
import { valueAtRoundZero } from "./value-at-round-zero.js";

/** The balance changes of a transfer while they are being added up. */
export type BalanceChanges = ReadonlyMap<string, BalanceChange>;

const nothing: BalanceChange = {
  changeToInitialAmountAsOfRoundZero: zero,
  changeToHoldingFeesRate: zero,
};

type Combine = (a: Numeric, b: Numeric) => Steps<Numeric>;

function* changed(
  changes: BalanceChanges,
  owner: string,
  amount: ExpiringAmount,
  combine: Combine,
): Steps<BalanceChanges> {
  const before = changes.get(owner) ?? nothing;
  const value = yield* sure(valueAtRoundZero(amount));
  return new Map(changes).set(owner, {
    changeToInitialAmountAsOfRoundZero: yield* combine(
      before.changeToInitialAmountAsOfRoundZero,
      value,
    ),
    changeToHoldingFeesRate: yield* combine(
      before.changeToHoldingFeesRate,
      amount.ratePerRound.rate,
    ),
  });
}

/** With a coin more for an owner. */
export const withCoin = (
  changes: BalanceChanges,
  owner: string,
  amount: ExpiringAmount,
): Steps<BalanceChanges> => changed(changes, owner, amount, plus);

/** With a coin less for an owner. */
export const withoutCoin = (
  changes: BalanceChanges,
  owner: string,
  amount: ExpiringAmount,
): Steps<BalanceChanges> => changed(changes, owner, amount, minus);
