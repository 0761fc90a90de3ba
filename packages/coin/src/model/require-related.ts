import { type ChoiceProgram, type DamlType, list, party } from "@tallystick/core";
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

/** Stops the command when something occurs twice. */
export function* requireUnique<A>(
  description: string,
  type: DamlType<A>,
  values: ReadonlyArray<A>,
): ChoiceProgram<void> {
  const counts = new Map<string, number>();
  for (const value of values) {
    const shown = type.show(value);
    counts.set(shown, (counts.get(shown) ?? 0) + 1);
  }
  const twice = [...counts].filter(([, count]) => count > 1).map(([shown]) => shown);
  if (twice.length > 0) {
    yield* generalError(
      lines([`Expected unique ${description}, but found duplicates:`, ...twice.sort()]),
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
