import { type BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { Content } from "./content.js";
import type { Field } from "./field.js";
import {
  type MessageSource,
  refuseWireType,
  enterMessage,
  isInside,
  leaveMessage,
  skipField,
} from "./message-source.js";
import { unreadable } from "./read-error.js";

/**
 * A message type: how its values are read and written. Fields are written in the order of their
 * numbers; unknown fields are skipped.
 */
export interface MessageType<A, W = A> extends Content<A, W> {
  readonly name: string;
  /** Reads up to the position `end`. */
  readonly readTo: (source: MessageSource, end: number) => A;
  /** Writes the fields without a length. */
  readonly writeFields: (writer: BinaryWriter, value: W) => void;
}

type Fields = Readonly<Record<string, Field<unknown, never>>>;

/** The type a message is read as: every field, absent ones with their default. */
type Message<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer A, never> ? A : never;
};

/** The type a message is written from: fields may be left out. */
type Init<F extends Fields> = {
  readonly [K in keyof F]?: (F[K] extends Field<unknown, infer W> ? W : never) | undefined;
};

const typeOf = <A, W>(
  name: string,
  readTo: MessageType<A, W>["readTo"],
  writeFields: MessageType<A, W>["writeFields"],
): MessageType<A, W> => ({
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

interface Entry {
  readonly key: string;
  readonly name: string;
  /** Its place in the order of the numbers. */
  readonly at: number;
  readonly field: Field<unknown>;
}

/**
 * A message type of these fields. Values that are read have all of them, values to write may leave
 * some out.
 *
 * @example
 * const position = message("Position", { commit: plain(1, uint64), prepare: plain(2, uint64) });
 * decodeMessage(position, encodeMessage(position, { commit: 7n }));
 */
export const message = <F extends Fields>(
  name: string,
  fields: F,
): MessageType<Message<F>, Init<F>> => {
  const entries: ReadonlyArray<Entry> = Object.entries(fields)
    // border: a field gets the values under its own key
    .map(([key, field]) => ({ key, name: `${name}.${key}`, field: field as Field<unknown> }))
    .toSorted((a, b) => a.field.number - b.field.number)
    .map((entry, at) => ({ ...entry, at }));
  const byNumber: Array<Entry> = [];
  for (const entry of entries) byNumber[entry.field.number] = entry;
  const readTo = (source: MessageSource, end: number): Message<F> => {
    const values = new Array<unknown>(entries.length);
    enterMessage(source, name, end);
    while (isInside(source, name, end)) {
      const [number, wireType] = source.reader.tag();
      const entry = byNumber[number];
      if (entry === undefined) {
        skipField(source, name, number, wireType);
      } else {
        if (wireType !== entry.field.wireType)
          refuseWireType(entry.name, number, wireType, entry.field.wireType);
        values[entry.at] = entry.field.read(source, values[entry.at], entry.name);
      }
    }
    leaveMessage(source);
    const found: Record<string, unknown> = {};
    for (const entry of entries) {
      const value = values[entry.at];
      found[entry.key] = value === undefined ? entry.field.absent(entry.name) : value;
    }
    // border: each field has set its own key
    return found as Message<F>;
  };
  return typeOf<Message<F>, Init<F>>(name, readTo, (writer, values) => {
    for (const { key, field } of entries) {
      const value: unknown = values[key];
      if (value !== undefined) field.write(writer, value);
    }
  });
};

type Cases = Readonly<Record<string, readonly [number: number, content: Content<unknown, never>]>>;

type Union<C extends Cases> = {
  readonly [K in keyof C]: {
    readonly kind: K;
    readonly value: C[K][1] extends Content<infer A, never> ? A : never;
  };
}[keyof C];

interface Case {
  readonly kind: string;
  readonly number: number;
  readonly content: Content<unknown>;
}

/**
 * A message whose only fields are the cases of one `oneof`, of which exactly one must be present.
 */
export const union = <C extends Cases>(name: string, cases: C): MessageType<Union<C>> => {
  const all: ReadonlyArray<Case> = Object.entries(cases).map(([kind, [number, content]]) => ({
    kind,
    number,
    // border: a content gets the values under its own kind
    content: content as Content<unknown>,
  }));
  const byNumber = new Map(all.map((each) => [each.number, each]));
  const byKind = new Map<PropertyKey, Case>(all.map((each) => [each.kind, each]));
  const readTo = (source: MessageSource, end: number): Union<C> => {
    let found: { kind: string; value: unknown } | undefined;
    enterMessage(source, name, end);
    while (isInside(source, name, end)) {
      const [number, wireType] = source.reader.tag();
      const each = byNumber.get(number);
      if (each === undefined) {
        skipField(source, name, number, wireType);
        continue;
      }
      if (found !== undefined) unreadable("malformed", `${name}: found two cases, expected one`);
      if (wireType !== each.content.wireType)
        refuseWireType(`${name}.${each.kind}`, number, wireType, each.content.wireType);
      found = { kind: each.kind, value: each.content.read(source) };
    }
    leaveMessage(source);
    // border: kind and value are those of one case
    return (found ?? unreadable("content", `${name}: has no known case`)) as Union<C>;
  };
  return typeOf<Union<C>, Union<C>>(name, readTo, (writer, { kind, value }) => {
    const each = byKind.get(kind);
    if (each === undefined) return;
    writer.tag(each.number, each.content.wireType);
    each.content.write(writer, value);
  });
};

/** A message with one field, as the value of that field. */
export const only = <A, W>(name: string, field: Field<A, W>): MessageType<A, W> => {
  const inner = message(name, { only: field });
  return typeOf<A, W>(
    name,
    (source, end) => inner.readTo(source, end).only,
    (writer, value) => inner.writeFields(writer, { only: value }),
  );
};

/** A message without fields: only its presence counts. */
export const empty = message("Empty", {});

/** The value of `empty`. */
export const PRESENT = {};
