import { type NumericError, numericFromUnits, numericToText, type PartyId } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import type { Balance, RoundNumber } from "@tallystick/wallet";
import { required, wireString } from "@tallystick/wire";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { refused } from "../rows/wallet-row.js";

/** The sums of a party's coins. */
export const amountFields = {
  party_id: required(wireString),
  total_unlocked_coin: required(wireString),
  total_locked_coin: required(wireString),
  total_coin_holdings: required(wireString),
};

/** The sums of a party's coins with their fees (wallet 4.5, 5.1). */
export const holdingsFields = {
  ...amountFields,
  accumulated_holding_fees_unlocked: required(wireString),
  accumulated_holding_fees_locked: required(wireString),
  accumulated_holding_fees_total: required(wireString),
  total_available_coin: required(wireString),
};

/** The sums of a party's coins, as text. */
export type HoldingsSums = Readonly<Record<keyof typeof holdingsFields, string>>;

const tooLarge = () => refused(500, "The sum of the coins is too large to be shown.");

/** The sums of a party's balance; 500 when a sum is too large. */
export const holdingsSums = (
  party: PartyId,
  balance: Either<NumericError, Balance>,
): HoldingsSums => {
  if (isLeft(balance)) throw tooLarge();
  const { unlocked, locked, holdingFees, lockedHoldingFees } = balance.right;
  const total = numericFromUnits(unlocked + locked);
  const fees = numericFromUnits(holdingFees + lockedHoldingFees);
  const available = numericFromUnits(unlocked - holdingFees);
  if (isLeft(total) || isLeft(fees) || isLeft(available)) throw tooLarge();
  return {
    party_id: party,
    total_unlocked_coin: numericToText(unlocked),
    total_locked_coin: numericToText(locked),
    total_coin_holdings: numericToText(total.right),
    accumulated_holding_fees_unlocked: numericToText(holdingFees),
    accumulated_holding_fees_locked: numericToText(lockedHoldingFees),
    accumulated_holding_fees_total: numericToText(fees.right),
    total_available_coin: numericToText(available.right),
  };
};

/** The sums of a party's current holdings. */
export const holdingsNow = ({ views }: Wallet, party: PartyId, round: RoundNumber): HoldingsSums =>
  holdingsSums(party, views.balances.now(party, round));
