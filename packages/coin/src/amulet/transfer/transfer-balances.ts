import type { ChoiceProgram } from "@tallystick/core";
import { minus, plus, zero } from "../../model/arithmetic.js";
import type { ExpiringAmount } from "../configuration/fees.js";
import type { BalanceChange } from "./transfer-types.js";
import { valueAtRoundZero } from "../holding/value-at-round-zero.js";

/** How the holdings of some parties change, as results of choices show it. */
export type BalanceChanges = ReadonlyArray<readonly [owner: string, BalanceChange]>;

const noChange: BalanceChange = {
  changeToInitialAmountAsOfRoundZero: zero,
  changeToHoldingFeesRate: zero,
};

/** The balance changes of one transfer while they are being added up, in place. */
export class BalanceSum {
  private readonly sums: Map<string, BalanceChange>;

  /** @param before changes to continue from */
  constructor(before: BalanceChanges = []) {
    this.sums = new Map(before);
  }

  /** A coin more for an owner. */
  *add(owner: string, amount: ExpiringAmount): ChoiceProgram<void> {
    const sum = this.sums.get(owner) ?? noChange;
    const value = yield* valueAtRoundZero(amount);
    this.sums.set(owner, {
      changeToInitialAmountAsOfRoundZero: yield* plus(
        sum.changeToInitialAmountAsOfRoundZero,
        value,
      ),
      changeToHoldingFeesRate: yield* plus(sum.changeToHoldingFeesRate, amount.ratePerRound.rate),
    });
  }

  /** A coin less for an owner. */
  *remove(owner: string, amount: ExpiringAmount): ChoiceProgram<void> {
    const sum = this.sums.get(owner) ?? noChange;
    const value = yield* valueAtRoundZero(amount);
    this.sums.set(owner, {
      changeToInitialAmountAsOfRoundZero: yield* minus(
        sum.changeToInitialAmountAsOfRoundZero,
        value,
      ),
      changeToHoldingFeesRate: yield* minus(sum.changeToHoldingFeesRate, amount.ratePerRound.rate),
    });
  }

  get changes(): BalanceChanges {
    return [...this.sums];
  }
}
