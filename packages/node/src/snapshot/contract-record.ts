import {
  addField,
  type Contract,
  type ContractKey,
  isJsonArray,
  type Json,
  type JsonObject,
  type ContractId,
} from "@tallystick/core";
import { type ByteReader, type ByteWriter, type SharedTexts, maxUnits } from "@tallystick/tables";

// A text is a varint: twice the number of a shared text, or twice the length + 1 and UTF-8. A value
// is a byte for its kind, then the content; see `docs/table-files.md`.

const textValue = 0;
const nullValue = 1;
const falseValue = 2;
const trueValue = 3;
const listValue = 4;
const objectValue = 5;
const numberValue = 6;
const escapedValue = 7;

/** A text this long may be a party or a name that is shared. */
const leastShared = 8;

const writeText = (out: ByteWriter, texts: SharedTexts, text: string, shares: boolean): void => {
  const number = shares ? texts.numberOf(text) : undefined;
  if (number === undefined) writeOwnText(out, text);
  else out.varint(number * 2);
};

/** Up to this length a loop over units is faster than a native call. */
const shortText = 128;

const writeOwnText = (out: ByteWriter, text: string): void => {
  if (isWrittenAsAscii(out, text)) return;
  out.varint(Buffer.byteLength(text) * 2 + 1);
  out.utf8(text);
};

/** Writes the text if it is short and ASCII, as most are. */
const isWrittenAsAscii = (out: ByteWriter, text: string): boolean => {
  if (text.length > shortText) return false;
  const start = out.length;
  out.varint(text.length * 2 + 1);
  const isAscii = out.ascii(text);
  if (!isAscii) out.truncate(start);
  return isAscii;
};

const readText = (from: ByteReader, texts: SharedTexts): string => {
  const head = from.varint();
  return head % 2 === 0 ? texts.text(head >>> 1) : from.utf8(head >>> 1);
};

const writeTexts = (out: ByteWriter, texts: SharedTexts, list: ReadonlyArray<string>): void => {
  out.varint(list.length);
  for (const text of list) writeText(out, texts, text, true);
};

const readTexts = (from: ByteReader, texts: SharedTexts): ReadonlyArray<string> =>
  Array.from({ length: from.varint() }, () => readText(from, texts));

/** A lone surrogate, which UTF-8 does not have. */
const loneSurrogate = /\p{Surrogate}/u;

const writeTextValue = (out: ByteWriter, texts: SharedTexts, text: string): void => {
  const start = out.length;
  out.uint8(textValue);
  // a text not shared yet is most likely unique
  const number = text.length < leastShared ? undefined : texts.known(text);
  if (number !== undefined) return out.varint(number * 2);
  if (isWrittenAsAscii(out, text)) return;
  if (!loneSurrogate.test(text)) return writeOwnText(out, text);
  out.truncate(start);
  out.uint8(escapedValue);
  writeOwnText(out, JSON.stringify(text));
};

const writeValue = (out: ByteWriter, texts: SharedTexts, value: Json): void => {
  if (typeof value === "string") {
    writeTextValue(out, texts, value);
  } else if (value === null) {
    out.uint8(nullValue);
  } else if (typeof value === "boolean") {
    out.uint8(value ? trueValue : falseValue);
  } else if (typeof value === "object") {
    writeParts(out, texts, value);
  } else {
    out.uint8(numberValue);
    writeText(out, texts, value.toString(), false);
  }
};

const writeParts = (
  out: ByteWriter,
  texts: SharedTexts,
  value: ReadonlyArray<Json> | JsonObject,
): void => {
  if (isJsonArray(value)) {
    out.uint8(listValue);
    out.varint(value.length);
    for (const item of value) writeValue(out, texts, item);
    return;
  }
  out.uint8(objectValue);
  const names = Object.keys(value);
  writeText(out, texts, shapeText(names), names.length > 0);
  for (const name of names) writeValue(out, texts, value[name] ?? null);
};

/** Cache: the last shape with a first name and a number of fields, with its text. */
const shapeTexts = new Map<string, { names: ReadonlyArray<string>; text: string }>();

/** The names of the fields of an object, as JSON. */
const shapeText = (names: ReadonlyArray<string>): string => {
  const place = `${names.length}${names[0] ?? ""}`;
  const latest = shapeTexts.get(place);
  if (latest !== undefined && names.every((name, at) => name === latest.names[at]))
    return latest.text;
  const text = JSON.stringify(names);
  if (text.length > maxUnits) return text;
  if (shapeTexts.size >= maxShapes) shapeTexts.clear();
  shapeTexts.set(place, { names, text });
  return text;
};

const readValue = (from: ByteReader, texts: SharedTexts): Json => {
  const kind = from.uint8();
  switch (kind) {
    case textValue:
      return readText(from, texts);
    case nullValue:
      return null;
    case falseValue:
      return false;
    case trueValue:
      return true;
    case listValue:
      return Array.from({ length: from.varint() }, () => readValue(from, texts));
    case objectValue:
      return readObject(from, texts);
    case escapedValue:
      // border: written by `writeValue`, in a block whose checksum was right
      return JSON.parse(readText(from, texts)) as string;
    case numberValue:
      return Number(readText(from, texts));
    default:
      throw new RangeError(`unknown kind of value: ${kind}`);
  }
};

const readObject = (from: ByteReader, texts: SharedTexts): JsonObject => {
  const object: Record<string, Json> = {};
  for (const name of namesIn(readText(from, texts))) {
    const value = readValue(from, texts);
    addField(object, name, value);
  }
  return object;
};

/** Cache of the field names of recent shapes of objects. */
const shapes = new Map<string, ReadonlyArray<string>>();
const maxShapes = 1_024;

const namesIn = (text: string): ReadonlyArray<string> => {
  const known = shapes.get(text);
  if (known !== undefined) return known;
  // border: written by `writeParts`, in a block whose checksum was right
  const names = JSON.parse(text) as ReadonlyArray<string>;
  // longer ones are not shared
  if (text.length > maxUnits) return names;
  if (shapes.size >= maxShapes) shapes.clear();
  shapes.set(text, names);
  return names;
};

/** Writes a contract without its id. */
export const writeContract = (out: ByteWriter, texts: SharedTexts, contract: Contract): void => {
  writeText(out, texts, contract.templateId, true);
  writeText(out, texts, contract.packageName, true);
  out.double(contract.createdAt);
  writeTexts(out, texts, contract.signatories);
  writeTexts(out, texts, contract.observers);
  const { key } = contract;
  out.uint8(key === undefined ? 0 : 1);
  if (key !== undefined) {
    writeTexts(out, texts, key.maintainers);
    writeValue(out, texts, key.value);
  }
  writeValue(out, texts, contract.payload);
};

export const readContract = (
  contractId: ContractId,
  from: ByteReader,
  texts: SharedTexts,
): Contract => {
  const templateId = readText(from, texts);
  const packageName = readText(from, texts);
  const createdAt = from.double();
  const signatories = readTexts(from, texts);
  const observers = readTexts(from, texts);
  const key = from.uint8() === 0 ? undefined : readKey(from, texts);
  const payload = readValue(from, texts);
  const contract = {
    contractId,
    templateId,
    packageName,
    payload,
    signatories,
    observers,
    createdAt,
  };
  return key === undefined ? contract : { ...contract, key };
};

const readKey = (from: ByteReader, texts: SharedTexts): ContractKey => {
  const maintainers = readTexts(from, texts);
  return { value: readValue(from, texts), maintainers };
};
