import { left } from "fp-ts/lib/Either.js";
import type { DamlType } from "./daml-type.js";
import { checkType } from "./given-type.js";
import { ArgumentError, foundValue, isPlainFunction } from "../values/argument-error.js";
import { withWriter, writerOf } from "./value-writer.js";
import { isJsonArray, isJsonObject, type Json } from "../values/json.js";

/** How deep a value of a recursive type may be nested, as Daml has it. */
export const maxValueDepth = 100;

/**
 * A type that refers to itself, such as a list of lists. Values nested deeper than 100 levels are
 * rejected.
 *
 * @param name names the type in its own model
 * @param define makes the type from itself
 * @param maxDepth levels of JSON, by default as many as values may have
 * @example
 * interface Tree { readonly label: string; readonly children: ReadonlyArray<Tree> }
 * const Tree = recursive<Tree>("Tree", (itself) => record({ label: text, children: list(itself)
 * }));
 */
export const recursive = <A>(
  name: string,
  define: (itself: DamlType<A>) => DamlType<A>,
  maxDepth = maxValueDepth,
): DamlType<A> => {
  const itself: DamlType<A> = {
    model: { Self: name },
    optional: false,
    decode: (value) => whole.decode(value),
    encode: (value) => whole.encode(value),
    show: (value) => whole.show(value),
  };
  if (typeof name !== "string" || !isPlainFunction(define)) {
    throw new ArgumentError(
      `recursive: expected a name and a function that makes the type from itself, found ${foundValue(name)} and ${foundValue(define)}`,
    );
  }
  const whole = define(withWriter(itself, (value, back) => write(value, back)));
  checkType(`recursive ${name.slice(0, 60)}`, whole);
  const write = writerOf(whole);
  const type: DamlType<A> = {
    ...whole,
    model: { Recursive: [name, whole.model] },
    decode: (value) =>
      isDeeperThan(maxDepth, value)
        ? left({ path: [], reason: `expected at most ${maxDepth} levels of nesting` })
        : whole.decode(value),
  };
  return withWriter(type, (value, back) => {
    const json = write(value, back);
    return json === undefined || isDeeperThan(maxDepth, json) ? undefined : json;
  });
};

/** Whether JSON is nested more deeply than so many levels. */
export const isDeeperThan = (levels: number, value: Json): boolean => {
  if (isJsonArray(value))
    return levels === 0 || value.some((each) => isDeeperThan(levels - 1, each));
  if (isJsonObject(value)) {
    return (
      levels === 0 || Object.values(value).some((each) => isDeeperThan(levels - 1, each ?? null))
    );
  }
  return false;
};
