import type { DrawnHolding } from "@tallystick/core/picture";
import type { ExerciseNode } from "../messages/transaction-node.js";
import { unitsOf } from "./decimal-units.js";
import { fieldAt, itemsAt, textAt } from "./value-fields.js";

const signs: Readonly<Record<string, bigint>> = { ReceiverSide: 1n, SenderSide: -1n };

/**
 * What an account gains, or loses where the units are below zero, as the administrator of a token
 * reports it in its event log (token standard V2): one for each leg. None where the contracts that
 * came and went are known, as these say it themselves.
 */
export const reportedHoldings = (
  { choiceId, chosenValue, actingParties }: ExerciseNode,
  isKnown: (contractId: string) => boolean,
): ReadonlyArray<DrawnHolding & { readonly owner: string }> => {
  const admin = textAt(chosenValue, "admin");
  const owner = textAt(chosenValue, "account", "owner");
  if (choiceId !== "EventLog_HoldingsChange" || admin === undefined || owner === undefined)
    return [];
  const changed = ["inputHoldingCids", "outputHoldingCids"].flatMap((label) =>
    itemsAt(chosenValue, label),
  );
  const isSaid = changed.some((cid) => cid.kind === "contractId" && isKnown(cid.value));
  if (isSaid || !actingParties.includes(admin)) return [];
  return itemsAt(chosenValue, "transferLegSides").flatMap((leg) => {
    const id = textAt(leg, "instrumentId");
    const units = unitsOf(textAt(leg, "amount"));
    const side = fieldAt(leg, "side");
    const sign = side?.kind === "enum" ? signs[side.value.constructorName] : undefined;
    return id === undefined || units === undefined || sign === undefined
      ? []
      : [{ owner, admin, id, units: sign * units, isLocked: false }];
  });
};
