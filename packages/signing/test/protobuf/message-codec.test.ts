import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft, isRight, right } from "fp-ts/lib/Either.js";
import { PreparedTransaction } from "../../src/messages/prepared-transaction.js";
import { Value } from "../../src/messages/value.js";
import { bool, bytes, int32, text, uint64 } from "../../src/protobuf/content.js";
import { optional, plain, repeated, required } from "../../src/protobuf/field.js";
import {
  type MessageType,
  decodeMessage,
  emptyMessage,
  encodeMessage,
  message,
  only,
  union,
} from "../../src/protobuf/message-codec.js";
import { defaultReadLimits } from "../../src/protobuf/message-source.js";
import { anyPrepared, anyPreparedWithKeys } from "../support/arbitrary-transaction.js";
import { expectLeft, expectRight } from "../support/expect-right.js";
import { fromBase64, hex, vectors } from "../support/published-vectors.js";

interface Inner {
  readonly name: string;
}
const Inner: MessageType<Inner> = message("Inner", () => ({ name: plain(1, text) }));

interface Outer {
  readonly flag: boolean;
  readonly count: number;
  readonly time: bigint | undefined;
  readonly inner: Inner;
  readonly maybe: Inner | undefined;
  readonly many: ReadonlyArray<Inner>;
}
const Outer: MessageType<Outer> = message("Outer", () => ({
  maybe: optional(20, Inner),
  flag: plain(1, bool),
  count: plain(2, int32),
  time: optional(3, uint64),
  inner: required(4, Inner),
  many: repeated(5, Inner),
}));

type Choice =
  | { readonly kind: "nothing"; readonly value: undefined }
  | { readonly kind: "data"; readonly value: Uint8Array };
const Choice: MessageType<Choice> = union<Choice>("Choice", () => ({
  nothing: [1, emptyMessage],
  data: [2, bytes],
}));

const least: Outer = {
  flag: false,
  count: 0,
  time: undefined,
  inner: { name: "" },
  maybe: undefined,
  many: [],
};
const full: Outer = {
  flag: true,
  count: -1,
  time: 0n,
  inner: { name: "ä" },
  maybe: { name: "m" },
  many: [{ name: "" }, { name: "x" }],
};

const fromHex = (text_: string): Uint8Array => Uint8Array.from(Buffer.from(text_, "hex"));

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
    ["a field that goes beyond its message", "22020a022a00", "malformed", "beyond its message"],
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
      { kind: "nothing", value: undefined },
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
    const names = only("Names", () => repeated(3, text));
    expect(hex(encodeMessage(names, ["a", ""]))).to.equal("1a01611a00");
    expect(decodeMessage(names, fromHex("1a01611a00"))).to.deep.equal(right(["a", ""]));
  });
});

describe("decodeMessage", () => {
  it("reads every published message and writes the same bytes again", () => {
    for (const vector of [...vectors.preparedTransactions, ...vectors.preparedTransactionsV3Only]) {
      const encoded = fromBase64(vector.preparedTransaction);
      const prepared = expectRight(decodeMessage(PreparedTransaction, encoded));
      expect(hex(encodeMessage(PreparedTransaction, prepared))).to.equal(hex(encoded));
    }
  });

  it("reads any transaction that is written", () => {
    fc.assert(
      fc.property(fc.oneof(anyPrepared, anyPreparedWithKeys), (prepared) => {
        const encoded = encodeMessage(PreparedTransaction, prepared);
        const read = expectRight(decodeMessage(PreparedTransaction, encoded));
        expect(hex(encodeMessage(PreparedTransaction, read))).to.equal(hex(encoded));
      }),
      { numRuns: 200 },
    );
  });

  it("never throws, whatever the bytes are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (encoded) => {
        const read = decodeMessage(PreparedTransaction, encoded);
        expect(isLeft(read) || isRight(read)).to.equal(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("never throws for a message with some bytes changed, cut off or repeated", () => {
    const encoded = fromBase64(vectors.preparedTransactions[4]?.preparedTransaction ?? "");
    const at = fc.nat({ max: encoded.length - 1 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(at, fc.nat({ max: 255 })), { maxLength: 4 }),
        at,
        (changes, end) => {
          const copy = Uint8Array.from(encoded);
          for (const [place, byte] of changes) copy[place] = byte;
          for (const part of [
            copy,
            copy.subarray(0, end),
            Buffer.concat([copy, copy.subarray(end)]),
          ]) {
            const read = decodeMessage(PreparedTransaction, part);
            if (isRight(read)) encodeMessage(PreparedTransaction, read.right);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("gives an error beyond each limit", () => {
    const deep = (levels: number): Value =>
      levels === 0
        ? { kind: "unit", value: undefined }
        : { kind: "optional", value: deep(levels - 1) };
    const long: Value = {
      kind: "list",
      value: Array.from({ length: 1_000 }, () => ({ kind: "bool", value: true })),
    };
    const decode = (value: Value, limits: Partial<typeof defaultReadLimits>) =>
      decodeMessage(Value, encodeMessage(Value, value), { ...defaultReadLimits, ...limits });
    expectRight(decode(deep(150), {}));
    expect(expectLeft(decode(deep(200), {})).kind).to.equal("too large");
    expectRight(decode(long, { maxParts: 3_000 }));
    expect(expectLeft(decode(long, { maxParts: 1_000 })).message).to.contain("at most 1000 parts");
    expect(expectLeft(decode(long, { maxBytes: 10 })).message).to.contain("at most 10");
  });

  it("does not grow beyond its limits on a message of many empty parts", () => {
    const encoded = new Uint8Array(4_000_000).fill(0);
    for (let i = 0; i < encoded.length; i += 2) encoded[i] = 0x1a;
    const whole = Buffer.concat([
      new BinaryWriter().tag(1, WireType.LengthDelimited).uint32(encoded.length).finish(),
      encoded,
    ]);
    const error = expectLeft(decodeMessage(PreparedTransaction, whole));
    expect(["too large", "content"]).to.include(error.kind);
  });
});
