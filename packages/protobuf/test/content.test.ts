import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { expect } from "chai";
import * as fc from "fast-check";
import {
  type Scalar,
  bool,
  bytes,
  int32,
  int64,
  packed,
  sfixed64,
  sint64,
  text,
  uint32,
  uint64,
} from "../src/content.js";
import { hex, sourceAt } from "./support.js";

const written = <A>(content: Scalar<A>, value: A): Uint8Array => {
  const writer = new BinaryWriter();
  content.write(writer, value);
  return writer.finish();
};

const read = <A>(content: Scalar<A>, encoded: Uint8Array): A => content.read(sourceAt(encoded));

const roundTrip = <A>(content: Scalar<A>, values: fc.Arbitrary<A>): void =>
  fc.assert(
    fc.property(values, (value) => {
      expect(read(content, written(content, value))).to.deep.equal(value);
    }),
  );

const unsigned64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const signed64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

describe("scalars", () => {
  it("read every value that they write", () => {
    roundTrip(bool, fc.boolean());
    roundTrip(text, fc.string({ unit: "grapheme" }));
    roundTrip(int32, fc.integer());
    roundTrip(uint32, fc.nat());
    roundTrip(uint64, unsigned64);
    roundTrip(int64, signed64);
    roundTrip(sint64, signed64);
    roundTrip(sfixed64, signed64);
    roundTrip(packed(int32), fc.array(fc.integer()));
    roundTrip(bytes, fc.uint8Array());
  });

  for (const [what, encoded, expected] of [
    ["a zigzag integer", written(sint64, -1n), "01"],
    ["a negative 32-bit integer in ten bytes", written(int32, -1), "ffffffffffffffffff01"],
    ["a fixed integer little endian", written(sfixed64, 258n), "0201000000000000"],
    ["text with its length in bytes", written(text, "ä"), "02c3a4"],
    ["a packed list", written(packed(int32), [1, 5, 4]), "03010504"],
  ] as const) {
    it(`write ${what}`, () => {
      expect(hex(encoded)).to.equal(expected);
    });
  }

  it("keep a leading U+FEFF, which is text and no mark", () => {
    expect(read(text, written(text, "\uFEFFa"))).to.equal("\uFEFFa");
  });

  it("know their defaults", () => {
    expect(text.isInitial("")).to.equal(true);
    expect(bytes.isInitial(new Uint8Array())).to.equal(true);
    expect(bytes.isInitial(Uint8Array.of(0))).to.equal(false);
    expect(packed(int32).isInitial([])).to.equal(true);
    expect(uint64.isInitial(0n)).to.equal(true);
    expect(uint64.isInitial(1n)).to.equal(false);
  });

  it("end the reading of text that is not UTF-8 and of a packed list that ends within a number", () => {
    expect(() => read(text, Uint8Array.of(2, 0xc3, 0x28))).to.throw();
    expect(() => read(packed(int32), Uint8Array.of(1, 0x80, 0x01))).to.throw("within a number");
  });
});
