import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft, right } from "fp-ts/lib/Either.js";
import {
  type Content,
  bool,
  bytes,
  int64,
  lazy,
  packed,
  int32,
  sfixed64,
  sint64,
  text,
  uint32,
  uint64,
} from "../src/content.js";
import { optional, plain, repeated, required } from "../src/field.js";
import { decodeMessage, encodeMessage } from "../src/message-bytes.js";
import { type MessageType, PRESENT, empty, message, only, union } from "../src/message.js";
import { defaultReadLimits } from "../src/message-source.js";
import { textMap } from "../src/text-map.js";
import { expectLeft, expectRight } from "./support.js";

type Tree =
  | { readonly kind: "leaf"; readonly value: object }
  | { readonly kind: "inner"; readonly value: Tree }
  | { readonly kind: "list"; readonly value: ReadonlyArray<Tree> };
const nested: Content<Tree> = lazy(() => Tree);
const Tree: MessageType<Tree> = union("Tree", {
  leaf: [1, empty],
  inner: [2, only("Inner", required(1, nested))],
  list: [3, only("List", repeated(1, nested))],
});

const inner = message("Inner", { name: plain(1, text), big: optional(2, uint64) });
const outer = message("Outer", {
  inner: optional(1, inner),
  list: repeated(2, inner),
  flag: plain(3, bool),
  count: plain(4, uint32),
  signed: plain(5, int64),
  data: plain(6, bytes),
  map: textMap(7),
  numbers: plain(8, packed(int32)),
  zigzag: optional(9, sint64),
  fixed: optional(16, sfixed64),
});

const named = fc.record({
  name: fc.string({ unit: "grapheme" }),
  big: fc.option(fc.bigInt(0n, 2n ** 64n - 1n), { nil: undefined }),
});
const signed64 = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
const anyOuter = fc.record({
  inner: fc.option(named, { nil: undefined }),
  list: fc.array(named, { maxLength: 3 }),
  flag: fc.boolean(),
  count: fc.nat(2 ** 31),
  signed: signed64,
  data: fc.uint8Array({ maxLength: 300 }),
  map: fc
    .array(fc.tuple(fc.string(), fc.string()), { maxLength: 3 })
    .map((entries) => new Map(entries)),
  numbers: fc.array(fc.integer(), { maxLength: 4 }),
  zigzag: fc.option(signed64, { nil: undefined }),
  fixed: fc.option(signed64, { nil: undefined }),
});

const leaf: Tree = { kind: "leaf", value: PRESENT };

describe("encodeMessage", () => {
  it("does not keep what was written before", () => {
    const first = encodeMessage(inner, { name: "first" });
    const second = encodeMessage(inner, { name: "other" });
    expect([first.toString("latin1"), second.toString("latin1")]).to.deep.equal([
      "\n\u0005first",
      "\n\u0005other",
    ]);
  });

  it("writes the next message whole after one that throws half-way", () => {
    const throws = message("Throws", {
      name: plain(1, text),
      list: repeated(
        2,
        lazy<object>(() => expect.fail("no such message")),
      ),
    });
    expect(() => encodeMessage(throws, { name: "half", list: [PRESENT] })).to.throw();
    expect(encodeMessage(inner, { name: "a" }).toString("latin1")).to.equal("\n\u0001a");
  });
});

describe("decodeMessage", () => {
  it("gives back what was encoded", () => {
    fc.assert(
      fc.property(anyOuter, (value) => {
        expect(decodeMessage(outer, encodeMessage(outer, value))).to.deep.equal(right(value));
      }),
    );
  });

  it("gives defaults for no bytes", () => {
    expect(decodeMessage(outer, new Uint8Array())).to.deep.equal(
      right({
        inner: undefined,
        list: [],
        flag: false,
        count: 0,
        signed: 0n,
        data: new Uint8Array(),
        map: new Map(),
        numbers: [],
        zigzag: undefined,
        fixed: undefined,
      }),
    );
  });

  for (const [what, encoded] of [
    ["a text that ends after its message", [0x0a, 5, 97]],
    ["a message that ends after its data", [0x0a, 200, 1]],
    ["a field that ends after its message", [0x0a, 2, 0x0a, 5, 97, 97, 97, 97, 97]],
    ["a field of another wire type", [0x08, 1]],
    ["a field of another wire type in an entry of a map", [0x3a, 2, 0x08, 1]],
    ["a tag without a value", [0x18]],
    ["field number 0", [0x00, 0]],
  ] as const) {
    it(`refuses ${what}`, () => {
      expect(expectLeft(decodeMessage(outer, Uint8Array.from(encoded))).kind).to.equal("malformed");
    });
  }

  it("never throws, whatever the bytes are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (encoded) => {
        const read = decodeMessage(outer, encoded);
        if (isLeft(read)) expect(read.left.message).to.be.a("string");
        else encodeMessage(outer, read.right);
      }),
      { numRuns: 2_000 },
    );
  });

  it("gives an error beyond each limit", () => {
    const deep = (levels: number): Tree =>
      levels === 0 ? leaf : { kind: "inner", value: deep(levels - 1) };
    const long: Tree = { kind: "list", value: Array.from({ length: 1_000 }, () => leaf) };
    const decode = (value: Tree, limits: Partial<typeof defaultReadLimits>) =>
      decodeMessage(Tree, encodeMessage(Tree, value), { ...defaultReadLimits, ...limits });
    expectRight(decode(deep(150), {}));
    expect(expectLeft(decode(deep(200), {})).kind).to.equal("too large");
    expectRight(decode(long, { maxParts: 3_010 }));
    expect(expectLeft(decode(long, { maxParts: 1_000 })).message).to.contain("at most 1000 parts");
    expect(expectLeft(decode(long, { maxBytes: 10 })).message).to.contain("at most 10");
  });

  it("does not grow beyond its limits on a message of many empty parts", () => {
    const encoded = new Uint8Array(4_000_000).fill(0);
    for (let at = 0; at < encoded.length; at += 2) encoded[at] = 0x0a;
    const writer = new BinaryWriter().tag(3, WireType.LengthDelimited).bytes(encoded);
    expect(["too large", "content"]).to.include(
      expectLeft(decodeMessage(Tree, writer.finish())).kind,
    );
  });
});
