import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

/**
 * A value of one field as it is on the wire, without the field's number: what is read, and what may
 * be written.
 */
interface ValueType<T, W = T> {
  readonly wireType: WireType;
  write(writer: BinaryWriter, value: W): void;
  read(reader: BinaryReader): T;
}

/** A field of a message: its number, its value when it is absent, and how often it may be there. */
export interface Field<T, W = T> {
  readonly number: number;
  readonly wireType: WireType;
  /** The value of a message in which the field is absent. */
  absent(): T;
  /** Writes nothing for the value of an absent field. */
  write(writer: BinaryWriter, value: W): void;
  /** The field's value after reading one more occurrence of it. */
  read(reader: BinaryReader, before: T): T;
}

/** A message by the names of its fields. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** What a decoded message is: every field is there, absent ones with their default. */
export type Message<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer T, infer _> ? T : never;
};

/** What may be encoded: fields that are left out are absent. */
export type MessageInit<F extends Fields> = {
  readonly [K in keyof F]?: (F[K] extends Field<infer _, infer W> ? W : never) | undefined;
};

/** A message type: a value type, and the bytes of whole messages. */
export interface MessageType<F extends Fields> extends ValueType<Message<F>, MessageInit<F>> {
  readonly encode: (message: MessageInit<F>) => Buffer;
  /** Throws on bytes that are not such a message. */
  readonly decode: (bytes: Uint8Array) => Message<F>;
}

/** UTF-8 text. */
export const text: ValueType<string> = {
  wireType: WireType.LengthDelimited,
  write: (writer, value) => writer.string(value),
  read: (reader) => reader.string(),
};

/** Bytes; what is read shares the memory of the message. */
export const bytes: ValueType<Uint8Array> = {
  wireType: WireType.LengthDelimited,
  write: (writer, value) => writer.bytes(value),
  read: (reader) => reader.bytes(),
};

/** uint64. */
export const uint64: ValueType<bigint> = {
  wireType: WireType.Varint,
  write: (writer, value) => writer.uint64(value),
  read: (reader) => BigInt(reader.uint64()),
};

/** int64. */
export const int64: ValueType<bigint> = {
  wireType: WireType.Varint,
  write: (writer, value) => writer.int64(value),
  read: (reader) => BigInt(reader.int64()),
};

/** uint32, and enumerations without negative values. */
export const uint32: ValueType<number> = {
  wireType: WireType.Varint,
  write: (writer, value) => writer.uint32(value),
  read: (reader) => reader.uint32(),
};

/** int32. */
export const int32: ValueType<number> = {
  wireType: WireType.Varint,
  write: (writer, value) => writer.int32(value),
  read: (reader) => reader.int32(),
};

/** bool. */
export const bool: ValueType<boolean> = {
  wireType: WireType.Varint,
  write: (writer, value) => writer.bool(value),
  read: (reader) => reader.bool(),
};

const writeTagged = <T, W>(
  writer: BinaryWriter,
  number: number,
  type: ValueType<T, W>,
  value: W,
): void => {
  writer.tag(number, type.wireType);
  type.write(writer, value);
};

/** A field that is there or not: a message, or a member of a oneof. */
export const optional = <T, W>(
  number: number,
  type: ValueType<T, W>,
): Field<T | undefined, W | undefined> => ({
  number,
  wireType: type.wireType,
  absent: () => undefined,
  write: (writer, value) => {
    if (value !== undefined) writeTagged(writer, number, type, value);
  },
  read: (reader) => type.read(reader),
});

/** A scalar whose default is not written. */
export const scalar = <T>(number: number, type: ValueType<T>, initial: T): Field<T> => ({
  number,
  wireType: type.wireType,
  absent: () => initial,
  write: (writer, value) => {
    if (value !== initial) writeTagged(writer, number, type, value);
  },
  read: (reader) => type.read(reader),
});

const NO_BYTES = new Uint8Array();

/** Bytes of which the empty ones are not written. */
export const bytesField = (number: number): Field<Uint8Array> => ({
  number,
  wireType: bytes.wireType,
  absent: () => NO_BYTES,
  write: (writer, value) => {
    if (value.length > 0) writeTagged(writer, number, bytes, value);
  },
  read: (reader) => reader.bytes(),
});

/** A field that is there any number of times. */
export const repeated = <T, W>(
  number: number,
  type: ValueType<T, W>,
): Field<ReadonlyArray<T>, ReadonlyArray<W>> => ({
  number,
  wireType: type.wireType,
  absent: () => [],
  write: (writer, values) => {
    for (const value of values) writeTagged(writer, number, type, value);
  },
  read: (reader, before) => {
    // border: `absent` made this array for the message that is being read, and nobody else has it
    // yet
    (before as T[]).push(type.read(reader));
    return before;
  },
});

const writeEntry = (writer: BinaryWriter, name: string, value: string): void => {
  writer.fork();
  if (name !== "") writer.tag(1, WireType.LengthDelimited).string(name);
  if (value !== "") writer.tag(2, WireType.LengthDelimited).string(value);
  writer.join();
};

const readEntry = (reader: BinaryReader): readonly [string, string] => {
  const end = endOf(reader);
  let name = "";
  let value = "";
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    if (number === 1 && wireType === WireType.LengthDelimited) name = reader.string();
    else if (number === 2 && wireType === WireType.LengthDelimited) value = reader.string();
    else reader.skip(wireType, number);
  }
  return [name, value];
};

/** A map of texts. */
export const textMap = (number: number): Field<ReadonlyMap<string, string>> => ({
  number,
  wireType: WireType.LengthDelimited,
  absent: () => new Map<string, string>(),
  write: (writer, values) => {
    for (const [name, value] of values) {
      writer.tag(number, WireType.LengthDelimited);
      writeEntry(writer, name, value);
    }
  },
  read: (reader, before) => {
    const [name, value] = readEntry(reader);
    // border: `absent` made this map for the message that is being read, and nobody else has it yet
    (before as Map<string, string>).set(name, value);
    return before;
  },
});

const endOf = (reader: BinaryReader): number => {
  const length = reader.uint32();
  const end = reader.pos + length;
  if (end > reader.len) throw new RangeError(`a message of ${length} bytes ends after its data`);
  return end;
};

const readFields = <F extends Fields>(
  reader: BinaryReader,
  end: number,
  names: ReadonlyArray<string>,
  fields: F,
  byNumber: ReadonlyArray<string | undefined>,
): Message<F> => {
  const message: Record<string, unknown> = {};
  for (const name of names) message[name] = fields[name]?.absent();
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    const name = byNumber[number];
    const field = name === undefined ? undefined : fields[name];
    if (name === undefined || field === undefined) reader.skip(wireType, number);
    else if (field.wireType !== wireType)
      throw new RangeError(`field ${name} has wire type ${wireType}, not ${field.wireType}`);
    else message[name] = field.read(reader, message[name]);
  }
  if (reader.pos !== end) throw new RangeError("a field ends after its message");
  // border: every name of the fields was filled, each by its own field
  return message as Message<F>;
};

const writeFields = <F extends Fields>(
  writer: BinaryWriter,
  names: ReadonlyArray<string>,
  fields: F,
  message: MessageInit<F>,
): void => {
  for (const name of names) {
    const value: unknown = message[name];
    if (value !== undefined) fields[name]?.write(writer, value);
  }
};

/** Longest message after which its writer, with the memory it has, serves the next one. */
const MAX_KEPT_BYTES = 256 * 1024;

let idleWriter: BinaryWriter | undefined;

/** The bytes that `write` writes; the memory of a writer grows once and not for each message. */
const written = (write: (writer: BinaryWriter) => void): Buffer => {
  const writer = idleWriter ?? new BinaryWriter();
  // one that throws half-way is not used again
  idleWriter = undefined;
  write(writer);
  const encoded = writer.finish();
  if (encoded.length <= MAX_KEPT_BYTES) idleWriter = writer;
  return Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
};

/**
 * A message type of these fields. Members of a oneof are `optional` fields of which a writer sets
 * one. Unknown fields are skipped, as the format demands.
 *
 * @example
 * const streamIdentifier = message({ streamName: bytesField(3) });
 * streamIdentifier.encode({ streamName: Buffer.from("ledger-1") });
 */
export const message = <F extends Fields>(fields: F): MessageType<F> => {
  const names = Object.keys(fields);
  const byNumber: string[] = [];
  for (const name of names) {
    const field = fields[name];
    if (field !== undefined) byNumber[field.number] = name;
  }
  return {
    wireType: WireType.LengthDelimited,
    write: (writer, value) => {
      writer.fork();
      writeFields(writer, names, fields, value);
      writer.join();
    },
    read: (reader) => readFields(reader, endOf(reader), names, fields, byNumber),
    encode: (value) => written((writer) => writeFields(writer, names, fields, value)),
    decode: (encoded) => {
      const reader = new BinaryReader(encoded);
      return readFields(reader, reader.len, names, fields, byNumber);
    },
  };
};
