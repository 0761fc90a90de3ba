/** What authors did when the engine says this, and what to write. */
const hints: ReadonlyArray<readonly [says: RegExp, hint: string]> = [
  [
    /read only property|Cannot delete property|object is not extensible/,
    "a payload or an argument cannot be changed: write { ...payload, field: value }",
  ],
  [/is not iterable/, "`yield*` takes a step such as create(...), and `...` a list"],
  [
    /Cannot mix BigInt/,
    "int64, numeric and timestamp are bigints: write 5n, or numeric.fromUnits(amount).times(...)",
  ],
  [/Maximum call stack/, "a function of the template calls itself without an end"],
];

/** What to write in place of what made the engine throw; undefined for all other errors. */
export const thrownHint = (thrown: unknown): string | undefined =>
  thrown instanceof TypeError || thrown instanceof RangeError
    ? hints.find(([says]) => says.test(thrown.message))?.[1]
    : undefined;
