import { requireDso } from "../model/checked-fetch.js";
import {
  enumeration,
  exercise,
  type Numeric,
  numeric,
  record,
  type Static,
  type ChoiceProgram,
} from "@tallystick/core";
import { OpenMiningRound_Fetch, type OpenRoundPayload } from "../amulet/rounds/round.js";
import { coinOfUsd } from "../model/arithmetic.js";
import { stopWith } from "../model/coin-error.js";

/** What an amount counts: USD, which the price turns into CC when it is paid, or CC. */
export const Unit = enumeration("USDUnit", "AmuletUnit", "ExtUnit");

/** An amount of USD or CC. */
export const PaymentAmount = record({ amount: numeric, unit: Unit });
/** An amount of USD or CC. */
export type PaymentAmount = Static<typeof PaymentAmount>;

/** A round as anybody may read it, and the party that does. */
export interface PricedRound {
  readonly dso: string;
  readonly reader: string;
  readonly openRoundCid: string;
}

/**
 * A round of a DSO, read by a party that anybody may be. Stops the command with `wrong-contract`
 * when it is another's.
 */
export function* readRound(
  openRoundCid: string,
  dso: string,
  reader: string,
): ChoiceProgram<OpenRoundPayload> {
  const round = yield* exercise(OpenMiningRound_Fetch, openRoundCid, { p: reader });
  yield* requireDso(OpenMiningRound_Fetch.on, openRoundCid, round, dso);
  return round;
}

/**
 * An amount in CC at the price of a round, half-even. Stops the command for a unit that is neither
 * USD nor CC.
 */
export function* inCoin(
  { amount, unit }: PaymentAmount,
  { dso, reader, openRoundCid }: PricedRound,
): ChoiceProgram<Numeric> {
  switch (unit) {
    case "AmuletUnit":
      return amount;
    case "USDUnit": {
      const { amuletPrice } = yield* readRound(openRoundCid, dso, reader);
      return yield* coinOfUsd(amount, amuletPrice);
    }
    case "ExtUnit":
      return yield* stopWith("invalid-argument", "The unit is USDUnit or AmuletUnit.");
  }
}
