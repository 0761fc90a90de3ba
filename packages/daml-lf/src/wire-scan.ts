import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { malformed } from "./malformed.js";

export interface WireField {
  readonly number: number;
  readonly wireType: WireType;
  /** Of a varint; 0 otherwise. */
  readonly value: number;
  /** Where a length-delimited field begins and ends; 0 otherwise. */
  readonly start: number;
  readonly end: number;
}

const readers = new WeakMap<Uint8Array, BinaryReader>();

/** The one reader of these bytes, at a place; messages within them are too many for one each. */
export const readerAt = (bytes: Uint8Array, at: number): BinaryReader => {
  let reader = readers.get(bytes);
  if (reader === undefined) readers.set(bytes, (reader = new BinaryReader(bytes)));
  reader.pos = at;
  return reader;
};

/** A varint has at most ten bytes, of which a number of 32 bits needs five. */
const maxVarintBytes = 10;

/**
 * Goes through the fields of a message, one level deep, without making an object of each. Throws
 * when the bytes are not a message.
 */
export class Fields {
  number = 0;
  wireType: WireType = WireType.Varint;
  /** The lower 32 bits of a varint, signed; 0 otherwise. */
  value = 0;
  /** Where the content begins and ends; that of a length-delimited field without its length. */
  start = 0;
  end: number;

  constructor(
    private readonly bytes: Uint8Array,
    start: number,
    private readonly last: number,
  ) {
    this.end = start;
  }

  /** To the next field; false after the last one. */
  next(): boolean {
    if (this.end >= this.last) return false;
    this.#tag();
    this.value = 0;
    switch (this.wireType) {
      case WireType.Varint:
        this.start = this.end;
        this.value = this.#varint();
        break;
      case WireType.LengthDelimited: {
        const length = this.#varint() >>> 0;
        this.start = this.end;
        this.end += length;
        break;
      }
      default: {
        this.start = this.end;
        const reader = readerAt(this.bytes, this.start);
        reader.skip(this.wireType, this.number);
        this.end = reader.pos;
      }
    }
    if (this.end > this.last) malformed("a field extends beyond its message");
    return true;
  }

  #tag(): void {
    const begin = this.end;
    const tag = this.#varint() >>> 0;
    const length = this.end - begin;
    this.number = tag >>> 3;
    this.wireType = tag & 7;
    const isTooLong = length > 5 || (length === 5 && (this.bytes[this.end - 1] ?? 0) > 0x0f);
    if (isTooLong || this.number === 0 || this.wireType > 5)
      malformed(`a field has the tag ${tag}, which is none`);
  }

  #varint(): number {
    const begin = this.end;
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.end++];
      if (byte === undefined) return malformed("a number extends beyond the bytes");
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
      if (this.end - begin === maxVarintBytes) return malformed("a number is too long");
    }
  }
}

/** Lists the fields of a message, one level deep. Throws when the bytes are not a message. */
export const scanFields = (
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: (field: WireField) => void,
): void => {
  const fields = new Fields(bytes, start, end);
  while (fields.next()) {
    const { number, wireType, value } = fields;
    const isLong = wireType === WireType.LengthDelimited;
    const [from, to] = isLong ? [fields.start, fields.end] : [0, 0];
    visit({ number, wireType, value, start: from, end: to });
  }
};

/** The number in a varint field, and the last of several; 0 when the message does not have it. */
export const numberIn = (bytes: Uint8Array, start: number, end: number, number: number): number => {
  const fields = new Fields(bytes, start, end);
  let found = 0;
  while (fields.next())
    if (fields.number === number && fields.wireType === WireType.Varint) found = fields.value;
  return found;
};

/** The numbers of a repeated field, packed or not. */
export const numbersIn = (
  bytes: Uint8Array,
  start: number,
  end: number,
  number: number,
): ReadonlyArray<number> => {
  const fields = new Fields(bytes, start, end);
  const found: Array<number> = [];
  while (fields.next()) {
    if (fields.number !== number) continue;
    if (fields.wireType === WireType.Varint) found.push(fields.value);
    if (fields.wireType !== WireType.LengthDelimited) continue;
    const reader = readerAt(bytes, fields.start);
    while (reader.pos < fields.end) found.push(reader.int32());
  }
  return found;
};
