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

/** Lists the fields of a message, one level deep. Throws when the bytes are not a message. */
export const scanFields = (
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: (field: WireField) => void,
): void => {
  const reader = readerAt(bytes, start);
  let at = start;
  while (at < end) {
    reader.pos = at;
    const [number, wireType] = reader.tag();
    let value = 0;
    let [fieldStart, fieldEnd] = [0, 0];
    if (wireType === WireType.Varint) {
      value = reader.int32();
    } else if (wireType === WireType.LengthDelimited) {
      const length = reader.uint32();
      fieldStart = reader.pos;
      fieldEnd = fieldStart + length;
      reader.pos = fieldEnd;
    } else {
      reader.skip(wireType, number);
    }
    at = reader.pos;
    if (at > end) malformed("a field extends beyond its message");
    visit({ number, wireType, value, start: fieldStart, end: fieldEnd });
  }
};

/** The number in a varint field, and the last of several; 0 when the message does not have it. */
export const numberIn = (bytes: Uint8Array, start: number, end: number, number: number): number => {
  let found = 0;
  scanFields(bytes, start, end, (field) => {
    if (field.number === number && field.wireType === WireType.Varint) found = field.value;
  });
  return found;
};

/** The numbers of a repeated field, packed or not. */
export const numbersIn = (
  bytes: Uint8Array,
  start: number,
  end: number,
  number: number,
): ReadonlyArray<number> => {
  const found: Array<number> = [];
  scanFields(bytes, start, end, (field) => {
    if (field.number !== number) return;
    if (field.wireType === WireType.Varint) found.push(field.value);
    if (field.wireType !== WireType.LengthDelimited) return;
    const reader = readerAt(bytes, field.start);
    while (reader.pos < field.end) found.push(reader.int32());
  });
  return found;
};
