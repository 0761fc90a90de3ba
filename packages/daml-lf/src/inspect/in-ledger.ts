import {
  Cons,
  GenMap,
  LfFunction,
  LfRecord,
  type LfValue,
  Some,
  TextMap,
  Variant,
} from "../values/value.js";

/** Values of a ledger are nested this deep at most (daml-lf A.9). */
const maxNesting = 100;

/** Whether a value may be in a ledger: no function in it, and not nested more than 100 deep. */
export const isInLedger = (value: LfValue): boolean => {
  let level: ReadonlyArray<LfValue> = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxNesting || level.some((each) => each instanceof LfFunction)) return false;
    const next: Array<LfValue> = [];
    for (const each of level) for (const inner of contentOf(each)) next.push(inner);
    level = next;
  }
  return true;
};

const contentOf = (value: LfValue): Iterable<LfValue> => {
  if (value instanceof Some) return [value.value];
  if (value instanceof Variant) return [value.argument];
  if (value instanceof LfRecord) return value.fields;
  if (value instanceof Cons) return elementsOf(value);
  if (value instanceof TextMap) return [...value.entries()].map(([, item]) => item);
  if (value instanceof GenMap) return [...value.entries()].flat();
  return [];
};

function* elementsOf(list: Cons): Generator<LfValue> {
  for (let rest: LfValue = list; rest instanceof Cons; rest = rest.tail) yield rest.head;
}
