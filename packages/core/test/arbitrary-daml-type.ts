import fc from "fast-check";
import { timestampMaxMicros, timestampMinMicros } from "../src/values/time.js";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import {
  genMap,
  list,
  optional,
  type OptionalType,
  textMap,
} from "../src/daml-types/collection-types.js";
import { compareValues } from "../src/daml-types/daml-order.js";
import type { DamlType } from "../src/daml-types/daml-type.js";
import { enumeration, record, variant } from "../src/daml-types/record-types.js";
import {
  bool,
  contractId,
  date,
  int64,
  numeric,
  party,
  text,
  timestamp,
  unit,
} from "../src/daml-types/scalar-types.js";
import { int64From } from "../src/values/int64.js";
import { numericFromUnits, numericMaxUnits } from "../src/values/numeric.js";

/** A type with its values. */
export interface Typed {
  readonly type: DamlType<unknown>;
  readonly value: fc.Arbitrary<unknown>;
}

const rights = <A>(
  read: (bits: bigint) => Either<unknown, A>,
  min: bigint,
  max: bigint,
): fc.Arbitrary<A> =>
  fc.bigInt({ min, max }).map((bits) => {
    const value = read(bits);
    if (isLeft(value)) throw new Error(`${bits} is out of range`);
    return value.right;
  });

const plainText = fc
  .string({ unit: "grapheme", maxLength: 6 })
  .filter((value) => !value.includes("\0"));

/** The types that have no other inside. */
const scalarTypes: ReadonlyArray<Typed> = [
  { type: text, value: plainText },
  { type: party, value: fc.stringMatching(/^[a-z]{1,5}::1220[0-9a-f]{4}$/) },
  { type: bool, value: fc.boolean() },
  { type: int64, value: rights(int64From, -(2n ** 63n), 2n ** 63n - 1n) },
  { type: numeric, value: rights(numericFromUnits, -numericMaxUnits, numericMaxUnits) },
  { type: timestamp, value: fc.bigInt({ min: timestampMinMicros, max: timestampMaxMicros }) },
  { type: date, value: fc.integer({ min: -719_162, max: 2_932_896 }) },
  { type: unit, value: fc.constant({}) },
  { type: contractId, value: fc.stringMatching(/^00[0-9a-f]{64}$/) },
  { type: enumeration("Red", "Green", "Blue"), value: fc.constantFrom("Red", "Green", "Blue") },
];

const isOptional = (type: DamlType<unknown>): type is OptionalType<unknown> => type.optional;

const optionalOf = ({ type, value }: Typed): Typed =>
  isOptional(type)
    ? {
        type: optional(type),
        // a value that may itself be None is marked as being there
        value: fc.option(
          value.map((some) => ({ some })),
          { nil: undefined },
        ),
      }
    : { type: optional(type), value: fc.option(value, { nil: undefined }) };

const genMapOf = (key: Typed, item: Typed): Typed => ({
  type: genMap(key.type, item.type),
  value: fc
    .uniqueArray(fc.tuple(key.value, item.value), {
      maxLength: 3,
      selector: ([each]) => JSON.stringify(key.type.encode(each)),
    })
    .map((pairs) =>
      pairs.sort(([a], [b]) =>
        compareValues(key.type.model, key.type.encode(a), key.type.encode(b)),
      ),
    ),
});

const recordOf = (fields: ReadonlyArray<readonly [string, Typed]>): Typed => ({
  type: record(Object.fromEntries(fields.map(([name, of]) => [name, of.type]))),
  value: fc.record(Object.fromEntries(fields.map(([name, of]) => [name, of.value]))),
});

const label = fc.stringMatching(/^[a-z]{1,4}$/);

/** Types of all kinds inside of each other, so many levels deep. */
const anyTyped = (levels: number): fc.Arbitrary<Typed> => {
  if (levels === 0) return fc.constantFrom(...scalarTypes);
  const inner = anyTyped(levels - 1);
  const fields = fc.uniqueArray(fc.tuple(label, inner), {
    selector: ([name]) => name,
    maxLength: 3,
  });
  return fc.oneof(
    inner,
    inner.map(({ type, value }) => ({
      type: list(type),
      value: fc.array(value, { maxLength: 3 }),
    })),
    inner.map(optionalOf),
    inner.map(({ type, value }) => ({
      type: textMap(type),
      value: fc
        .uniqueArray(fc.tuple(plainText, value), { maxLength: 3, selector: ([key]) => key })
        .map((entries) => new Map(entries)),
    })),
    fc.tuple(fc.constantFrom(...scalarTypes), inner).map(([key, item]) => genMapOf(key, item)),
    fields.map(recordOf),
    fc.tuple(inner, inner).map(([a, b]) => ({
      type: variant({ A: a.type, B: b.type }),
      value: fc.oneof(
        fc.record({ tag: fc.constant("A"), value: a.value }),
        fc.record({ tag: fc.constant("B"), value: b.value }),
      ),
    })),
  );
};

/** A type and some of its values. */
export const typeWithValues = (
  levels: number,
  count: number,
): fc.Arbitrary<readonly [DamlType<unknown>, ReadonlyArray<unknown>]> =>
  anyTyped(levels).chain(({ type, value }) =>
    fc
      .array(value, { minLength: count, maxLength: count })
      .map((values) => [type, values] as const),
  );
