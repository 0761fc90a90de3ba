import {
  type ChoiceProgram,
  enumeration,
  type Numeric,
  numeric,
  record,
  type Static,
} from "@tallystick/core";
import type { OpenRoundPayload } from "../amulet/rounds/round.js";
import { coinOfUsd } from "../model/arithmetic.js";
import { generalError } from "../model/coin-error.js";

/** What an amount counts: USD, which the price turns into CC when it is paid, or CC. */
const Unit = enumeration("USDUnit", "AmuletUnit", "ExtUnit");

/** An amount of USD or CC. */
export const PaymentAmount = record({ amount: numeric, unit: Unit }, "PaymentAmount");
export type PaymentAmount = Static<typeof PaymentAmount>;

/**
 * An amount in CC at the price of a round, half-even. Stops the command for a unit that is neither
 * USD nor CC.
 */
export function* inCoin(
  { amount, unit }: PaymentAmount,
  { amuletPrice }: Pick<OpenRoundPayload, "amuletPrice">,
): ChoiceProgram<Numeric> {
  switch (unit) {
    case "AmuletUnit":
      return amount;
    case "USDUnit":
      return yield* coinOfUsd(amount, amuletPrice);
    case "ExtUnit":
      return yield* generalError("ExtUnit: bare extension constructors are not allowed at runtime");
  }
}
