import { LfError } from "../values/lf-error.js";
import {
  ContractId,
  GenMap,
  LfDate,
  type LfList,
  Cons,
  type LfValue,
  Nil,
  Numeric,
  Party,
  TextMap,
  Timestamp,
  Unit,
} from "../values/value.js";

/** A builtin function over values. `run` throws an `LfError` where it has no result. */
export interface Builtin {
  /** How many arguments it takes; types do not count. */
  readonly arity: number;
  readonly run: (...args: ReadonlyArray<LfValue>) => LfValue;
}

/** Takes an argument as a value of one type; throws a Crash for one of another. */
export type Taken<A> = (value: LfValue | undefined) => A;

const taken =
  <A extends LfValue>(what: string, is: (value: LfValue | undefined) => value is A): Taken<A> =>
  (value) => {
    if (is(value)) return value;
    throw new LfError({ kind: "Crash", reason: `a builtin expected ${what}` });
  };

/** Takes a Bool, an Int64, a Text and so on. */
export const take = {
  int64: taken("an Int64", (value) => typeof value === "bigint"),
  text: taken("a Text", (value) => typeof value === "string"),
  numeric: taken("a Numeric", (value) => value instanceof Numeric),
  party: taken("a Party", (value) => value instanceof Party),
  date: taken("a Date", (value) => value instanceof LfDate),
  timestamp: taken("a Timestamp", (value) => value instanceof Timestamp),
  contractId: taken("a ContractId", (value) => value instanceof ContractId),
  unit: taken("a Unit", (value) => value instanceof Unit),
  textMap: taken("a TextMap", (value) => value instanceof TextMap),
  genMap: taken("a GenMap", (value) => value instanceof GenMap),
  list: taken("a List", (value): value is LfList => value instanceof Cons || value instanceof Nil),
  any: taken("a value", (value): value is LfValue => value !== undefined),
};

export const unary = <A>(a: Taken<A>, run: (a: A) => LfValue): Builtin => ({
  arity: 1,
  run: (first) => run(a(first)),
});

/** A builtin of two arguments. */
export const binary = <A, B>(a: Taken<A>, b: Taken<B>, run: (a: A, b: B) => LfValue): Builtin => ({
  arity: 2,
  run: (first, second) => run(a(first), b(second)),
});

/** A builtin of three arguments. */
export const ternary = <A, B, C>(
  a: Taken<A>,
  b: Taken<B>,
  c: Taken<C>,
  run: (a: A, b: B, c: C) => LfValue,
): Builtin => ({ arity: 3, run: (first, second, third) => run(a(first), b(second), c(third)) });
