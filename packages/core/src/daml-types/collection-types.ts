import { isLeft, left, right } from "fp-ts/lib/Either.js";
import { compareValues } from "./daml-order.js";
import { isJsonArray, isJsonObject, type Json } from "../values/json.js";
import { type DamlType, expected, kindOf, within } from "./daml-type.js";
import { checkType } from "./given-type.js";
import { shownArgument, shownList, shownText } from "./shown.js";
import { isText, wellFormed } from "./scalar-types.js";
import { madeOf } from "./type-parts.js";
import { type ValueWriter, withWriter, writerOf } from "./value-writer.js";

/**
 * A list of values of one type.
 *
 * @param element the type of its values
 */
export const list = <A>(element: DamlType<A>): DamlType<ReadonlyArray<A>> => {
  checkType("list", element);
  const write = writerOf(element);
  const type: DamlType<ReadonlyArray<A>> = {
    model: { List: element.model },
    optional: false,
    decode: (value) => {
      if (!isJsonArray(value)) return expected("an array", value);
      const items: Array<A> = [];
      for (let index = 0; index < value.length; index++) {
        const item = element.decode(value[index] ?? null);
        if (isLeft(item)) return within(String(index), item.left);
        items.push(item.right);
      }
      return right(items);
    },
    encode: (value) => value.map((item) => element.encode(item)),
    show: (value) => shownList(value.map((item) => element.show(item))),
  };
  madeOf(type, { kind: "list", element });
  return withWriter(type, (value, back) => {
    if (!Array.isArray(value)) return undefined;
    const written: Array<Json> = [];
    const items: Array<unknown> = [];
    for (let index = 0; index < value.length; index++) {
      const json = index in value ? write(value[index], back) : undefined;
      if (json === undefined) return undefined;
      written.push(json);
      items.push(back.value);
    }
    back.value = items;
    return written;
  });
};

/** A value that is there, where the value may itself be None: inside an optional of an optional. */
export interface Some<A> {
  readonly some: A;
}

/** The type of an optional value. Inside another optional both are written as lists. */
export interface OptionalType<A> extends DamlType<A | undefined> {
  readonly optional: true;
  /** None as `[]`, a value as `[x]`. */
  readonly listForm: DamlType<A | undefined>;
}

/**
 * An optional value: null or the value; `undefined` means None. When the element is optional
 * too, both are written as `[]` and `[x]` (ledger-api 2.1), and the value is in a `Some`, so
 * that None and Some None differ.
 */
export function optional<A>(element: OptionalType<A>): OptionalType<Some<A | undefined>>;
export function optional<A>(element: DamlType<A>): OptionalType<A>;
export function optional(element: DamlType<unknown>): OptionalType<unknown> {
  checkType("optional", element);
  const type = isOptionalType(element) ? optionalOfOptional(element) : optionalOf(element);
  return madeOf(type, { kind: "optional", element });
}

const isOptionalType = (type: DamlType<unknown>): type is OptionalType<unknown> =>
  "listForm" in type;

const optionalOf = <A>(element: DamlType<A>): OptionalType<A> => {
  const write = writerOf(element);
  const type: OptionalType<A> = {
    model: { Optional: element.model },
    optional: true,
    decode: (value) => (value === null ? right(undefined) : element.decode(value)),
    encode: (value) => (value === undefined ? null : element.encode(value)),
    show: (value) => shownOptional(element, value),
    listForm: listFormOf(element),
  };
  return withWriter(type, (value, back) => {
    // null reads back as None, whatever wrote it
    const json = value === undefined ? null : write(value, back);
    if (json === null) back.value = undefined;
    return json;
  });
};

const optionalOfOptional = <A>(element: OptionalType<A>): OptionalType<Some<A | undefined>> => {
  const { listForm } = element;
  const inner: DamlType<Some<A | undefined>> = {
    model: element.model,
    optional: false,
    decode: (value) => {
      const some = listForm.decode(value);
      return isLeft(some) ? some : right({ some: some.right });
    },
    encode: ({ some }) => listForm.encode(some),
    show: ({ some }) => element.show(some),
  };
  const listed = listFormOf(inner);
  return { ...listed, optional: true, listForm: listed };
};

const listFormOf = <A>(element: DamlType<A>): DamlType<A | undefined> => ({
  model: { Optional: element.model },
  optional: true,
  decode: (value) => {
    if (value === null || (isJsonArray(value) && value.length === 0)) return right(undefined);
    if (!isJsonArray(value) || value.length !== 1)
      return expected("[] or an array of one element", value);
    return element.decode(value[0] ?? null);
  },
  encode: (value) => (value === undefined ? [] : [element.encode(value)]),
  show: (value) => shownOptional(element, value),
});

const shownOptional = <A>(element: DamlType<A>, value: A | undefined): string =>
  value === undefined ? "None" : `Some ${shownArgument(element, element.show(value))}`;

/**
 * A map from text; written with its keys in the order of texts (see `compareValues`).
 *
 * @param element the type of its values
 */
export const textMap = <A>(element: DamlType<A>): DamlType<ReadonlyMap<string, A>> => {
  checkType("textMap", element);
  const write = writerOf(element);
  const type: DamlType<ReadonlyMap<string, A>> = {
    model: { TextMap: element.model },
    optional: false,
    decode: (value) => {
      if (!isJsonObject(value)) return expected("an object", value);
      const entries = new Map<string, A>();
      for (const key of Object.keys(value)) {
        if (!wellFormed(key)) return expected("keys without U+0000 or half a surrogate pair", key);
        const item = element.decode(value[key] ?? null);
        if (isLeft(item)) return within(key, item.left);
        entries.set(key, item.right);
      }
      return right(entries);
    },
    encode: (value) =>
      inTextOrder([...value.entries()].map(([key, item]) => [key, element.encode(item)])),
    show: (value) => {
      const entries = [...value].sort(([a], [b]) => compareValues("Text", a, b));
      return `TextMap ${shownPairs(entries.map(([key, item]) => [shownText(key), element.show(item)]))}`;
    },
  };
  madeOf(type, { kind: "textMap", element });
  return withWriter(type, (value, back) => {
    if (!(value instanceof Map)) return undefined;
    const written: Array<readonly [string, Json]> = [];
    const items = new Map<string, unknown>();
    for (const [key, item] of value.entries()) {
      const json = isText(key) ? write(item, back) : undefined;
      if (!isText(key) || json === undefined) return undefined;
      written.push([key, json]);
      items.set(key, back.value);
    }
    const object = inTextOrder(written);
    // the names of an object are in an order of their own when they are numbers
    back.value = new Map(Object.keys(object).map((key) => [key, items.get(key)]));
    return object;
  });
};

const shownPairs = (pairs: ReadonlyArray<readonly [string, string]>): string =>
  shownList(pairs.map(([key, item]) => `(${key},${item})`));

const inTextOrder = (entries: Array<readonly [string, Json]>): { readonly [name: string]: Json } =>
  Object.fromEntries(entries.sort(([a], [b]) => compareValues("Text", a, b)));

/**
 * A map with keys of any type: an array of pairs, in ascending order of their keys however they
 * were given. Of equal keys the last one counts (daml-lf B.6).
 *
 * @param keyType the type of its keys
 * @param element the type of its values
 */
export const genMap = <K, A>(
  keyType: DamlType<K>,
  element: DamlType<A>,
): DamlType<ReadonlyArray<readonly [K, A]>> => {
  checkType("genMap: key", keyType);
  checkType("genMap: value", element);
  const type: DamlType<ReadonlyArray<readonly [K, A]>> = {
    model: { GenMap: [keyType.model, element.model] },
    optional: false,
    decode: (value) => {
      if (!isJsonArray(value)) return expected("an array of pairs", value);
      const entries: Array<KeyedEntry<readonly [K, A]>> = [];
      for (let index = 0; index < value.length; index++) {
        const pair = value[index];
        if (!isJsonArray(pair) || pair.length !== 2) {
          return left({
            path: [String(index)],
            reason: `expected a pair [key, value], found ${kindOf(pair)}`,
          });
        }
        const key = keyType.decode(pair[0] ?? null);
        if (isLeft(key)) return within(String(index), key.left);
        const item = element.decode(pair[1] ?? null);
        if (isLeft(item)) return within(String(index), item.left);
        entries.push({ key: keyType.encode(key.right), entry: [key.right, item.right] });
      }
      return right(inKeyOrder(keyType.model, entries).map(({ entry }) => entry));
    },
    encode: (value) => {
      const entries = value.map(([key, item]) => ({ key: keyType.encode(key), item }));
      return inKeyOrder(keyType.model, entries).map(({ key, item }) => [key, element.encode(item)]);
    },
    show: (value) =>
      `Map ${shownPairs(value.map(([key, item]) => [keyType.show(key), element.show(item)]))}`,
  };
  madeOf(type, { kind: "genMap", key: keyType, element });
  return withWriter(type, genMapWriter(keyType, element));
};

interface KeyedEntry<E> {
  /** As it is written. */
  readonly key: Json;
  readonly entry: E;
}

/** Entries in the order of their keys, of those with equal keys the last one. */
const inKeyOrder = <E extends { readonly key: Json }>(
  model: Json,
  entries: Array<E>,
): ReadonlyArray<E> => {
  entries.sort((a, b) => compareValues(model, a.key, b.key));
  return entries.filter((each, at) => {
    const next = entries[at + 1];
    return next === undefined || compareValues(model, each.key, next.key) !== 0;
  });
};

const genMapWriter = (keyType: DamlType<unknown>, element: DamlType<unknown>): ValueWriter => {
  const [writeKey, write] = [writerOf(keyType), writerOf(element)];
  return (value, back) => {
    if (!Array.isArray(value)) return undefined;
    const entries: Array<{
      readonly key: Json;
      readonly item: Json;
      readonly entry: readonly [unknown, unknown];
    }> = [];
    for (let index = 0; index < value.length; index++) {
      const pair: unknown = value[index];
      if (!Array.isArray(pair) || pair.length !== 2) return undefined;
      const key = writeKey(pair[0], back);
      const keyBack = back.value;
      const item = key === undefined ? undefined : write(pair[1], back);
      if (key === undefined || item === undefined) return undefined;
      entries.push({ key, item, entry: [keyBack, back.value] });
    }
    const ordered = inKeyOrder(keyType.model, entries);
    back.value = ordered.map(({ entry }) => entry);
    return ordered.map(({ key, item }) => [key, item]);
  };
};
