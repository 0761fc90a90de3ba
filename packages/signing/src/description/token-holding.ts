import type { DrawnHolding } from "@tallystick/core/picture";
import type { CreateNode } from "../messages/transaction-node.js";
import type { Value } from "../messages/value.js";
import { unitsOf } from "./decimal-units.js";
import { fieldAt, textAt } from "./value-fields.js";

/** A record with the fields of a holding, by the names that the token standard gives them. */
const holdingIn = (value: Value): DrawnHolding | undefined => {
  const owner = textAt(value, "owner") ?? textAt(value, "account", "owner");
  const admin = textAt(value, "instrumentId", "admin");
  const id = textAt(value, "instrumentId", "id");
  const units = unitsOf(textAt(value, "amount"));
  if (owner === undefined || admin === undefined || id === undefined || units === undefined)
    return undefined;
  const lock = fieldAt(value, "lock");
  const isLocked = lock?.kind === "optional" && lock.value !== undefined;
  return { owner, admin, id, units, isLocked };
};

/**
 * How much a contract is of a token other than the network's coin, as far as its fields say so:
 * what is signed has no interface views. The administrator of the instrument must have signed the
 * contract, so that nobody else's can pass for its holdings.
 */
export const tokenHoldingOf = ({ argument, signatories }: CreateNode): DrawnHolding | undefined => {
  const inner = argument.kind === "record" ? argument.value.fields : [];
  const found = [argument, ...inner.map(({ value }) => value)]
    .map(holdingIn)
    .find((each) => each !== undefined);
  return found !== undefined && signatories.includes(found.admin) ? found : undefined;
};
