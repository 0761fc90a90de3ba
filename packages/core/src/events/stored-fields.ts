import type { StoredPart, StoredRecord } from "./stored-part.js";
import type { StringTableReader, StringTableWriter } from "./string-table.js";

/** What a field may be left out for, or computed from. */
export interface Around {
  readonly seed: string;
  readonly offset: number;
  readonly recordTime: number;
  /** Of the node that is written or read. */
  readonly nodeId: number;
}

/** A field of a record in the journal; it may be implied. */
export interface StoredField<A> {
  /** @param name as JSON, with the comma before it and the colon after it */
  readonly write: (table: StringTableWriter, name: string, value: A, around: Around) => void;
  /** undefined: the event does not have it either */
  readonly read: (stored: unknown, table: StringTableReader, around: Around) => A | undefined;
}

export const always = <A>(part: StoredPart<A>): StoredField<A> => part;

/** A field that is left out where the event does not have it. */
export const optional = <A>({ write, read }: StoredPart<A>): StoredField<A | undefined> => ({
  write: (table, name, value) => {
    if (value !== undefined) write(table, name, value);
  },
  read: (stored, table) => (stored === undefined ? undefined : read(stored, table)),
});

/** A list that is left out where the event does not have it, or has it with nothing in it. */
export const someOf = <A>({
  write,
  read,
}: StoredPart<ReadonlyArray<A>>): StoredField<ReadonlyArray<A> | undefined> => ({
  write: (table, name, value) => {
    if (value !== undefined && value.length > 0) write(table, name, value);
  },
  read: (stored, table) => (stored === undefined ? undefined : read(stored, table)),
});

/** A list that is left out where there is nothing in it. */
export const unlessEmpty = <A>({
  write,
  read,
}: StoredPart<ReadonlyArray<A>>): StoredField<ReadonlyArray<A>> => ({
  write: (table, name, value) => {
    if (value.length > 0) write(table, name, value);
  },
  read: (stored, table) => read(stored === undefined ? [] : stored, table),
});

/** A field that is left out where it equals `usual`. */
export const unless = <A>(
  usual: (around: Around) => A,
  { write, read }: StoredPart<A>,
): StoredField<A> => ({
  write: (table, name, value, around) => {
    if (value !== usual(around)) write(table, name, value);
  },
  read: (stored, table, around) => (stored === undefined ? usual(around) : read(stored, table)),
});

const writesNothing = (): void => undefined;

/** A field that is never stored: it follows from its context. */
export const implied = <A>(value: (around: Around) => A): StoredField<A> => ({
  write: writesNothing,
  read: (_stored, _table, around) => value(around),
});

/** Each field of a record once, in the order in which they are written. */
export type FieldsOf<A> = { readonly [K in keyof A]-?: StoredField<A[K]> };

interface Entry {
  readonly key: string;
  readonly name: string;
  readonly field: StoredField<unknown>;
}

/** The writer and the reader of a record. */
interface StoredFields<A> {
  /** Writes each field with a comma before it. */
  readonly write: (table: StringTableWriter, value: A, around: Around) => void;
  /** Adds the fields to `made`, which is not shared yet. */
  readonly read: <B extends object>(
    made: B,
    stored: StoredRecord,
    table: StringTableReader,
    around: Around,
  ) => A & B;
}

/** The writer and the reader that follow from the fields. */
export const fieldsOf = <A extends object>(fields: FieldsOf<A>): StoredFields<A> => {
  const entries: ReadonlyArray<Entry> = Object.entries(fields).map(([key, field]) => ({
    key,
    name: `,${JSON.stringify(key)}:`,
    // border: what a field is given is the value under its own key
    field: field as StoredField<unknown>,
  }));
  const written = entries.filter(({ field }) => field.write !== writesNothing);
  return {
    write: (table, value, around) => {
      // border: the keys of the entries are those of an A
      const values = value as Readonly<Record<string, unknown>>;
      for (const { key, name, field } of written) field.write(table, name, values[key], around);
    },
    read: <B extends object>(
      made: B,
      stored: StoredRecord,
      table: StringTableReader,
      around: Around,
    ) => {
      // border: the fields of an A are added to it
      const values = made as Record<string, unknown>;
      for (const { key, field } of entries) {
        const value = field.read(stored[key], table, around);
        if (value !== undefined) values[key] = value;
      }
      // border: each field has set its own key
      return values as A & B;
    },
  };
};
