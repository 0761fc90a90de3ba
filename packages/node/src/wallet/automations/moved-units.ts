import { numericFromText, type PartyId } from "@tallystick/core";
import type { WalletViews } from "@tallystick/views/wallet";
import { isRight } from "fp-ts/lib/Either.js";
import { readable } from "../contracts/readable.js";

/** The newest items that are looked through: others may have come meanwhile. */
const mostItems = 5;

/**
 * The coins that a transaction which was just folded brought to somebody, by the histories of those
 * who submitted it; units of 10^-10. Merging one's own coins moves none.
 */
export const movedUnits = (
  views: Pick<WalletViews, "historyBefore">,
  actAs: ReadonlyArray<PartyId>,
  updateId: string,
): bigint => {
  const [payer] = actAs;
  if (payer === undefined) return 0n;
  const found = readable(() => views.historyBefore(payer, undefined, mostItems)) ?? [];
  let sum = 0n;
  for (const { item } of found) {
    const isOf = item.event_id.startsWith(`#${updateId}:`);
    if (!isOf || item.transaction_type === "notification") continue;
    for (const { amount } of item.receivers) {
      const units = numericFromText(amount);
      if (isRight(units) && units.right > 0n) sum += units.right;
    }
  }
  return sum;
};
