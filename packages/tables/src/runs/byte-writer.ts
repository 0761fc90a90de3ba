/** More than any byte, also when it is shifted. */
const notDigit = 0x100;

/** The value of each hexadecimal digit, by its unit. */
const digitValues = Int16Array.from({ length: 128 }, (_, unit) => {
  const value = "0123456789abcdef".indexOf(String.fromCharCode(unit));
  return value < 0 ? notDigit : value;
});

/** Units of a text from which on its bytes are counted before memory is reserved. */
const longText = 4096;

/** Writes bytes into a buffer that grows; numbers are little-endian. */
export class ByteWriter {
  readonly #isShared: boolean;
  #bytes: Buffer;
  #length = 0;

  /**
   * @param capacity initial size of the buffer, bytes
   * @param isShared true for memory that another thread can read too
   */
  constructor(capacity = 4096, isShared = false) {
    this.#isShared = isShared;
    this.#bytes = this.#memory(capacity);
  }

  #memory(bytes: number): Buffer {
    return this.#isShared
      ? Buffer.from(new SharedArrayBuffer(bytes))
      : Buffer.allocUnsafeSlow(bytes);
  }

  get length(): number {
    return this.#length;
  }

  /** The bytes written. */
  written(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Starts over in the same memory. */
  clear(): void {
    this.#length = 0;
  }

  /** Truncates the content to a length. */
  truncate(length: number): void {
    this.#length = Math.min(length, this.#length);
  }

  #room(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const larger = this.#memory(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  uint8(value: number): void {
    this.#room(1);
    this.#bytes[this.#length++] = value;
  }

  uint32(value: number): void {
    this.#room(4);
    this.#length = this.#bytes.writeUInt32LE(value, this.#length);
  }

  /** Overwrites 4 bytes that were written before. */
  uint32At(place: number, value: number): void {
    this.#bytes.writeUInt32LE(value, place);
  }

  double(value: number): void {
    this.#room(8);
    this.#length = this.#bytes.writeDoubleLE(value, this.#length);
  }

  /** A whole number from 0 below 2^32 in 7 bits a byte, the lowest first. */
  varint(value: number): void {
    this.#room(5);
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
    this.#bytes[this.#length++] = rest;
  }

  bytes(source: Uint8Array): void {
    this.#room(source.length);
    this.#bytes.set(source, this.#length);
    this.#length += source.length;
  }

  /** A range of a buffer. */
  part(source: Buffer, start: number, end: number): void {
    this.#room(end - start);
    this.#length += source.copy(this.#bytes, this.#length, start, end);
  }

  /** UTF-8, without its length. */
  utf8(text: string): void {
    this.#room(text.length > longText ? Buffer.byteLength(text) : text.length * 3);
    this.#length += this.#bytes.write(text, this.#length);
  }

  /**
   * A text of ASCII without its length.
   *
   * @returns false when it is not ASCII, and nothing was written
   */
  ascii(text: string): boolean {
    this.#room(text.length);
    const [bytes, start] = [this.#bytes, this.#length];
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit > 0x7f) return false;
      bytes[start + at] = unit;
    }
    this.#length = start + text.length;
    return true;
  }

  /** Texts of units below 256, a byte each. */
  latin1(text: string): void {
    this.#room(text.length);
    this.#length += this.#bytes.write(text, this.#length, "latin1");
  }

  /**
   * Lowercase hexadecimal digits, two a byte.
   *
   * @returns false when the text has others or half a byte, and nothing was written
   */
  hex(digits: string): boolean {
    if (digits.length % 2 !== 0) return false;
    this.#room(digits.length >> 1);
    const [bytes, start] = [this.#bytes, this.#length];
    let place = start;
    for (let at = 0; at < digits.length; at += 2) {
      const high = digitValues[digits.charCodeAt(at)] ?? notDigit;
      const byte = (high << 4) | (digitValues[digits.charCodeAt(at + 1)] ?? notDigit);
      if (byte > 0xff) return false;
      bytes[place++] = byte;
    }
    this.#length = place;
    return true;
  }
}

/** Reads what a `ByteWriter` wrote. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  uint8(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  double(): number {
    const value = this.#bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return value;
  }

  varint(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.uint8();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  /** UTF-8 of a length in bytes. */
  utf8(length: number): string {
    const from = this.#at;
    this.#at = from + length;
    if (this.#at > this.#bytes.length)
      throw new RangeError(`no text of ${length} bytes at byte ${from}`);
    return this.#bytes.toString("utf8", from, this.#at);
  }

  /** The rest, as UTF-8. */
  rest(): string {
    const text = this.#bytes.toString("utf8", this.#at);
    this.#at = this.#bytes.length;
    return text;
  }
}
