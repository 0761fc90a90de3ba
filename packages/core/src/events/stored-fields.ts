import { misfit, recordOf, type StoredPart, type StoredRecord } from "./stored-part.js";
import { StringTableReader, StringTableWriter, thrownAt } from "./string-table.js";

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

/** The fields of any record. */
type FieldRows = Readonly<
  Record<
    string,
    {
      readonly write: (
        table: StringTableWriter,
        name: string,
        value: never,
        around: Around,
      ) => void;
      readonly read: (stored: unknown, table: StringTableReader, around: Around) => unknown;
    }
  >
>;

type ValueOf<F> = F extends StoredField<infer A> ? A : never;

type IfOptional<F, Yes, No> = undefined extends ValueOf<F> ? Yes : No;

/** The record that has these fields. */
export type RecordOf<F extends FieldRows> = {
  readonly [K in keyof F as IfOptional<F[K], never, K>]: ValueOf<F[K]>;
} & {
  readonly [K in keyof F as IfOptional<F[K], K, never>]?: Exclude<ValueOf<F[K]>, undefined>;
};

interface Entry {
  readonly key: string;
  readonly name: string;
  readonly field: StoredField<unknown>;
}

/** The events of a table of fields by event type; of those in `K`. */
export type EventOf<E extends Readonly<Record<string, FieldRows>>, K extends keyof E = keyof E> = {
  readonly [T in K]: { readonly type: T } & RecordOf<E[T]>;
}[K];

/** The writer and the reader of a record. */
export interface StoredFields<A> {
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

/**
 * The writer and the reader that follow from the fields.
 *
 * @param before what is written before the first field
 */
export const fieldsOf = <A extends object>(fields: FieldsOf<A>, before = ","): StoredFields<A> => {
  const entries: ReadonlyArray<Entry> = Object.entries(fields).map(([key, field], index) => ({
    key,
    name: `${index === 0 ? before : ","}${JSON.stringify(key)}:`,
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
      let at = "";
      try {
        for (const { key, field } of entries) {
          at = key;
          const value = field.read(stored[key], table, around);
          if (value !== undefined) values[key] = value;
        }
      } catch (thrown) {
        throw thrownAt(at, thrown);
      }
      // border: each field has set its own key
      return values as A & B;
    },
  };
};

/** Of fields that refer to no seed, offset, record time or node. */
const nowhere: Around = { seed: "", offset: 0, recordTime: 0, nodeId: 0 };

// nor to texts of a table
const noTexts = new StringTableReader([], []);

/** The text of a record whose fields refer to nothing outside of it. */
export const textOfFields = <A>(version: number, fields: StoredFields<A>, value: A): string => {
  const writer = new StringTableWriter();
  fields.write(writer, value, nowhere);
  return `{"v":${version}${writer.written}}`;
};

/** Adds the fields of such a record to `made`. Throws a `StoredValueError` when one is wrong. */
export const readFields = <A, B extends object>(
  made: B,
  fields: StoredFields<A>,
  stored: StoredRecord,
): A & B => fields.read(made, stored, noTexts, nowhere);

/** An object with these fields; the first is never left out. */
export const recordPart = <F extends FieldRows>(rows: F): StoredPart<RecordOf<F>> => {
  // border: the record is that of the rows
  const fields = fieldsOf<RecordOf<F>>(rows as unknown as FieldsOf<RecordOf<F>>, "{");
  return {
    write: (table, before, value) => {
      table.raw(before);
      fields.write(table, value, nowhere);
      table.raw("}");
    },
    read: (stored, table) => fields.read({}, recordOf(stored), table, nowhere),
  };
};

type TaggedOf<T extends string, C extends Readonly<Record<string, FieldRows>>> = {
  [K in keyof C]: { readonly [tag in T]: K } & RecordOf<C[K]>;
}[keyof C];

/** One of several objects, told apart by the text in the field `tag`. */
export const tagged = <T extends string, C extends Readonly<Record<string, FieldRows>>>(
  tag: T,
  cases: C,
): StoredPart<TaggedOf<T, C>> => {
  type Case = TaggedOf<T, C>;
  const byTag = new Map(
    Object.entries(cases).map(([name, rows]) => [
      name,
      {
        begin: `{${JSON.stringify(tag)}:${JSON.stringify(name)}`,
        // border: the fields besides the tag
        fields: fieldsOf<object>(rows as FieldsOf<object>),
      },
    ]),
  );
  const caseOf = (value: object) => {
    const name: unknown = Reflect.get(value, tag);
    return (typeof name === "string" ? byTag.get(name) : undefined) ?? misfit(tag);
  };
  return {
    write: (table, before, value: Case & object) => {
      const { begin, fields } = caseOf(value);
      table.raw(before + begin);
      fields.write(table, value, nowhere);
      table.raw("}");
    },
    read: (stored, table) => {
      const given = recordOf(stored);
      const { fields } = caseOf(given);
      // border: the fields of the case with this tag
      return fields.read({ [tag]: given[tag] }, given, table, nowhere) as unknown as Case;
    },
  };
};
