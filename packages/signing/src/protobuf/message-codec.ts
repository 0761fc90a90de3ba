import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Content } from "./content.js";
import type { Field } from "./field.js";
import {
  type MessageSource,
  type ReadLimits,
  defaultReadLimits,
  enterMessage,
  leaveMessage,
  skipField,
  sourceOf,
} from "./message-source.js";
import { type ReadError, UnreadableMessage, unreadable } from "./read-error.js";

/**
 * A message type: how its values are read and written. Fields are written in the order of their
 * numbers.
 */
export interface MessageType<A> extends Content<A> {
  readonly name: string;
  /** Reads up to the position `end`. */
  readonly readTo: (source: MessageSource, end: number) => A;
  /** Writes the fields without a length. */
  readonly writeFields: (writer: BinaryWriter, value: A) => void;
}

/** For each key of a value its field. */
export type FieldsOf<A> = { readonly [K in keyof A]-?: Field<A[K]> };

/** For each case of a union the number of its field and what it holds. */
export type CasesOf<U extends { readonly kind: string; readonly value: unknown }> = {
  readonly [K in U["kind"]]: readonly [
    number: number,
    content: Content<Extract<U, { readonly kind: K }>["value"]>,
  ];
};

const wireTypeMatches = (
  name: string,
  number: number,
  found: WireType,
  expected: WireType,
): void => {
  if (found !== expected) {
    unreadable(
      "malformed",
      `${name}: found wire type ${found}, expected ${expected} (field ${number})`,
    );
  }
};

const typeOf = <A>(
  name: string,
  readTo: MessageType<A>["readTo"],
  writeFields: MessageType<A>["writeFields"],
): MessageType<A> => ({
  name,
  wireType: WireType.LengthDelimited,
  readTo,
  writeFields,
  read: (source) => {
    const length = source.reader.uint32();
    return readTo(source, source.reader.pos + length);
  },
  write: (writer, value) => {
    writer.fork();
    writeFields(writer, value);
    writer.join();
  },
});

const readFields = (
  source: MessageSource,
  name: string,
  end: number,
  visit: (number: number, wireType: WireType) => void,
): void => {
  const { reader } = source;
  enterMessage(source, name);
  if (end > reader.len) unreadable("malformed", `${name}: goes beyond the end of the bytes`);
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    visit(number, wireType);
    if (reader.pos > end) unreadable("malformed", `${name}: a field goes beyond its message`);
  }
  leaveMessage(source);
};

interface Entry {
  readonly key: string;
  readonly name: string;
  readonly field: Field<unknown>;
}

const entriesOf = <A extends object>(name: string, fields: FieldsOf<A>): ReadonlyArray<Entry> =>
  Object.entries(fields)
    .map(([key, field]) => ({ key, name: `${name}.${key}`, field: field as Field<unknown> }))
    .toSorted((a, b) => a.field.number - b.field.number);

/**
 * A message type from its fields.
 * @param fields called once, at the first use, so that types may refer to each other
 */
export const message = <A extends object>(
  name: string,
  fields: () => FieldsOf<A>,
): MessageType<A> => {
  let entries: ReadonlyArray<Entry> | undefined;
  let byNumber = new Map<number, Entry>();
  const table = (): ReadonlyArray<Entry> => {
    if (entries === undefined) {
      entries = entriesOf(name, fields());
      byNumber = new Map(entries.map((entry) => [entry.field.number, entry]));
    }
    return entries;
  };
  const readTo = (source: MessageSource, end: number): A => {
    const all = table();
    const found: Record<string, unknown> = {};
    readFields(source, name, end, (number, wireType) => {
      const entry = byNumber.get(number);
      if (entry === undefined) return skipField(source, name, number, wireType);
      wireTypeMatches(entry.name, number, wireType, entry.field.wireType);
      found[entry.key] = entry.field.read(source, found[entry.key], entry.name);
    });
    for (const { key, name: fieldName, field } of all)
      if (found[key] === undefined) found[key] = field.absent(fieldName);
    return found as A;
  };
  return typeOf(name, readTo, (writer, value) => {
    for (const { key, field } of table())
      field.write(writer, (value as Record<string, unknown>)[key]);
  });
};

interface Case {
  readonly kind: string;
  readonly number: number;
  readonly content: Content<unknown>;
}

/** A message whose only fields are the cases of one `oneof`, of which exactly one must be there. */
export const union = <U extends { readonly kind: string; readonly value: unknown }>(
  name: string,
  cases: () => CasesOf<U>,
): MessageType<U> => {
  let byNumber: Map<number, Case> | undefined;
  let byKind = new Map<string, Case>();
  const known = (): Map<number, Case> => {
    if (byNumber === undefined) {
      const table = cases() as unknown as Record<string, readonly [number, Content<unknown>]>;
      const all = Object.entries(table).map(([kind, [number, content]]) => ({
        kind,
        number,
        content,
      }));
      byNumber = new Map(all.map((each) => [each.number, each]));
      byKind = new Map(all.map((each) => [each.kind, each]));
    }
    return byNumber;
  };
  const readTo = (source: MessageSource, end: number): U => {
    const numbers = known();
    let found: { kind: string; value: unknown } | undefined;
    readFields(source, name, end, (number, wireType) => {
      const each = numbers.get(number);
      if (each === undefined) return skipField(source, name, number, wireType);
      if (found !== undefined) unreadable("malformed", `${name}: found two cases, expected one`);
      wireTypeMatches(`${name}.${each.kind}`, number, wireType, each.content.wireType);
      found = { kind: each.kind, value: each.content.read(source) };
    });
    return (found ?? unreadable("content", `${name}: has no case that is known`)) as U;
  };
  return typeOf(name, readTo, (writer, value) => {
    known();
    const each = byKind.get(value.kind);
    if (each === undefined) return;
    writer.tag(each.number, each.content.wireType);
    each.content.write(writer, value.value);
  });
};

/** A message that has one field, as the value of that field. */
export const only = <A>(name: string, field: () => Field<A>): MessageType<A> => {
  const inner = message<{ readonly only: A }>(name, () => ({ only: field() }));
  return typeOf(
    name,
    (source, end) => inner.readTo(source, end).only,
    (writer, value) => inner.writeFields(writer, { only: value }),
  );
};

/** A message without fields. */
export const emptyMessage: MessageType<undefined> = typeOf(
  "Empty",
  (source, end) => {
    readFields(source, "Empty", end, (number, wireType) =>
      skipField(source, "Empty", number, wireType),
    );
    return undefined;
  },
  () => undefined,
);

/** The bytes of a message. */
export const encodeMessage = <A>(type: MessageType<A>, value: A): Uint8Array => {
  const writer = new BinaryWriter();
  type.writeFields(writer, value);
  return writer.finish();
};

/**
 * Reads a message. Unknown fields are skipped; a field that may occur once must not occur twice.
 * @returns the message, or why the bytes are none; nothing is thrown
 */
export const decodeMessage = <A>(
  type: MessageType<A>,
  encoded: Uint8Array,
  limits: ReadLimits = defaultReadLimits,
): Either<ReadError, A> => {
  try {
    const source = sourceOf(encoded, limits);
    return right(type.readTo(source, encoded.length));
  } catch (error) {
    if (error instanceof UnreadableMessage)
      return left({ kind: error.kind, message: error.message });
    // what the reader of the library throws: bytes that end early, too long varints, invalid UTF-8
    const reason = error instanceof Error ? error.message : "unreadable";
    return left({ kind: "malformed", message: `${type.name}: ${reason}` });
  }
};
