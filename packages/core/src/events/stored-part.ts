import type { PackageId, PartyId, UserId } from "../values/ids.js";
import type { Json } from "../values/json.js";
import { sharedParties, sharedText } from "../values/shared-text.js";
import type { Micros } from "../values/time.js";
import {
  StoredValueError,
  type StringTableReader,
  type StringTableWriter,
  thrownAt,
} from "./string-table.js";

/** A part of an event in the journal: its writer, and its checking reader. */
export interface StoredPart<A> {
  /** Writes `before`, then the part. */
  readonly write: (table: StringTableWriter, before: string, value: A) => void;
  /** Throws a `StoredValueError` for anything else. */
  readonly read: (stored: unknown, table: StringTableReader) => A;
}

/** What a part is of. */
export type PartOf<P> = P extends StoredPart<infer A> ? A : never;

/** An object as it was parsed. */
export type StoredRecord = Readonly<Record<string, unknown>>;

/** Throws: a part of the event is missing or has another type; the field of it, if known. */
export const misfit = (field?: string): never => {
  const error = new StoredValueError("does not fit its schema");
  throw field === undefined ? error : thrownAt(field, error);
};

export const numberOf = (stored: unknown): number =>
  typeof stored === "number" ? stored : misfit();

export const textOf = (stored: unknown): string => (typeof stored === "string" ? stored : misfit());

export const listOf = (stored: unknown): ReadonlyArray<unknown> =>
  Array.isArray(stored) ? stored : misfit();

/** An object as it was parsed. */
export const recordOf = (stored: unknown): StoredRecord =>
  typeof stored === "object" && stored !== null && !Array.isArray(stored)
    ? // border: JSON.parse just made it
      (stored as StoredRecord)
    : misfit();

export const number: StoredPart<number> = {
  write: (table, before, value) => table.raw(`${before}${value}`),
  read: numberOf,
};

/** A text used once, not in the table. */
export const ownText: StoredPart<string> = {
  write: (table, before, value) => table.raw(before + JSON.stringify(value)),
  read: textOf,
};

export const packageId: StoredPart<PackageId> = ownText;
export const partyId: StoredPart<PartyId> = ownText;
export const userId: StoredPart<UserId> = ownText;

/** Microseconds since the Unix epoch. */
export const micros: StoredPart<Micros> = number;

export const tableText: StoredPart<string> = {
  write: (table, before, value) => table.text(before, value),
  read: (stored, table) => table.textOf(numberOf(stored)),
};

/** A text of the table that many contracts in memory share. */
export const commonText: StoredPart<string> = {
  write: tableText.write,
  read: (stored, table) => sharedText(tableText.read(stored, table)),
};

export const tableTexts: StoredPart<ReadonlyArray<string>> = {
  write: (table, before, value) => table.list(before, value),
  read: (stored, table) => {
    const texts: Array<string> = [];
    for (const each of listOf(stored)) texts.push(table.textOf(numberOf(each)));
    return texts;
  },
};

/** Parties, which many contracts in memory share. */
export const parties: StoredPart<ReadonlyArray<string>> = {
  write: tableTexts.write,
  read: (stored, table) => sharedParties(tableTexts.read(stored, table)),
};

export const damlValue: StoredPart<Json> = {
  write: (table, before, value) => {
    table.raw(before);
    table.value(value);
  },
  read: (stored, table) => (stored === undefined ? misfit() : table.valueOf(stored)),
};

/** True, or left out. */
export const yes = {
  write: (table: StringTableWriter, before: string): void => table.raw(`${before}true`),
  read: (stored: unknown): true => stored === true || misfit(),
} satisfies StoredPart<true>;

export const flag: StoredPart<boolean> = {
  write: (table, before, value) => table.raw(`${before}${value}`),
  read: (stored) => (typeof stored === "boolean" ? stored : misfit()),
};

/** A text that a guard accepts. */
export const textThat = <A extends string>(is: (text: string) => text is A): StoredPart<A> => ({
  write: ownText.write,
  read: (stored) => {
    const text = textOf(stored);
    return is(text) ? text : misfit();
  },
});

/** One of these texts. */
export const oneOf = <A extends string>(...names: ReadonlyArray<A>): StoredPart<A> =>
  textThat((text): text is A => names.some((name) => name === text));

/** An object used as a map from text to text. */
export const mapPart: StoredPart<Readonly<Record<string, string>>> = {
  write: (table, before, value) => table.raw(before + JSON.stringify(value)),
  read: (stored) => {
    const map = recordOf(stored);
    return Object.values(map).every((each) => typeof each === "string")
      ? // border: each value is a text
        (map as Readonly<Record<string, string>>)
      : misfit();
  },
};

/** Any JSON, without use of the table. */
export const anyJson: StoredPart<Json> = {
  write: (table, before, value) => table.raw(before + JSON.stringify(value)),
  // border: JSON.parse just made it
  read: (stored) => (stored === undefined ? misfit() : (stored as Json)),
};

export const listPart = <A>(part: StoredPart<A>): StoredPart<ReadonlyArray<A>> => ({
  write: (table, before, all) => {
    table.raw(`${before}[`);
    for (const [index, each] of all.entries()) part.write(table, index === 0 ? "" : ",", each);
    table.raw("]");
  },
  read: (stored, table) => {
    const items = listOf(stored);
    const read: Array<A> = [];
    try {
      for (const each of items) read.push(part.read(each, table));
    } catch (thrown) {
      throw thrownAt(read.length, thrown);
    }
    return read;
  },
});

export const pairPart = <A, B>(
  a: StoredPart<A>,
  b: StoredPart<B>,
): StoredPart<readonly [A, B]> => ({
  write: (table, before, [first, second]) => {
    a.write(table, `${before}[`, first);
    b.write(table, ",", second);
    table.raw("]");
  },
  read: (stored, table) => {
    const [first, second, ...others] = listOf(stored);
    return others.length > 0 ? misfit() : [a.read(first, table), b.read(second, table)];
  },
});
