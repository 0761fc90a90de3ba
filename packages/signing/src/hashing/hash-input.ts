import { sha256 } from "#sha256";

const FIRST_CAPACITY = 1024;
/** Bytes of a UTF-16 unit in UTF-8 at most. */
const maxUnitBytes = 3;
/** UTF-16 units of a text that is written unit by unit. */
const shortText = 256;
const HEX = /^(?:[0-9a-f]{2})*$/;

const encoder = new TextEncoder();
/** The first code unit that takes more than one byte. */
const firstWide = 0x80;

/** The value of a digit of lower-case hex by its code. */
const hexDigit = (code: number): number => (code < 0x3a ? code - 0x30 : code - 0x57);

/**
 * Says that a value cannot be hashed; never leaves the functions of this room that give an Either.
 */
export class UnhashableValue extends Error {}

/**
 * Bytes that are put together to be hashed, in the encoding of prepared transactions
 * (interactive-submission 2.1): integers big endian, lengths and counts as four bytes before what
 * they count, one byte of presence before what is optional.
 */
export class HashInput {
  #bytes = new Uint8Array(FIRST_CAPACITY);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  #reserve(count: number): number {
    const at = this.#length;
    this.#length += count;
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, at));
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }

  byte(value: number): this {
    const at = this.#reserve(1);
    this.#bytes[at] = value;
    return this;
  }

  bool(value: boolean): this {
    return this.byte(value ? 1 : 0);
  }

  /** A 32-bit integer, signed or not. */
  int32(value: number): this {
    const at = this.#reserve(4);
    this.#view.setInt32(at, value);
    return this;
  }

  /** A 64-bit integer, signed or not. */
  int64(value: bigint): this {
    const at = this.#reserve(8);
    this.#view.setBigInt64(at, value);
    return this;
  }

  /** Bytes without their length: a hash or a seed. */
  raw(value: Uint8Array): this {
    const at = this.#reserve(value.length);
    this.#bytes.set(value, at);
    return this;
  }

  /** Text in UTF-8 with its length in bytes. */
  text(value: string): this {
    const most = value.length * maxUnitBytes;
    const at = this.#reserve(4 + most);
    const length = this.#utf8(value, at + 4);
    this.#view.setInt32(at, length);
    this.#length = at + 4 + length;
    return this;
  }

  /** Writes a text where there is room for it; the number of its bytes. */
  #utf8(value: string, at: number): number {
    // most texts are short and have no wide characters: faster one by one than by a call
    if (value.length <= shortText) {
      let index = 0;
      for (; index < value.length; index++) {
        const unit = value.charCodeAt(index);
        if (unit >= firstWide) break;
        this.#bytes[at + index] = unit;
      }
      if (index === value.length) return index;
    }
    return encoder.encodeInto(value, this.#bytes.subarray(at)).written;
  }

  /**
   * A contract id: its bytes with their number. Throws {@link UnhashableValue} when it is not
   * lower-case hex.
   */
  hex(value: string): this {
    if (!HEX.test(value))
      throw new UnhashableValue(`contract id: found "${value}", expected lower-case hex`);
    const length = value.length >> 1;
    const at = this.int32(length).#reserve(length);
    for (let index = 0; index < length; index++) {
      const high = hexDigit(value.charCodeAt(2 * index));
      this.#bytes[at + index] = high * 16 + hexDigit(value.charCodeAt(2 * index + 1));
    }
    return this;
  }

  repeated<A>(items: ReadonlyArray<A>, write: (item: A) => void): this {
    this.int32(items.length);
    for (const item of items) write(item);
    return this;
  }

  texts(items: ReadonlyArray<string>): this {
    this.int32(items.length);
    for (const item of items) this.text(item);
    return this;
  }

  /** What may be absent: a byte of presence, and the value when there is one. */
  optional<A>(item: A | undefined, write: (item: A) => void): this {
    this.bool(item !== undefined);
    if (item !== undefined) write(item);
    return this;
  }

  /** The bytes put together so far, for looking at them; a copy. */
  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes.subarray(0, this.#length));
  }

  /** SHA-256 of the bytes put together. */
  sha256(): Uint8Array {
    return sha256(this.#bytes.subarray(0, this.#length));
  }
}
