import { ArgumentError, type DamlType, givenValue, type Json } from "@tallystick/core";
import { chain, isLeft, map } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";

/** A value as the ledger writes it: 1 and 1.0 are the same then. */
export const written = <P>(type: DamlType<P>, value: unknown, name: string): Json => {
  const json = pipe(givenValue(type, value), chain(type.decode), map(type.encode));
  if (!isLeft(json)) return json.right;
  const { path, reason } = json.left;
  throw new ArgumentError(`${[name, ...path].join(".")}: ${reason}`);
};
