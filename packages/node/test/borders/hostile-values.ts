import fc from "fast-check";

const trap = (): never => {
  throw new Error("a trap of the caller");
};

const traps = Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((name) => [name, trap]));

const cyclic = (): unknown => {
  const list: Array<unknown> = [];
  const value = { cumulative: list, commands: list, list };
  list.push(value);
  return value;
};

const deep = (levels: number): unknown => {
  let value: unknown = [];
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { value };
  return value;
};

const withGetters = (...names: ReadonlyArray<string>): unknown =>
  Object.defineProperties(
    {},
    Object.fromEntries(names.map((name) => [name, { get: trap, enumerable: true }])),
  );

/** Values that are not what they seem. */
const constants: ReadonlyArray<() => unknown> = [
  () => undefined,
  () => null,
  () => Number.NaN,
  () => -1,
  () => 0.5,
  () => 2 ** 53,
  () => 10n ** 40n,
  () => Symbol("s"),
  () => trap,
  () => class {},
  () => new Proxy({}, traps),
  () => new Proxy([], traps),
  () => new Proxy(() => undefined, traps),
  () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  () => new Proxy(new Date(), {}),
  () => new Date(Number.NaN),
  cyclic,
  () => deep(20_000),
  () => new Array(100_000).fill("x"),
  () => new Array(1_000_000),
  () => "x".repeat(2_000_000),
  () => "\ud800",
  () => "a\u0000b",
  () => JSON.parse('{"__proto__": {"cumulative": []}, "constructor": 1}'),
  () => ({ then: trap }),
  () => ({ toString: trap, toJSON: trap, valueOf: trap }),
  () => withGetters("kind", "actAs", "userId", "commands", "then", "cumulative", "signal", "owner"),
  () => Object.create(null),
  () => new Map([[{}, 1]]),
  () => new (class Party extends String {})("party"),
  () => Promise.reject(new Error("unheard")).catch(() => undefined),
];

/** Makes any value, and those that are made to do harm, which fast-check could not hold. */
export const anyValue: fc.Arbitrary<() => unknown> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...constants) },
  {
    weight: 1,
    arbitrary: fc
      .anything({
        withBigInt: true,
        withBoxedValues: true,
        withDate: true,
        withMap: true,
        withNullPrototype: true,
        withObjectString: true,
        withSet: true,
        withSparseArray: true,
        withTypedArray: true,
      })
      .map((value) => () => value),
  },
);

type Parts = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Parts =>
  typeof value === "object" &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);

/** The same value, of which one part, or nothing, is another value. `at` leads to the part. */
export const withPart = (value: unknown, at: ReadonlyArray<number>, part: unknown): unknown => {
  const [first, ...others] = at;
  // templates and packages are no data
  if (first === undefined || !isPlain(value) || typeof value["kind"] === "function") return part;
  const names = Object.keys(value);
  const name = names[first % Math.max(1, names.length)];
  if (name === undefined) return part;
  const changed = withPart(value[name], others, part);
  return Array.isArray(value)
    ? value.map((each: unknown, index) => (String(index) === name ? changed : each))
    : { ...value, [name]: changed };
};

/** A function of an object, or of one inside of it. */
export interface PublicFunction {
  readonly path: string;
  readonly call: (...args: ReadonlyArray<unknown>) => unknown;
}

/** All functions of an object and of those inside of it. */
export const functionsOf = (object: object, within = ""): ReadonlyArray<PublicFunction> =>
  Object.entries(object).flatMap(([name, member]: readonly [string, unknown]) => {
    const path = `${within}${name}`;
    if (typeof member === "function") {
      const call = (...args: ReadonlyArray<unknown>): unknown =>
        Reflect.apply(member, object, args);
      return [{ path, call }];
    }
    return isPlain(member) && !Array.isArray(member) ? functionsOf(member, `${path}.`) : [];
  });
