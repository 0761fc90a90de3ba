import { type ChoiceProgram, type DamlType, genMap, list, party, unit } from "@tallystick/core";
import { isRight } from "fp-ts/lib/Either.js";
import { generalError } from "./coin-error.js";

/** A value that a rule looks at: what it is, and how Daml shows it. */
export type Named = readonly [name: string, shown: () => string];

/** A value with the type that shows it. */
export const named = <A>(name: string, type: DamlType<A>, value: A): Named => [
  name,
  () => type.show(value),
];

const lines = (texts: ReadonlyArray<string>): string => texts.map((each) => `${each}\n`).join("");

/**
 * Stops the command unless two values are related.
 *
 * @param failure how they are related when they are not as they should: "is less than"
 */
export function* requireRelated(
  holds: boolean,
  [name, shown]: Named,
  failure: string,
  [otherName, otherShown]: Named,
): ChoiceProgram<void> {
  if (holds) return;
  yield* generalError(
    lines([
      `'${name}' ${failure} '${otherName}'.`,
      `${name}: ${shown()}`,
      `${otherName}: ${otherShown()}`,
    ]),
  );
}

/** Stops the command unless a value is the expected one: is shown alike. */
export function* requireExpected<A>(
  name: string,
  type: DamlType<A>,
  found: A,
  expected: A,
): ChoiceProgram<void> {
  const [actual, wanted] = [named(name, type, found), named("expected value", type, expected)];
  yield* requireRelated(actual[1]() === wanted[1](), actual, "is not equal to", wanted);
}

/** Values as Daml shows them, in their order. */
const shownInOrder = <A>(type: DamlType<A>, values: ReadonlyArray<A>): ReadonlyArray<string> => {
  const keys = genMap(type, unit);
  const sorted = keys.decode(keys.encode(values.map((each) => [each, {}] as const)));
  return (isRight(sorted) ? sorted.right.map(([each]) => each) : values).map((each) =>
    type.show(each),
  );
};

/** Stops the command when something occurs twice. */
export function* requireUnique<A>(
  description: string,
  type: DamlType<A>,
  values: ReadonlyArray<A>,
): ChoiceProgram<void> {
  const counts = new Map<string, readonly [A, number]>();
  for (const value of values) {
    const shown = type.show(value);
    counts.set(shown, [value, (counts.get(shown)?.[1] ?? 0) + 1]);
  }
  const twice = [...counts.values()].flatMap(([value, count]) => (count > 1 ? [value] : []));
  if (twice.length > 0) {
    yield* generalError(
      lines([
        `Expected unique ${description}, but found duplicates:`,
        ...shownInOrder(type, twice),
      ]),
    );
  }
}

const isSameSet = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a.every((each) => b.includes(each)) && b.every((each) => a.includes(each));

/** Stops the command unless the actors are exactly one of some groups of parties. */
export function* requireActors(
  actors: ReadonlyArray<string>,
  allowed: ReadonlyArray<ReadonlyArray<string>>,
): ChoiceProgram<void> {
  yield* requireRelated(
    allowed.some((group) => isSameSet(actors, group)),
    ["actors", () => list(party).show(actors)],
    "does not have the same elements as one of",
    ["allowed actors", () => list(list(party)).show(allowed)],
  );
}
