import { expect } from "chai";
import fc from "fast-check";
import { ByteReader, ByteWriter } from "../../src/runs/byte-writer.js";

describe("a byte writer", () => {
  it("writes what a reader reads, however little room there was at first", () => {
    const parts = fc.array(
      fc.record({
        byte: fc.nat(255),
        double: fc.double({ noNaN: true }),
        number: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        text: fc.string({ unit: "grapheme" }),
      }),
    );
    fc.assert(
      fc.property(parts, fc.nat(20), (list, capacity) => {
        const out = new ByteWriter(capacity);
        for (const { byte, double, number, text } of list) {
          out.uint8(byte);
          out.double(double);
          out.varint(number);
          out.varint(Buffer.byteLength(text));
          out.utf8(text);
        }
        const from = new ByteReader(Buffer.from(out.written()));
        for (const { byte, double, number, text } of list) {
          expect(from.uint8()).to.equal(byte);
          expect(from.double()).to.equal(double);
          expect(from.varint()).to.equal(number);
          expect(from.utf8(from.varint())).to.equal(text);
        }
        expect(from.rest()).to.equal("");
      }),
    );
  });

  it("writes numbers with the lowest byte first", () => {
    const out = new ByteWriter();
    out.uint32(0x01020304);
    out.varint(300);
    out.uint32At(0, 5);
    expect(out.written().toString("hex")).to.equal("05000000ac02");
  });

  it("writes bytes as they are", () => {
    const out = new ByteWriter(1);
    out.bytes(Buffer.from("0a0b0c", "hex"));
    out.uint8(1);
    expect(out.written().toString("hex")).to.equal("0a0b0c01");
    expect(out.length).to.equal(4);
  });

  it("begins again when it is cleared", () => {
    const out = new ByteWriter();
    out.utf8("before");
    out.clear();
    out.utf8("after");
    expect(out.written().toString()).to.equal("after");
  });

  it("has no text that goes beyond its end", () => {
    expect(() => new ByteReader(Buffer.from("ab")).utf8(3)).to.throw(RangeError);
  });

  it("has a text of ASCII as it is, and nothing of any other", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const out = new ByteWriter(4);
        out.uint8(1);
        const isAscii = Array.from(text).every((each) => each <= "\x7f");
        expect(out.ascii(text)).to.equal(isAscii);
        expect(out.written().toString("utf8", 1)).to.equal(isAscii ? text : "");
      }),
    );
  });

  it("has texts of units below 256 a byte each, and parts of other buffers", () => {
    const out = new ByteWriter(2);
    out.latin1("\x00\xff\x80");
    out.part(Buffer.from("012345"), 2, 5);
    expect([...out.written()]).to.deep.equal([0, 255, 128, 50, 51, 52]);
  });

  it("truncates bytes written after a place", () => {
    const out = new ByteWriter(2);
    out.utf8("abcdef");
    out.truncate(4);
    out.truncate(9);
    out.utf8("x");
    expect(out.written().toString()).to.equal("abcdx");
  });
});
