import { type Numeric, numericFromUnits, type ChoiceProgram } from "@tallystick/core";
import { computed } from "../../model/arithmetic.js";
import type { ExpiringAmount } from "../configuration/fees.js";
import type { BalanceChange } from "./transfer-types.js";
import { unitsAtRoundZero } from "../holding/value-at-round-zero.js";

/** How the holdings of some parties change, as results of choices show it. */
export type BalanceChanges = ReadonlyArray<readonly [owner: string, BalanceChange]>;

interface Sum {
  value: bigint;
  rate: bigint;
}

/**
 * The balance changes of one transfer while they are being added up: in place and without any
 * bound, as this is done for each of up to 200 coins. What lies beyond the range of numbers in the
 * end is refused then.
 */
export class BalanceSum {
  private readonly sums = new Map<string, Sum>();

  /** @param before changes to go on from */
  constructor(before: BalanceChanges = []) {
    for (const [owner, change] of before) {
      this.sums.set(owner, {
        value: change.changeToInitialAmountAsOfRoundZero,
        rate: change.changeToHoldingFeesRate,
      });
    }
  }

  /** A coin more for an owner. */
  add(owner: string, amount: ExpiringAmount): void {
    const sum = this.sumOf(owner);
    sum.value += unitsAtRoundZero(amount);
    sum.rate += amount.ratePerRound.rate;
  }

  /** A coin less for an owner. */
  remove(owner: string, amount: ExpiringAmount): void {
    const sum = this.sumOf(owner);
    sum.value -= unitsAtRoundZero(amount);
    sum.rate -= amount.ratePerRound.rate;
  }

  private sumOf(owner: string): Sum {
    const known = this.sums.get(owner);
    if (known !== undefined) return known;
    const sum = { value: 0n, rate: 0n };
    this.sums.set(owner, sum);
    return sum;
  }

  /** All changes. Stops the command with `arithmetic` when one is out of range. */
  *changes(): ChoiceProgram<BalanceChanges> {
    const changes: Array<readonly [string, BalanceChange]> = [];
    for (const [owner, { value, rate }] of this.sums) {
      changes.push([
        owner,
        {
          changeToInitialAmountAsOfRoundZero: yield* numeric(value),
          changeToHoldingFeesRate: yield* numeric(rate),
        },
      ]);
    }
    return changes;
  }
}

const numeric = (units: bigint): ChoiceProgram<Numeric> => computed(numericFromUnits(units));
