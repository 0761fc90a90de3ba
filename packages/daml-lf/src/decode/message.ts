import { malformed } from "../malformed.js";
import { Fields, numberIn, numbersIn, readerAt } from "../wire-scan.js";

/**
 * A message of a package that was checked by the grammar: fields by number, the last of several. An
 * absent number is 0, as on the wire. It is no more than its place: its fields are found when they
 * are read, as most messages are never read.
 */
export class Message {
  private constructor(
    private readonly bytes: Uint8Array,
    private readonly start: number,
    private readonly end: number,
  ) {}

  /** The message between two places. */
  static at(bytes: Uint8Array, start: number, end: number): Message {
    return new Message(bytes, start, end);
  }

  /** The number of the last field that is none of these: the case of a oneof. */
  caseBeside(...others: ReadonlyArray<number>): number {
    const fields = this.#fields();
    let found = 0;
    while (fields.next()) if (!others.includes(fields.number)) found = fields.number;
    return found === 0 ? malformed("a choice of fields has none of them") : found;
  }

  has(number: number): boolean {
    return this.#placeOf(number) >= 0;
  }

  int(number: number): number {
    return numberIn(this.bytes, this.start, this.end, number);
  }

  /** The number in a field of the message in another field. */
  intWithin(outer: number, inner: number): number {
    const fields = this.#fields();
    let found = 0;
    while (fields.next())
      if (fields.number === outer) found = numberIn(this.bytes, fields.start, fields.end, inner);
    return found;
  }

  /** The numbers in the first fields. */
  firstInts(count: number): ReadonlyArray<number> {
    const fields = this.#fields();
    const found = Array.from({ length: count }, () => 0);
    while (fields.next()) if (fields.number <= count) found[fields.number - 1] = fields.value;
    return found;
  }

  bool(number: number): boolean {
    const place = this.#placeOf(number);
    return place >= 0 && readerAt(this.bytes, place).bool();
  }

  sint64(number: number): bigint {
    const place = this.#placeOf(number);
    return place < 0 ? 0n : BigInt(readerAt(this.bytes, place).sint64());
  }

  sfixed64(number: number): bigint {
    const place = this.#placeOf(number);
    return place < 0 ? 0n : BigInt(readerAt(this.bytes, place).sfixed64());
  }

  /** Numbers of a repeated field, packed or not. */
  ints(number: number): ReadonlyArray<number> {
    return numbersIn(this.bytes, this.start, this.end, number);
  }

  /** The message in a field. Throws when there is none. */
  message(number: number): Message {
    return this.optional(number) ?? malformed(`field ${number} of a message is missing`);
  }

  /** The bytes of a length-delimited field; none when it is absent. */
  content(number: number): Uint8Array {
    const found = this.optional(number);
    return this.bytes.subarray(found?.start ?? 0, found?.end ?? 0);
  }

  optional(number: number): Message | undefined {
    const fields = this.#fields();
    let [start, end] = [-1, -1];
    while (fields.next()) if (fields.number === number) ({ start, end } = fields);
    return start < 0 ? undefined : new Message(this.bytes, start, end);
  }

  messages(number: number): ReadonlyArray<Message> {
    const fields = this.#fields();
    const found: Array<Message> = [];
    while (fields.next())
      if (fields.number === number) found.push(new Message(this.bytes, fields.start, fields.end));
    return found;
  }

  #fields(): Fields {
    return new Fields(this.bytes, this.start, this.end);
  }

  /** Where the content of a field begins; -1 when it is absent. */
  #placeOf(number: number): number {
    const fields = this.#fields();
    let found = -1;
    while (fields.next()) if (fields.number === number) found = fields.start;
    return found;
  }
}
