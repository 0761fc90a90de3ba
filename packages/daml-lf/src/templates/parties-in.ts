import { wrongType } from "../ledger-types/adapted-type.js";
import { itemsOfList } from "../values/list.js";
import { Cons, type LfValue, Nil, Party } from "../values/value.js";

/** The parties of a list. Throws a Crash for anything else. */
export const partiesIn = (value: LfValue): ReadonlyArray<string> => {
  if (!(value instanceof Cons || value instanceof Nil))
    throw wrongType("expected a list of parties");
  return itemsOfList(value).map((each) => {
    if (each instanceof Party) return each.id;
    throw wrongType("expected a party");
  });
};
