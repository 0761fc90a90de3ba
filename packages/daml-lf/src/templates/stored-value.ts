import { Cons, GenMap, LfRecord, type LfValue, Some, TextMap, Variant } from "../values/value.js";

/** How deep a value of the ledger may be nested (daml-lf B.9). */
const maxNesting = 100;

/** Why no ledger stores a value. */
export interface StoredError {
  readonly kind: "ValueNesting" | "MalformedText";
  readonly reason: string;
}

/**
 * Why no ledger stores a value: it is nested too deeply, or holds text that cannot be stored.
 * Atoms, empty lists and None count nothing; records, variants, Some, elements of lists and entries
 * of maps count one each.
 */
export const storedError = (whole: LfValue): StoredError | undefined => {
  const open: Array<LfValue> = [whole];
  const depths: Array<number> = [0];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const depth = depths.pop() ?? 0;
    if (typeof value === "string") {
      const error = textError(value);
      if (error !== undefined) return error;
    } else if (typeof value === "object" && pushInner(value, open)) {
      if (depth >= maxNesting) return tooDeep;
      while (depths.length < open.length) depths.push(depth + 1);
    }
  }
  return undefined;
};

const tooDeep: StoredError = {
  kind: "ValueNesting",
  reason: `expected at most ${maxNesting} levels of nesting`,
};

/** @returns true for a value that holds others */
const pushInner = (value: LfValue, open: Array<LfValue>): boolean => {
  if (value instanceof LfRecord) {
    for (const field of value.fields) open.push(field);
    return true;
  }
  if (value instanceof Variant) {
    open.push(value.argument);
    return true;
  }
  if (value instanceof Some) {
    open.push(value.value);
    return true;
  }
  if (value instanceof Cons) {
    for (let rest: LfValue = value; rest instanceof Cons; rest = rest.tail) open.push(rest.head);
    return true;
  }
  if (value instanceof TextMap || value instanceof GenMap) {
    for (const [key, item] of value.entries()) {
      open.push(key);
      open.push(item);
    }
    return value.size > 0;
  }
  return false;
};

const unpaired = /\p{Surrogate}/u;

const textError = (text: string): StoredError | undefined => {
  if (text.includes("\0")) return { kind: "MalformedText", reason: "Text contains null character" };
  return unpaired.test(text)
    ? { kind: "MalformedText", reason: "Text contains unpaired surrogate" }
    : undefined;
};
