import { Amulet, type ExpiringAmount, LockedAmulet } from "@tallystick/coin";
import { int64FromText, type Json, numericFromText, type PartyId } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { jsonAt, textAt } from "../history/json-path.js";

/** What a coin adds to the balance of its owner. */
export interface HeldIn {
  readonly owner: PartyId;
  readonly isLocked: boolean;
  readonly amount: ExpiringAmount;
}

/**
 * What a contract adds to a balance; undefined for contracts that are no coin.
 *
 * @param template the template's name, `Splice.Amulet:Amulet`
 * @param payload in wire form
 */
export const heldIn = (template: string, payload: Json): HeldIn | undefined => {
  const isLocked = template === LockedAmulet.name;
  if (!isLocked && template !== Amulet.name) return undefined;
  const coin = isLocked ? jsonAt(payload, "amulet") : payload;
  const owner = textAt(coin, "owner");
  const amount = amountIn(jsonAt(coin, "amount"));
  return owner === undefined || amount === undefined ? undefined : { owner, isLocked, amount };
};

const amountIn = (amount: Json | undefined): ExpiringAmount | undefined => {
  const initialAmount = numericFromText(textAt(amount, "initialAmount") ?? "");
  const rate = numericFromText(textAt(amount, "ratePerRound.rate") ?? "");
  const round = int64FromText(textAt(amount, "createdAt.number") ?? "");
  return isLeft(initialAmount) || isLeft(rate) || isLeft(round)
    ? undefined
    : {
        initialAmount: initialAmount.right,
        createdAt: { number: round.right },
        ratePerRound: { rate: rate.right },
      };
};
