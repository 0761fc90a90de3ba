import { Amulet, LockedAmulet } from "@tallystick/coin";
import { type Json, type Numeric, numericFromText, type PartyId } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { textAt } from "../history/json-path.js";

/** What a coin adds to the balance of its owner. */
export interface HeldIn {
  readonly owner: PartyId;
  readonly isLocked: boolean;
  readonly amount: Numeric;
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
  const path = isLocked ? "amulet." : "";
  const owner = textAt(payload, `${path}owner`);
  const amount = numericFromText(textAt(payload, `${path}amount.initialAmount`) ?? "");
  return owner === undefined || isLeft(amount)
    ? undefined
    : { owner, isLocked, amount: amount.right };
};
