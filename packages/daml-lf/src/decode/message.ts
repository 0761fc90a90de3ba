import { type BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { malformed } from "../malformed.js";
import { readerAt } from "../wire-scan.js";

interface Entry {
  readonly number: number;
  readonly wireType: WireType;
  /** Where its content begins and ends; that of a length-delimited one without its length. */
  readonly start: number;
  readonly end: number;
}

/**
 * A message of a package that was checked by the grammar: fields by number, the last of several. An
 * absent number is 0, as on the wire.
 */
export class Message {
  private constructor(
    private readonly bytes: Uint8Array,
    private readonly entries: ReadonlyArray<Entry>,
  ) {}

  /** The message between two places. */
  static at(bytes: Uint8Array, start: number, end: number): Message {
    const reader = readerAt(bytes, start);
    const entries: Array<Entry> = [];
    while (reader.pos < end) {
      const [number, wireType] = reader.tag();
      const length = wireType === WireType.LengthDelimited ? reader.uint32() : undefined;
      const begin = reader.pos;
      if (length !== undefined) reader.pos += length;
      else if (wireType === WireType.Varint) reader.uint32();
      else reader.skip(wireType, number);
      entries.push({ number, wireType, start: begin, end: reader.pos });
    }
    return new Message(bytes, entries);
  }

  /** The number of the last field that is none of these: the case of a oneof. */
  caseBeside(...others: ReadonlyArray<number>): number {
    const found = this.entries.findLast(({ number }) => !others.includes(number));
    return found === undefined ? malformed("a choice of fields has none of them") : found.number;
  }

  has(number: number): boolean {
    return this.entries.some((entry) => entry.number === number);
  }

  int(number: number): number {
    return this.#reader(number)?.int32() ?? 0;
  }

  bool(number: number): boolean {
    return this.#reader(number)?.bool() ?? false;
  }

  sint64(number: number): bigint {
    return BigInt(this.#reader(number)?.sint64() ?? 0);
  }

  sfixed64(number: number): bigint {
    return BigInt(this.#reader(number)?.sfixed64() ?? 0);
  }

  /** Numbers of a repeated field, packed or not. */
  ints(number: number): ReadonlyArray<number> {
    return this.#all(number).flatMap(({ wireType, start, end }) => {
      const reader = readerAt(this.bytes, start);
      if (wireType === WireType.Varint) return [reader.int32()];
      const found: Array<number> = [];
      while (reader.pos < end) found.push(reader.int32());
      return found;
    });
  }

  /** The message in a field. Throws when there is none. */
  message(number: number): Message {
    return this.optional(number) ?? malformed(`field ${number} of a message is missing`);
  }

  /** The bytes of a length-delimited field; none when it is absent. */
  content(number: number): Uint8Array {
    const entry = this.#last(number);
    return this.bytes.subarray(entry?.start ?? 0, entry?.end ?? 0);
  }

  optional(number: number): Message | undefined {
    const entry = this.#last(number);
    return entry === undefined ? undefined : Message.at(this.bytes, entry.start, entry.end);
  }

  messages(number: number): ReadonlyArray<Message> {
    return this.#all(number).map(({ start, end }) => Message.at(this.bytes, start, end));
  }

  #all(number: number): ReadonlyArray<Entry> {
    return this.entries.filter((entry) => entry.number === number);
  }

  #last(number: number): Entry | undefined {
    return this.entries.findLast((entry) => entry.number === number);
  }

  #reader(number: number): BinaryReader | undefined {
    const entry = this.#last(number);
    return entry === undefined ? undefined : readerAt(this.bytes, entry.start);
  }
}
