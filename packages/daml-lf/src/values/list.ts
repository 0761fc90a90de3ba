import { Cons, type LfList, type LfValue, nil } from "./value.js";

export const listOf = (items: ReadonlyArray<LfValue>): LfList => {
  let list: LfList = nil;
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at];
    if (item !== undefined) list = new Cons(item, list);
  }
  return list;
};

export const itemsOfList = (list: LfList): ReadonlyArray<LfValue> => {
  const items: Array<LfValue> = [];
  for (let rest = list; rest instanceof Cons; rest = rest.tail) items.push(rest.head);
  return items;
};
