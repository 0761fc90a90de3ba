import { fetchOwned } from "../../model/checked-fetch.js";
import { zero } from "../../model/arithmetic.js";
import { archive, type ChoiceProgram } from "@tallystick/core";
import { Amulet } from "../holding/amulet.js";
import { consumeCoupon } from "./coupon-input.js";
import { InputSum, type InputTotals } from "./input-totals.js";
import type { TransferTerms } from "./transfer-terms.js";
import { BalanceSum } from "./transfer-balances.js";
import type { TransferInput } from "./transfer-types.js";

interface ConsumedInputs {
  readonly totals: InputTotals;
  readonly balances: BalanceSum;
}

const noChange = { changeToInitialAmountAsOfRoundZero: zero, changeToHoldingFeesRate: zero };

/** Uses up all inputs of a transfer: coins of the sender are archived, coupons minted. */
export function* consumeInputs(
  inputs: ReadonlyArray<TransferInput>,
  terms: TransferTerms,
): ChoiceProgram<ConsumedInputs> {
  const { dso, sender } = terms;
  const sum = new InputSum();
  const balances = new BalanceSum([[sender, noChange]]);
  for (const input of inputs) {
    if (input.tag !== "InputAmulet") {
      yield* sum.add(yield* consumeCoupon(input, terms));
      continue;
    }
    const { amount } = yield* fetchOwned(Amulet, input.value, dso, sender, ({ owner }) => owner);
    yield* archive(Amulet, input.value);
    yield* sum.add({ to: "coins", amount: amount.initialAmount });
    yield* balances.remove(sender, amount);
  }
  return { totals: sum.totals, balances };
}
