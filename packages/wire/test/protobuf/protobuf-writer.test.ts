import { expect } from "chai";
import fc from "fast-check";
import {
  integerField,
  messageBase64,
  messageField,
  textField,
  textMapField,
} from "../../src/protobuf/protobuf-writer.js";

/** A field as a reader of the wire format finds it. */
interface Field {
  readonly number: number;
  readonly value: number | Buffer;
}

/** Reads one varint, seven bits a byte, the lowest first. */
const varintAt = (bytes: Buffer, start: number): readonly [value: number, next: number] => {
  let value = 0;
  let factor = 1;
  for (let at = start; ; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) throw new Error("the message ends inside a varint");
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return [value, at + 1];
    factor *= 0x80;
  }
};

/** The fields of a message in their order. */
const fieldsOf = (bytes: Buffer): ReadonlyArray<Field> => {
  const fields: Field[] = [];
  let at = 0;
  while (at < bytes.length) {
    const [tag, afterTag] = varintAt(bytes, at);
    const [content, next] = varintAt(bytes, afterTag);
    const isDelimited = tag % 8 === 2;
    if (!isDelimited && tag % 8 !== 0) throw new Error(`wire type ${tag % 8}`);
    if (isDelimited && next + content > bytes.length) throw new Error("the message is too short");
    const value = isDelimited ? bytes.subarray(next, next + content) : content;
    fields.push({ number: Math.floor(tag / 8), value });
    at = isDelimited ? next + content : next;
  }
  return fields;
};
const bytesOf = (message: ReadonlyArray<number>): Buffer => Buffer.from(message);
const textOf = ({ value }: Field): string =>
  typeof value === "number" ? `number ${value}` : value.toString("utf8");

const fieldNumber = fc.integer({ min: 1, max: 2 ** 29 - 1 });

describe("the writer of protobuf messages", () => {
  const known: ReadonlyArray<readonly [what: string, bytes: ReadonlyArray<number>, hex: string]> = [
    // the examples of the encoding's own documentation
    ["field 1 with 150", integerField(1, 150), "089601"],
    ["field 2 with testing", textField(2, "testing"), "120774657374696e67"],
    [
      "field 3 with the message of field 1 with 150",
      messageField(3, integerField(1, 150)),
      "1a03089601",
    ],
    ["zero, which is the default", integerField(1, 0), ""],
    ["the empty text, which is the default", textField(1, ""), ""],
    ["an empty message, which is not", messageField(4, []), "2200"],
    ["127 in one byte", integerField(1, 127), "087f"],
    ["128 in two", integerField(1, 128), "088001"],
    ["16383 in two", integerField(1, 16_383), "08ff7f"],
    ["16384 in three", integerField(1, 16_384), "08808001"],
    ["2^53 - 1 in eight", integerField(1, Number.MAX_SAFE_INTEGER), "08ffffffffffffff0f"],
    ["field 15 with a tag of one byte", integerField(15, 1), "7801"],
    ["field 16 with a tag of two", integerField(16, 1), "800101"],
    ["an entry of a map", textMapField(3, { a: "b" }), "1a060a0161120162"],
    ["an entry of empty texts, both written", textMapField(3, { "": "" }), "1a040a001200"],
    ["no entry of an empty map", textMapField(3, {}), ""],
  ];
  for (const [what, bytes, hex] of known) {
    it(`writes ${what} as ${hex === "" ? "nothing" : hex}`, () => {
      expect(bytesOf(bytes).toString("hex")).to.equal(hex);
    });
  }

  it("writes integers that a reader finds again", () => {
    const values = fc
      .maxSafeInteger()
      .map(Math.abs)
      .filter((value) => value > 0);
    fc.assert(
      fc.property(fieldNumber, values, (number, value) => {
        expect(fieldsOf(bytesOf(integerField(number, value)))).to.deep.equal([{ number, value }]);
      }),
    );
  });

  it("writes texts that a reader finds again, as UTF-8", () => {
    const texts = fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(fieldNumber, texts, (number, text) => {
        const [field, ...others] = fieldsOf(bytesOf(textField(number, text)));
        expect(field === undefined ? "" : textOf(field)).to.equal(text);
        expect(field?.number).to.equal(number);
        expect(others).to.deep.equal([]);
      }),
    );
  });

  it("writes maps as one message per entry, in their order", () => {
    const maps = fc.dictionary(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(maps, (map) => {
        const entries = fieldsOf(bytesOf(textMapField(3, map))).map(({ number, value }) => {
          expect(number).to.equal(3);
          return typeof value === "number" ? [] : fieldsOf(value).map(textOf);
        });
        expect(entries).to.deep.equal(Object.entries(map));
      }),
    );
  });

  it("puts fields one behind the other", () => {
    const message = [...textField(1, "a"), ...integerField(2, 300), ...messageField(3, [])];
    expect(fieldsOf(bytesOf(message)).map(({ number }) => number)).to.deep.equal([1, 2, 3]);
  });

  it("writes a message as standard Base64", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 60 }), (bytes) => {
        expect(messageBase64(bytes)).to.equal(bytesOf(bytes).toString("base64"));
      }),
    );
  });
});
