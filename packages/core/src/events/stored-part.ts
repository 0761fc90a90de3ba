import type * as t from "io-ts";
import type { Json } from "../values/json.js";
import { sharedParties, sharedText } from "../values/shared-text.js";
import { fieldOrderOf } from "./field-order.js";
import {
  StoredValueError,
  type StringTableReader,
  type StringTableWriter,
} from "./string-table.js";

/** A part of an event in the journal: its writer, and its checking reader. */
export interface StoredPart<A> {
  /** Writes `before`, then the part. */
  readonly write: (table: StringTableWriter, before: string, value: A) => void;
  /** Throws a `StoredValueError` for anything else. */
  readonly read: (stored: unknown, table: StringTableReader) => A;
}

/** An object as it was parsed. */
export type StoredRecord = Readonly<Record<string, unknown>>;

/** Throws: a part of the event is missing or has another type. */
export const misfit = (): never => {
  throw new StoredValueError("does not fit its schema");
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
export const yes: StoredPart<boolean> = {
  write: (table, before) => table.raw(`${before}true`),
  read: (stored) => stored === true || misfit(),
};

/** JSON that a codec describes, without use of the table. */
export const json = <A>(codec: t.Type<A, unknown>): StoredPart<A> => {
  const inOrder = fieldOrderOf(codec);
  return {
    write: (table, before, value) => table.raw(before + JSON.stringify(inOrder(value))),
    read: (stored) => (codec.is(stored) ? stored : misfit()),
  };
};
