import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import { type Decoded, bool, bytes, int32, text, uint64 } from "../src/content.js";
import { optional, plain, repeated, required } from "../src/field.js";
import { decodeMessage, encodeMessage } from "../src/message-bytes.js";
import { PRESENT, empty, message, only, union } from "../src/message.js";
import { expectLeft, fromHex, hex } from "./support.js";

const Inner = message("Inner", { name: plain(1, text) });

const Outer = message("Outer", {
  maybe: optional(20, Inner),
  flag: plain(1, bool),
  count: plain(2, int32),
  time: optional(3, uint64),
  inner: required(4, Inner),
  many: repeated(5, Inner),
});

const Choice = union("Choice", { nothing: [1, empty], data: [2, bytes] });

const least: Decoded<typeof Outer> = {
  flag: false,
  count: 0,
  time: undefined,
  inner: { name: "" },
  maybe: undefined,
  many: [],
};
const full: Decoded<typeof Outer> = {
  flag: true,
  count: -1,
  time: 0n,
  inner: { name: "ä" },
  maybe: { name: "m" },
  many: [{ name: "" }, { name: "x" }],
};

describe("message", () => {
  it("leaves defaults out and writes what is present in the order of the numbers", () => {
    expect(hex(encodeMessage(Outer, least))).to.equal("2200");
    expect(hex(encodeMessage(Outer, full))).to.equal(
      "0801" +
        "10ffffffffffffffffff01" +
        "1800" +
        "22040a02c3a4" +
        "2a00" +
        "2a030a0178" +
        "a201030a016d",
    );
  });

  it("leaves out what a writer leaves out", () => {
    expect(hex(encodeMessage(Outer, { flag: true, maybe: {} }))).to.equal("0801a20100");
    expect(hex(encodeMessage(Outer, { flag: undefined, many: [] }))).to.equal("");
  });

  it("reads what it writes", () => {
    for (const value of [least, full])
      expect(decodeMessage(Outer, encodeMessage(Outer, value))).to.deep.equal(right(value));
  });

  it("reads fields in any order and skips unknown ones", () => {
    const writer = new BinaryWriter().raw(fromHex("1800" + "2200" + "0801"));
    for (const [number, wireType] of [
      [9, WireType.Varint],
      [10, WireType.Bit32],
      [11, WireType.Bit64],
    ] as const) {
      writer.tag(number, wireType);
      if (wireType === WireType.Varint) writer.uint32(300);
      else if (wireType === WireType.Bit32) writer.fixed32(7);
      else writer.fixed64(7n);
    }
    writer.tag(12, WireType.LengthDelimited).string("unknown");
    expect(decodeMessage(Outer, writer.finish())).to.deep.equal(
      right({ ...least, flag: true, time: 0n }),
    );
  });

  for (const [what, encoded, kind, message_] of [
    ["a required message that is absent", "0801", "content", "Outer.inner: missing"],
    ["a field that occurs twice", "22002200", "malformed", "found twice"],
    ["another wire type", "0a0022", "malformed", "wire type"],
    ["a message that goes beyond the bytes", "2205", "malformed", "beyond the end"],
    ["a field that extends beyond its message", "22020a022a00", "malformed", "beyond its message"],
    ["a varint without an end", "10ffffffffffffffffffffff", "malformed", "varint"],
    ["text that is not UTF-8", "22030a01ff", "malformed", "Outer"],
    ["a group", "22001b1c", "malformed", "wire type"],
    ["an unknown group", "22009b06", "malformed", "group"],
    ["field number 0", "2200000122", "malformed", "Outer"],
  ] as const) {
    it(`gives an error for ${what}`, () => {
      const error = expectLeft(decodeMessage(Outer, fromHex(encoded)));
      expect(error.kind).to.equal(kind);
      expect(error.message).to.contain(message_);
    });
  }
});

describe("union", () => {
  it("reads and writes each case", () => {
    for (const value of [
      { kind: "nothing", value: PRESENT },
      { kind: "data", value: Uint8Array.of(1, 2) },
    ] as const)
      expect(decodeMessage(Choice, encodeMessage(Choice, value))).to.deep.equal(right(value));
  });

  it("gives an error for no case and for two", () => {
    expect(expectLeft(decodeMessage(Choice, fromHex(""))).kind).to.equal("content");
    expect(expectLeft(decodeMessage(Choice, fromHex("0a001200"))).message).to.contain("two cases");
    expect(expectLeft(decodeMessage(Choice, fromHex("0800"))).message).to.contain("wire type");
  });
});

describe("only", () => {
  it("is the one field of a message", () => {
    const names = only("Names", repeated(3, text));
    expect(hex(encodeMessage(names, ["a", ""]))).to.equal("1a01611a00");
    expect(decodeMessage(names, fromHex("1a01611a00"))).to.deep.equal(right(["a", ""]));
  });
});
