import { isLeft } from "fp-ts/lib/Either.js";
import type { Json } from "../values/json.js";
import type { DamlType } from "./daml-type.js";

/** Where a writer leaves the value as it would be read back. */
export interface ReadBack {
  value: unknown;
}

/**
 * Writes a value and checks it in one go, where `encode` and then `decode` would take two: gives
 * the JSON form, and leaves in `back` what reading it back would give. Undefined when the value is
 * none of the type, or when only reading it back could tell; may throw what `encode` throws.
 */
export type ValueWriter = (value: unknown, back: ReadBack) => Json | undefined;

// by the type itself: a copy with another `decode` has no writer
const writers = new WeakMap<DamlType<unknown>, ValueWriter>();

/** The type, with the writer that agrees with its `encode` and `decode`. */
export const withWriter = <T extends DamlType<unknown>>(type: T, writer: ValueWriter): T => {
  writers.set(type, writer);
  return type;
};

/** The writer of a type; of types that have none one that writes and reads. */
export const writerOf = (type: DamlType<unknown>): ValueWriter =>
  writers.get(type) ??
  ((value, back) => {
    const json = type.encode(value);
    const read = type.decode(json);
    if (isLeft(read)) return undefined;
    back.value = read.right;
    return json;
  });
