import { type DamlType, isJsonArray, type Json, list, valueError } from "@tallystick/core";
import { isLeft, left, right } from "fp-ts/lib/Either.js";
import { emptyGenMap } from "../values/maps.js";
import { GenMap, type LfValue } from "../values/value.js";
import { adapted, type LedgerType, wrongType } from "./adapted-type.js";

type Entry = readonly [LfValue, LfValue];

/** A pair of a key and a value, as an array of two. */
const entryType = (key: LedgerType, element: LedgerType): DamlType<Entry> => ({
  model: [key.model, element.model],
  optional: false,
  decode: (json) => {
    if (!isJsonArray(json) || json.length !== 2) return valueError("expected a pair [key, value]");
    const [first, second] = [key.decode(json[0] ?? null), element.decode(json[1] ?? null)];
    if (isLeft(first)) return first;
    return isLeft(second) ? left(second.left) : right([first.right, second.right]);
  },
  encode: ([first, second]): Json => [key.encode(first), element.encode(second)],
  show: ([first, second]) => `(${key.show(first)},${element.show(second)})`,
});

/** GenMap: an array of pairs in the order of their keys; of equal keys the last one counts. */
export const genMapType = (key: LedgerType, element: LedgerType): LedgerType => {
  const entries = list(entryType(key, element));
  const listed: DamlType<ReadonlyArray<Entry>> = {
    ...entries,
    model: { GenMap: [key.model, element.model] },
    show: (value) => `Map ${entries.show(value)}`,
  };
  return adapted(
    listed,
    (pairs) => pairs.reduce((map, [first, second]) => map.with(first, second), emptyGenMap),
    (value) => {
      if (value instanceof GenMap) return [...value.entries()];
      throw wrongType("expected a GenMap");
    },
  );
};
