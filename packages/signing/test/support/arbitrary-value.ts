import * as fc from "fast-check";
import type { Identifier, Value } from "../../src/messages/value.js";

/** Text of one to twelve characters, of one to four bytes each. */
export const anyText: fc.Arbitrary<string> = fc.string({ unit: "grapheme", maxLength: 12 });

const name = fc.stringMatching(/^[A-Z][a-z]{0,5}$/);
const dottedName = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("."));

export const anyParty: fc.Arbitrary<string> = fc
  .tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.stringMatching(/^1220[0-9a-f]{64}$/))
  .map(([hint, fingerprint]) => `${hint}::${fingerprint}`);

export const anyContractId: fc.Arbitrary<string> = fc
  .uint8Array({ minLength: 32, maxLength: 60 })
  .map((bytes) => `00${Buffer.from(bytes).toString("hex")}`);

export const anyIdentifier: fc.Arbitrary<Identifier> = fc.record({
  packageId: fc.stringMatching(/^[0-9a-f]{64}$/),
  moduleName: dottedName,
  entityName: dottedName,
});

const maybeIdentifier = fc.option(anyIdentifier, { nil: undefined });

const leaf = <K extends Value["kind"]>(
  kind: K,
  value: fc.Arbitrary<Extract<Value, { kind: K }>["value"]>,
) => value.map((content) => ({ kind, value: content }));

/** Integers that core-tx-visualizer does not round. */
const safeInt64 = fc.maxSafeInteger().map(BigInt);
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

const valueOf = (integers: fc.Arbitrary<bigint>): fc.Arbitrary<Value> =>
  fc.letrec<{ value: Value }>((tie) => {
    const value = tie("value");
    const some = <A>(item: fc.Arbitrary<A>) => fc.array(item, { maxLength: 3 });
    return {
      value: fc.oneof<Array<fc.Arbitrary<Value>>>(
        { maxDepth: 4, depthSize: "small", withCrossShrink: true },
        leaf("unit", fc.constant({})),
        leaf("bool", fc.boolean()),
        leaf("int64", integers),
        leaf("date", fc.integer({ min: -719_162, max: 2_932_896 })),
        leaf("timestamp", int64),
        leaf("numeric", fc.stringMatching(/^-?[0-9]{1,28}\.[0-9]{10}$/)),
        leaf("party", anyParty),
        leaf("text", anyText),
        leaf("contractId", anyContractId),
        leaf("enum", fc.record({ enumId: maybeIdentifier, constructorName: name })),
        leaf("optional", fc.option(value, { nil: undefined })),
        leaf("list", some(value)),
        leaf("textMap", some(fc.record({ key: anyText, value }))),
        leaf("genMap", some(fc.record({ key: value, value }))),
        leaf(
          "record",
          fc.record({
            recordId: maybeIdentifier,
            fields: some(fc.record({ label: fc.stringMatching(/^[a-z]{1,5}$/), value })),
          }),
        ),
        leaf("variant", fc.record({ variantId: maybeIdentifier, constructorName: name, value })),
      ),
    };
  }).value;

/** Any value, all kinds nested in each other. */
export const anyValue: fc.Arbitrary<Value> = valueOf(int64);

/** Any value with integers that a double holds exactly. */
export const anySafeValue: fc.Arbitrary<Value> = valueOf(fc.oneof(safeInt64, fc.constant(0n)));
