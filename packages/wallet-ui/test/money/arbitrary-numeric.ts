import { type Numeric, isNumericUnits, numericMaxUnits } from "@tallystick/core/numeric";
import fc from "fast-check";

const asNumeric = (units: bigint): Numeric => {
  if (!isNumericUnits(units)) throw new Error(`${units} is out of range`);
  return units;
};

/** Units of 10^-10 as a Numeric; throws when out of range. */
export const numeric = asNumeric;

/** Any Numeric: small, round and extreme ones often. */
export const arbitraryNumeric: fc.Arbitrary<Numeric> = fc
  .oneof(
    fc.bigInt({ min: -numericMaxUnits, max: numericMaxUnits }),
    fc.bigInt({ min: -100_000n, max: 100_000n }),
    fc.bigInt({ min: -100_000_000n, max: 100_000_000n }).map((whole) => whole * 10_000_000_000n),
    fc.constantFrom(numericMaxUnits, -numericMaxUnits, 0n, 1n),
  )
  .map(asNumeric);
