import { expect } from "chai";
import fc from "fast-check";
import {
  bool,
  bytesField,
  int64,
  message,
  optional,
  repeated,
  scalar,
  text,
  textMap,
  uint32,
  uint64,
} from "../../src/protocol/message-codec.js";

const inner = message({ name: scalar(1, text, ""), big: optional(2, uint64) });

const outer = message({
  inner: optional(1, inner),
  list: repeated(2, inner),
  flag: scalar(3, bool, false),
  count: scalar(4, uint32, 0),
  signed: scalar(5, int64, 0n),
  data: bytesField(6),
  map: textMap(7),
});

const EMPTY = {
  inner: undefined,
  list: [],
  flag: false,
  count: 0,
  signed: 0n,
  data: new Uint8Array(),
  map: new Map(),
};

describe("message", () => {
  it("is empty bytes when every field is absent or has its default", () => {
    expect([...outer.encode({})]).to.deep.equal([]);
    expect([
      ...outer.encode({ flag: false, count: 0, signed: 0n, data: new Uint8Array() }),
    ]).to.deep.equal([]);
    expect(outer.decode(Buffer.of())).to.deep.equal(EMPTY);
  });

  it("keeps apart an optional field that is there with its default and one that is not", () => {
    expect([...inner.encode({ big: 0n })]).to.deep.equal([0x10, 0]);
    expect(inner.decode(inner.encode({ big: 0n })).big).to.equal(0n);
    expect(inner.decode(inner.encode({})).big).to.equal(undefined);
    expect([...outer.encode({ inner: {} })]).to.deep.equal([0x0a, 0]);
    expect(outer.decode(outer.encode({ inner: {} })).inner).to.deep.equal({
      name: "",
      big: undefined,
    });
  });

  it("gives back what was encoded", () => {
    const named = fc.record({
      name: fc.string({ unit: "grapheme" }),
      big: fc.option(fc.bigInt(0n, 2n ** 64n - 1n), { nil: undefined }),
    });
    fc.assert(
      fc.property(
        fc.record({
          inner: fc.option(named, { nil: undefined }),
          list: fc.array(named, { maxLength: 3 }),
          flag: fc.boolean(),
          count: fc.nat(2 ** 31),
          signed: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
          data: fc.uint8Array({ maxLength: 300 }),
          map: fc
            .array(fc.tuple(fc.string(), fc.string()), { maxLength: 3 })
            .map((entries) => new Map(entries)),
        }),
        (value) => {
          expect(outer.decode(outer.encode(value))).to.deep.equal(value);
        },
      ),
    );
  });

  it("passes over fields it does not know, and takes the last of a field that is there twice", () => {
    const more = message({
      name: scalar(1, text, ""),
      other: scalar(9, text, ""),
      big: optional(2, uint64),
    });
    const bytes = more.encode({ name: "a", other: "ignored", big: 7n });
    expect(inner.decode(bytes)).to.deep.equal({ name: "a", big: 7n });
    const twice = Buffer.concat([inner.encode({ name: "a" }), inner.encode({ name: "b" })]);
    expect(inner.decode(twice).name).to.equal("b");
  });

  const broken: ReadonlyArray<readonly [string, ReadonlyArray<number>]> = [
    ["a text that ends after its message", [0x0a, 5, 97]],
    ["a message that ends after its data", [0x0a, 200, 1]],
    ["a field that ends after its message", [0x0a, 2, 0x0a, 5, 97, 97, 97, 97, 97]],
    ["a field of another wire type", [0x08, 1]],
    ["a tag without a value", [0x18]],
    ["field number 0", [0x00, 0]],
  ];
  for (const [name, bytes] of broken) {
    it(`refuses ${name}`, () => {
      expect(() => outer.decode(Buffer.from(bytes))).to.throw();
    });
  }

  it("throws, and does nothing else, on whatever bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        try {
          outer.decode(bytes);
        } catch (error) {
          expect(error).to.be.instanceOf(Error);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
