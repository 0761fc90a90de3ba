import type { ValueError } from "../values/value-error.js";
import { type Either, left } from "fp-ts/lib/Either.js";
import { isJsonArray, isJsonObject, type Json } from "../values/json.js";

/**
 * A Daml type as a value: how it reads and writes its JSON form (ledger-api 2.1), and the
 * description that goes into the package's model.
 */
export interface DamlType<A> {
  readonly model: Json;
  /** True when a record may leave a field of this type out. */
  readonly optional: boolean;
  /** True when what programs give is known to be of the type, as a type checker saw the program. */
  readonly isTrusted?: boolean;
  decode(value: Json): Either<ValueError, A>;
  encode(value: A): Json;
  /**
   * As Daml's `show` writes it.
   *
   * @param constructor the name of a record that has none of its own
   */
  show(value: A, constructor?: string): string;
}

/** The value type of a Daml type: `Static<typeof iou>`. */
export type Static<T> = T extends DamlType<infer A> ? A : never;

/** Left: what was expected and what was found. */
export const expected = (what: string, value: Json | undefined): Either<ValueError, never> =>
  left({ path: [], reason: `expected ${what}, found ${kindOf(value)}` });

/** What a value is, for an error text. */
export const kindOf = (value: Json | undefined): string => {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (isJsonArray(value)) return "an array";
  if (isJsonObject(value)) return "an object";
  if (typeof value === "string") return `the text "${value.slice(0, 60)}"`;
  return `${typeof value} ${String(value)}`;
};

/** Puts the name of a field or place in front of the path of an error. */
export const within = (name: string, error: ValueError): Either<ValueError, never> =>
  left({ ...error, path: [name, ...error.path] });
