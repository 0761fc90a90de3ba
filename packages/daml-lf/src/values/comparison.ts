import { compareTexts } from "@tallystick/core";
import { compareContractIds } from "./contract-id-order.js";
import { LfError } from "./lf-error.js";
import { compareReferences, compareTypes } from "./type-order.js";
import {
  Any,
  AnyException,
  Cons,
  ContractId,
  Enum,
  FailureCategory,
  GenMap,
  InterfaceValue,
  LfDate,
  LfFunction,
  LfRecord,
  type LfValue,
  Numeric,
  Party,
  Some,
  Struct,
  TextMap,
  Timestamp,
  TypeRep,
  Variant,
} from "./value.js";

/**
 * Compares two values of one type in the order of daml-lf B.6; types of records are not looked at.
 * Takes no more of the call stack for deep values and long lists than for others. Throws
 * NonComparableValues where it reaches a function or an update, ContractIdComparability for
 * contract ids without their suffix.
 *
 * @returns negative, zero or positive
 */
export const compareLf = (a: LfValue, b: LfValue): number => {
  const flat = compareFlat(a, b);
  if (flat !== undefined) return flat;
  const waiting: Waiting = [];
  later(waiting, a, b);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const difference =
      next instanceof Entries ? next.compareNext(waiting) : comparePair(waiting, next.a, next.b);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** True for equal values; throws what `compareLf` throws. */
export const equalLf = (a: LfValue, b: LfValue): boolean => compareLf(a, b) === 0;

interface Pair {
  readonly a: LfValue;
  readonly b: LfValue;
}

/** What is still to be compared; the next is the last. */
type Waiting = Array<Pair | Entries>;

const later = (waiting: Waiting, a: LfValue | undefined, b: LfValue | undefined): void => {
  if (a !== undefined && b !== undefined) waiting.push({ a, b });
};

/** The entries of two maps that are still to be compared. */
class Entries {
  constructor(
    private readonly a: Iterator<readonly [LfValue, LfValue]>,
    private readonly b: Iterator<readonly [LfValue, LfValue]>,
  ) {}

  compareNext(waiting: Waiting): number {
    const [first, second] = [this.a.next(), this.b.next()];
    if (first.done === true) return second.done === true ? 0 : -1;
    if (second.done === true) return 1;
    const [[keyA, valueA], [keyB, valueB]] = [first.value, second.value];
    waiting.push(this);
    later(waiting, valueA, valueB);
    later(waiting, keyA, keyB);
    return 0;
  }
}

const compareSizes = <A extends bigint | number>(a: A, b: A): number =>
  a < b ? -1 : a > b ? 1 : 0;

/** Undefined for values that have others inside. */
const compareFlat = (a: LfValue, b: LfValue): number | undefined => {
  if (typeof a === "bigint" && typeof b === "bigint") return compareSizes(a, b);
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (a instanceof Numeric && b instanceof Numeric) return compareSizes(a.unscaled, b.unscaled);
  if (a instanceof Party && b instanceof Party) return compareTexts(a.id, b.id);
  if (a instanceof LfDate && b instanceof LfDate) return a.days - b.days;
  if (a instanceof Timestamp && b instanceof Timestamp) return compareSizes(a.micros, b.micros);
  if (a instanceof Enum && b instanceof Enum) return a.rank - b.rank;
  if (a instanceof ContractId && b instanceof ContractId) return compareContractIds(a.id, b.id);
  if (a instanceof TypeRep && b instanceof TypeRep) return compareTypes(a.type, b.type);
  if (a instanceof FailureCategory && b instanceof FailureCategory) return a.rank - b.rank;
  if (a instanceof LfFunction || b instanceof LfFunction) {
    throw new LfError({
      kind: "NonComparableValues",
      reason: "functions and updates cannot be compared",
    });
  }
  return undefined;
};

const comparePair = (waiting: Waiting, a: LfValue, b: LfValue): number => {
  const flat = compareFlat(a, b);
  if (flat !== undefined) return flat;
  if (a instanceof LfRecord && b instanceof LfRecord) return parts(waiting, a.fields, b.fields);
  if (a instanceof Struct && b instanceof Struct) return parts(waiting, a.fields, b.fields);
  if (a instanceof Variant && b instanceof Variant)
    return a.rank - b.rank || both(waiting, a.argument, b.argument);
  if (a instanceof Cons) {
    if (!(b instanceof Cons)) return 1;
    later(waiting, a.tail, b.tail);
    return both(waiting, a.head, b.head);
  }
  if (b instanceof Cons) return -1;
  if (a instanceof Some) return b instanceof Some ? both(waiting, a.value, b.value) : 1;
  if (b instanceof Some) return -1;
  return compareMapsAndTyped(waiting, a, b);
};

const compareMapsAndTyped = (waiting: Waiting, a: LfValue, b: LfValue): number => {
  if (
    (a instanceof TextMap && b instanceof TextMap) ||
    (a instanceof GenMap && b instanceof GenMap)
  ) {
    waiting.push(new Entries(a.entries(), b.entries()));
    return 0;
  }
  if (a instanceof Any && b instanceof Any)
    return compareTypes(a.type, b.type) || both(waiting, a.value, b.value);
  if (a instanceof AnyException && b instanceof AnyException)
    return compareReferences(a.of, b.of) || both(waiting, a.value, b.value);
  if (a instanceof InterfaceValue && b instanceof InterfaceValue)
    return compareReferences(a.template, b.template) || both(waiting, a.payload, b.payload);
  // Unit, Nil and None have one value each
  if (a === b) return 0;
  throw new LfError({ kind: "Crash", reason: "two values of different types are compared" });
};

const both = (waiting: Waiting, a: LfValue, b: LfValue): number => {
  later(waiting, a, b);
  return 0;
};

const parts = (waiting: Waiting, a: ReadonlyArray<LfValue>, b: ReadonlyArray<LfValue>): number => {
  for (let at = Math.min(a.length, b.length) - 1; at >= 0; at--) later(waiting, a[at], b[at]);
  return 0;
};
