import { isLeft } from "fp-ts/lib/Either.js";
import type { Json } from "../values/json.js";
import type { DamlType } from "./daml-type.js";

/** Where a writer puts the value as it would be read back. */
export interface ReadBack {
  value: unknown;
}

/**
 * Writes and checks a value in one pass instead of `encode` and then `decode`: returns the JSON
 * form, and puts into `back` what reading it would return. Undefined when the value is not of the
 * type, or when only reading it could show that; may throw what `encode` throws.
 */
export type ValueWriter = (value: unknown, back: ReadBack) => Json | undefined;

// by the type itself: a copy with another `decode` has no writer
const writers = new WeakMap<DamlType<unknown>, ValueWriter>();

/** The type, with the writer that agrees with its `encode` and `decode`. */
export const withWriter = <T extends DamlType<unknown>>(type: T, writer: ValueWriter): T => {
  writers.set(type, writer);
  return type;
};

/** The writer of a type; for types without one, a writer that encodes and decodes. */
export const writerOf = (type: DamlType<unknown>): ValueWriter =>
  writers.get(type) ??
  ((value, back) => {
    const json = type.encode(value);
    const read = type.decode(json);
    if (isLeft(read)) return undefined;
    back.value = read.right;
    return json;
  });
