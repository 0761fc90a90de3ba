import {
  isJsonArray,
  isJsonObject,
  type Json,
  numeric,
  type PartyId,
  timestamp,
} from "@tallystick/core";
import fc from "fast-check";

/** Draws values; undefined: there is none that is not nested too deep. */
type Drawn = fc.Arbitrary<Json> | undefined;

type Draw = (part: Json | undefined) => Drawn;

/** How deep values of a recursive type are nested. */
const maxLevels = 3;
const maxItems = 4;

/**
 * Values of a type in JSON form, from the type's model. Most are small and meet each other: few
 * texts, amounts of few digits. Ids and times are chosen later, see {@link withChosen}.
 */
export const valuesOfModel = (model: Json): fc.Arbitrary<Json> =>
  drawn(model, {}) ?? fc.constant(null);

/** @param itself of the recursive types around this one, by their names */
const drawn = (model: Json | undefined, itself: Readonly<Record<string, Drawn>>): Drawn => {
  if (typeof model === "string") return scalars(model);
  const [part] = Object.entries(isJsonObject(model) ? model : {});
  const [kind, inner = null] = part ?? [""];
  const of: Draw = (part) => drawn(part, itself);
  switch (kind) {
    case "Record":
      return fieldsOf(inner, of);
    case "Optional":
      return optionalOf(inner, of, false);
    case "List":
      return arraysOf(of(inner));
    case "TextMap":
      return textMapsOf(of(inner));
    case "GenMap":
      return arraysOf(tupleOf(itemsOf(inner).map(of)));
    case "Variant":
      return oneOf(namedOf(inner).map(([tag, type]) => of(type)?.map((value) => ({ tag, value }))));
    case "Enum":
      return oneOf(itemsOf(inner).map((name) => fc.constant(name)));
    case "Recursive": {
      const [name, body] = itemsOf(inner);
      let levels: Drawn;
      for (let level = 0; level < maxLevels; level++)
        levels = drawn(body, { ...itself, [nameOf(name)]: levels });
      return levels;
    }
    default:
      return itself[nameOf(inner)];
  }
};

const itemsOf = (value: Json): ReadonlyArray<Json> => (isJsonArray(value) ? value : []);

const nameOf = (name: Json | undefined): string => (typeof name === "string" ? name : "");

/** The names of fields or constructors, with their models. */
const namedOf = (model: Json): ReadonlyArray<readonly [string, Json]> =>
  itemsOf(model).map((pair) => {
    const [name, type = null] = itemsOf(pair);
    return [nameOf(name), type];
  });

const isDrawn = (drawn: Drawn): drawn is fc.Arbitrary<Json> => drawn !== undefined;

const oneOf = (all: ReadonlyArray<Drawn>): Drawn => {
  const some = all.filter(isDrawn);
  return some.length === 0 ? undefined : fc.oneof(...some);
};

const tupleOf = (all: ReadonlyArray<Drawn>): fc.Arbitrary<ReadonlyArray<Json>> | undefined =>
  all.every(isDrawn) ? fc.tuple(...all) : undefined;

const fieldsOf = (model: Json, of: Draw): Drawn => {
  const names = namedOf(model).map(([name]) => name);
  return tupleOf(namedOf(model).map(([, type]) => of(type)))?.map((values) =>
    Object.fromEntries(names.map((name, at) => [name, values[at] ?? null])),
  );
};

const arraysOf = (items: Drawn): Drawn =>
  items === undefined ? fc.constant([]) : fc.array(items, { maxLength: maxItems });

const textMapsOf = (items: Drawn): Drawn =>
  items === undefined
    ? fc.constant({})
    : fc.dictionary(texts, items, { maxKeys: maxItems }).map((entries) => ({ ...entries }));

/** @param isInner inside another optional one it is a list, and so is that around it */
const optionalOf = (inner: Json, of: Draw, isInner: boolean): Drawn => {
  const isOuter = isJsonObject(inner) && inner.Optional !== undefined;
  const some = isOuter ? optionalOf(inner.Optional ?? null, of, true) : of(inner);
  return isInner || isOuter
    ? oneOf([fc.constant([]), some?.map((value) => [value])])
    : oneOf([fc.constant(null), some]);
};

/** What is chosen when a value is used: what there is then. */
export interface Chosen {
  readonly parties: ReadonlyArray<PartyId>;
  readonly contractIds: ReadonlyArray<string>;
  /** Microseconds since the Unix epoch; times lie around it. */
  readonly now: number;
}

/** What a scalar type is chosen by: a text that no type has, as it begins with a null character. */
const choice = (of: string, numbers: fc.Arbitrary<number>): fc.Arbitrary<string> =>
  numbers.map((at) => `\0${of} ${at}`);

const choiceForm = /^\0(\w+) (-?\d+)$/;

/** No contract has this id. */
const unknownContract = `00${"0".repeat(64)}`;
const hourMicros = 3_600_000_000;

/** The value with what there is in place of what is to be chosen. */
export const withChosen = (value: Json, chosen: Chosen): Json => {
  if (typeof value === "string") return chosenText(value, chosen);
  if (isJsonArray(value)) return value.map((each) => withChosen(each, chosen));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withChosen(each ?? null, chosen)]),
  );
};

const chosenText = (text: string, { parties, contractIds, now }: Chosen): string => {
  const [, of, number] = choiceForm.exec(text) ?? [];
  const at = Number(number);
  const time = (): string => timestamp.fromMicros(now + at * hourMicros);
  switch (of) {
    case "Party":
      return parties[at % parties.length] ?? text;
    case "ContractId":
      return contractIds[at % contractIds.length] ?? unknownContract;
    case "Timestamp":
      return time();
    case "Date":
      return time().slice(0, "YYYY-MM-DD".length);
    default:
      return text;
  }
};

const texts: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("a", "b", "") },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
);

const maxInt64 = 2n ** 63n - 1n;
const maxUnits = 10n ** 38n - 1n;

/** What breaks a law is tried with the first and simplest kind of value too. */
const simplest = { withCrossShrink: true };

const integers = (rarely: bigint): fc.Arbitrary<bigint> =>
  fc.oneof(
    simplest,
    { weight: 6, arbitrary: fc.bigInt(0n, 20n) },
    { weight: 2, arbitrary: fc.bigInt(-1_000n, 1_000n) },
    { weight: 1, arbitrary: fc.bigInt(-rarely, rarely) },
  );

const decimal = (units: bigint): string => numeric.fromUnits(units).toString();

const decimals = fc.oneof(
  simplest,
  { weight: 6, arbitrary: integers(1_000_000n).map((whole) => decimal(whole * 10n ** 10n)) },
  { weight: 2, arbitrary: integers(1_000_000n).map((cents) => decimal(cents * 10n ** 8n)) },
  { weight: 1, arbitrary: fc.constantFrom(1n, maxUnits, -maxUnits).map(decimal) },
);

const monthHours = 30 * 24;

const scalars = (model: string): fc.Arbitrary<Json> => {
  switch (model) {
    case "Text":
      return texts;
    case "Party":
    case "ContractId":
      return choice(model, fc.nat(99));
    case "Timestamp":
    case "Date":
      return choice(model, fc.integer({ min: -monthHours, max: monthHours }));
    case "Bool":
      return fc.boolean();
    case "Int64":
      return integers(maxInt64).map(String);
    case "Numeric 10":
      return decimals;
    default:
      return fc.constant({});
  }
};
