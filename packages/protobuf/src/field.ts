import type { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { Content, Scalar } from "./content.js";
import { type MessageSource, countPart } from "./message-source.js";
import { unreadable } from "./read-error.js";

/** A field of a message: it is read as an `A` and written from a `W`. */
export interface Field<A, W = A> {
  readonly number: number;
  readonly wireType: WireType;
  /** The value when the field is absent. Throws when it is required. */
  absent(name: string): A;
  /** Reads one occurrence. `before` is the value of an earlier occurrence. */
  read(source: MessageSource, before: A | undefined, name: string): A;
  readonly write: (writer: BinaryWriter, value: W) => void;
}

const once =
  <A>({ read }: Content<A, never>): Field<A, never>["read"] =>
  (source, before, name) => {
    // the standard lets the last one win or merges them; no writer does that, and two readers may
    // then show different values
    if (before !== undefined) unreadable("malformed", `${name}: found twice, expected once`);
    return read(source);
  };

const tagged = <W>(
  number: number,
  { wireType, write }: Content<unknown, W>,
  writer: BinaryWriter,
  value: W,
): void => {
  writer.tag(number, wireType);
  write(writer, value);
};

/** A scalar without presence: absent means its default, which is not written. */
export const plain = <A>(number: number, content: Scalar<A>): Field<A> => ({
  number,
  wireType: content.wireType,
  absent: () => content.initial,
  read: once(content),
  write: (writer, value) => {
    if (!content.isInitial(value)) tagged(number, content, writer, value);
  },
});

/** A message, or a scalar with presence; undefined when absent. */
export const optional = <A, W>(
  number: number,
  content: Content<A, W>,
): Field<A | undefined, W | undefined> => ({
  number,
  wireType: content.wireType,
  absent: () => undefined,
  read: once(content),
  write: (writer, value) => {
    if (value !== undefined) tagged(number, content, writer, value);
  },
});

/** A required message. */
export const required = <A, W>(number: number, content: Content<A, W>): Field<A, W> => ({
  number,
  wireType: content.wireType,
  absent: (name) => unreadable("content", `${name}: missing`),
  read: once(content),
  write: (writer, value) => tagged(number, content, writer, value),
});

/** Any number of texts or messages, one record each. */
export const repeated = <A, W>(
  number: number,
  content: Content<A, W>,
): Field<ReadonlyArray<A>, ReadonlyArray<W>> => ({
  number,
  wireType: content.wireType,
  absent: () => [],
  read: (source, before, name) => {
    countPart(source, name);
    const value = content.read(source);
    if (before === undefined) return [value];
    // border: `before` is the array of an earlier call, which is not shared yet
    (before as Array<A>).push(value);
    return before;
  },
  write: (writer, values) => {
    for (const value of values) tagged(number, content, writer, value);
  },
});
