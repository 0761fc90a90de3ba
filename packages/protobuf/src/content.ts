import { type BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { type MessageSource, countPart } from "./message-source.js";
import { unreadable } from "./read-error.js";

/**
 * What a field holds: how an `A` is read after the tag, and how a `W` is written after it. They
 * differ where a writer may leave out fields that a reader gets with their defaults.
 */
export interface Content<A, W = A> {
  readonly wireType: WireType;
  readonly read: (source: MessageSource) => A;
  readonly write: (writer: BinaryWriter, value: W) => void;
}

/** The type that a message or another content is read as. */
export type Decoded<C> = C extends Content<infer A, never> ? A : never;

/** The type that a message or another content is written from. */
export type Encodable<C> = C extends Content<unknown, infer W> ? W : never;

/** Content that is left out when it has its default. */
export interface Scalar<A> extends Content<A> {
  readonly initial: A;
  readonly isInitial: (value: A) => boolean;
}

const scalar = <A>(
  wireType: WireType,
  initial: A,
  read: (source: MessageSource) => A,
  write: (writer: BinaryWriter, value: A) => void,
): Scalar<A> => ({
  wireType,
  initial,
  isInitial: (value) => value === initial,
  read,
  write,
});

// BinaryReader returns texts for 64-bit integers only on platforms without bigint
const big = (value: bigint | string): bigint => BigInt(value);

/** `string`: UTF-8 that must be valid. */
export const text: Scalar<string> = scalar(
  WireType.LengthDelimited,
  "",
  ({ reader }) => reader.string(true),
  (writer, value) => writer.string(value),
);

const emptyBytes = new Uint8Array();

/** `bytes`: a view of the bytes read, not a copy. */
export const bytes: Scalar<Uint8Array> = {
  wireType: WireType.LengthDelimited,
  initial: emptyBytes,
  isInitial: (value) => value.length === 0,
  read: ({ reader }) => reader.bytes(),
  write: (writer, value) => writer.bytes(value),
};

/** `bool`. */
export const bool: Scalar<boolean> = scalar<boolean>(
  WireType.Varint,
  false,
  ({ reader }) => reader.bool(),
  (writer, value) => writer.bool(value),
);

/** `int32`, and an enumeration: values that are not known are kept. */
export const int32: Scalar<number> = scalar(
  WireType.Varint,
  0,
  ({ reader }) => reader.int32(),
  (writer, value) => writer.int32(value),
);

/** `uint32`. */
export const uint32: Scalar<number> = scalar(
  WireType.Varint,
  0,
  ({ reader }) => reader.uint32(),
  (writer, value) => writer.uint32(value),
);

/** `uint64`. */
export const uint64: Scalar<bigint> = scalar(
  WireType.Varint,
  0n,
  ({ reader }) => big(reader.uint64()),
  (writer, value) => writer.uint64(value),
);

/** `int64`: a negative number takes ten bytes. */
export const int64: Scalar<bigint> = scalar(
  WireType.Varint,
  0n,
  ({ reader }) => big(reader.int64()),
  (writer, value) => writer.int64(value),
);

/** `sint64`: zigzag. */
export const sint64: Scalar<bigint> = scalar(
  WireType.Varint,
  0n,
  ({ reader }) => big(reader.sint64()),
  (writer, value) => writer.sint64(value),
);

/** `sfixed64`: eight bytes, little endian. */
export const sfixed64: Scalar<bigint> = scalar(
  WireType.Bit64,
  0n,
  ({ reader }) => big(reader.sfixed64()),
  (writer, value) => writer.sfixed64(value),
);

/** Several numbers in one length-delimited record, as proto3 writes repeated enumerations. */
export const packed = (element: Scalar<number>): Scalar<ReadonlyArray<number>> => ({
  wireType: WireType.LengthDelimited,
  initial: [],
  isInitial: (values) => values.length === 0,
  read: (source) => {
    const { reader } = source;
    const length = reader.uint32();
    const end = reader.pos + length;
    const values: Array<number> = [];
    while (reader.pos < end) {
      countPart(source, "a packed list");
      values.push(element.read(source));
    }
    if (reader.pos !== end) unreadable("malformed", "a packed list ends within a number");
    return values;
  },
  write: (writer, values) => {
    writer.fork();
    for (const value of values) element.write(writer, value);
    writer.join();
  },
});

/** A message that contains itself: `content` is called when the first one is read or written. */
export const lazy = <A, W = A>(content: () => Content<A, W>): Content<A, W> => ({
  wireType: WireType.LengthDelimited,
  read: (source) => content().read(source),
  write: (writer, value) => content().write(writer, value),
});
