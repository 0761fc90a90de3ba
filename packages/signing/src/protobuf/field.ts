import type { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { Content, Scalar } from "./content.js";
import { type MessageSource, countPart } from "./message-source.js";
import { unreadable } from "./read-error.js";

/** A field of a message. */
export interface Field<A> {
  readonly number: number;
  readonly wireType: WireType;
  /** The value when the bytes have no such field. Ends the reading when there must be one. */
  readonly absent: (name: string) => A;
  /** Reads one occurrence. `before` is what an earlier occurrence gave. */
  readonly read: (source: MessageSource, before: A | undefined, name: string) => A;
  readonly write: (writer: BinaryWriter, value: A) => void;
}

const once =
  <A>(content: Content<A>): Field<A>["read"] =>
  (source, before, name) => {
    // the standard lets the last one win or merges them; no writer does that, and two readers may
    // then show two things
    if (before !== undefined) unreadable("malformed", `${name}: found twice, expected once`);
    return content.read(source);
  };

const tagged = <A>(number: number, content: Content<A>, writer: BinaryWriter, value: A): void => {
  writer.tag(number, content.wireType);
  content.write(writer, value);
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
export const optional = <A>(number: number, content: Content<A>): Field<A | undefined> => ({
  number,
  wireType: content.wireType,
  absent: () => undefined,
  read: once<A | undefined>({ ...content, write: () => undefined }),
  write: (writer, value) => {
    if (value !== undefined) tagged(number, content, writer, value);
  },
});

/** A message without which the one around it has no meaning. */
export const required = <A>(number: number, content: Content<A>): Field<A> => ({
  number,
  wireType: content.wireType,
  absent: (name) => unreadable("content", `${name}: missing`),
  read: once(content),
  write: (writer, value) => tagged(number, content, writer, value),
});

/** Any number of texts or messages, one record each. */
export const repeated = <A>(number: number, content: Content<A>): Field<ReadonlyArray<A>> => ({
  number,
  wireType: content.wireType,
  absent: () => [],
  read: (source, before, name) => {
    countPart(source, name);
    const value = content.read(source);
    if (before === undefined) return [value];
    // border: `before` is the array that an earlier call made, and nothing else has it yet
    (before as Array<A>).push(value);
    return before;
  },
  write: (writer, values) => {
    for (const value of values) tagged(number, content, writer, value);
  },
});
