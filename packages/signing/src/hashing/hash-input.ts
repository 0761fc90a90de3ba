import { hash } from "node:crypto";

const FIRST_CAPACITY = 1024;
/** Bytes of a UTF-16 unit in UTF-8 at most. */
const maxUnitBytes = 3;
/** UTF-16 units of a text for which room is made without counting its bytes. */
const shortText = 256;
const HEX = /^(?:[0-9a-f]{2})*$/;

/** SHA-256, 32 bytes. */
export const sha256 = (bytes: Uint8Array): Uint8Array =>
  new Uint8Array(hash("sha256", bytes, "buffer"));

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
  #bytes = Buffer.allocUnsafe(FIRST_CAPACITY);
  #length = 0;

  #reserve(count: number): number {
    const at = this.#length;
    this.#length += count;
    if (this.#length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#length, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
    }
    return at;
  }

  /** One byte. */
  byte(value: number): this {
    const at = this.#reserve(1);
    this.#bytes[at] = value;
    return this;
  }

  /** A truth value, one byte. */
  bool(value: boolean): this {
    return this.byte(value ? 1 : 0);
  }

  /** A 32-bit integer, signed or not. */
  int32(value: number): this {
    const at = this.#reserve(4);
    this.#bytes.writeInt32BE(value | 0, at);
    return this;
  }

  /** A 64-bit integer, signed or not. */
  int64(value: bigint): this {
    const at = this.#reserve(8);
    this.#bytes.writeBigUInt64BE(BigInt.asUintN(64, value), at);
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
    // a short text is written before its length is known: the call that counts takes as long
    const most = value.length <= shortText ? value.length * maxUnitBytes : Buffer.byteLength(value);
    const at = this.#reserve(4 + most);
    const length = this.#bytes.write(value, at + 4, "utf8");
    this.#bytes.writeInt32BE(length, at);
    this.#length = at + 4 + length;
    return this;
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
    this.#bytes.write(value, at, length, "hex");
    return this;
  }

  /** A list with its length. */
  repeated<A>(items: ReadonlyArray<A>, write: (item: A) => void): this {
    this.int32(items.length);
    for (const item of items) write(item);
    return this;
  }

  /** Texts with their number. */
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
