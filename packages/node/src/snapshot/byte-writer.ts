/** Bytes written one after the other into a buffer that grows; numbers are little-endian. */
export class ByteWriter {
  #bytes: Buffer;
  #length = 0;

  /** @param capacity bytes there is room for at first */
  constructor(capacity = 4096) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** What was written. */
  written(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Begins again, in the same memory. */
  clear(): void {
    this.#length = 0;
  }

  #room(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
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

  /** The bytes of a buffer from one place to another. */
  part(source: Buffer, start: number, end: number): void {
    this.#room(end - start);
    this.#length += source.copy(this.#bytes, this.#length, start, end);
  }

  /** UTF-8, without its length. */
  utf8(text: string): void {
    this.#room(text.length * 3);
    this.#length += this.#bytes.write(text, this.#length);
  }

  /** Hexadecimal digits, two a byte. */
  hex(digits: string): void {
    this.#room(digits.length >> 1);
    this.#length += this.#bytes.write(digits, this.#length, "hex");
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

  /** So many bytes of UTF-8. */
  utf8(length: number): string {
    const from = this.#at;
    this.#at = from + length;
    if (this.#at > this.#bytes.length)
      throw new RangeError(`no text of ${length} bytes at byte ${from}`);
    return this.#bytes.toString("utf8", from, this.#at);
  }

  /** All that is left, as UTF-8. */
  rest(): string {
    const text = this.#bytes.toString("utf8", this.#at);
    this.#at = this.#bytes.length;
    return text;
  }
}
