import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { expect } from "chai";
import fc from "fast-check";
import { Malformed } from "../src/malformed.js";
import { numberIn, numbersIn, scanFields, type WireField } from "../src/wire-scan.js";
import { message, packed } from "./dar-writer.js";

const fieldsOf = (bytes: Uint8Array, start = 0, end = bytes.length): ReadonlyArray<WireField> => {
  const fields: Array<WireField> = [];
  scanFields(bytes, start, end, (field) => fields.push(field));
  return fields;
};

describe("The fields of a message", () => {
  it("are given in their order with number, wire type and place", () => {
    const bytes = message([1, 5], [2, "ab"], [1, -1]);
    expect(fieldsOf(bytes)).to.deep.equal([
      { number: 1, wireType: WireType.Varint, value: 5, start: 0, end: 0 },
      { number: 2, wireType: WireType.LengthDelimited, value: 0, start: 4, end: 6 },
      { number: 1, wireType: WireType.Varint, value: -1, start: 0, end: 0 },
    ]);
  });

  it("are those of the part that was named", () => {
    const inner = message([7, 1], [8, 2]);
    const bytes = message([1, inner], [2, 3]);
    const [outer] = fieldsOf(bytes);
    expect(fieldsOf(bytes, outer?.start, outer?.end).map(({ number }) => number)).to.deep.equal([
      7, 8,
    ]);
    expect(fieldsOf(bytes, 3, 3)).to.deep.equal([]);
  });

  it("may be listed while those around them are", () => {
    const bytes = message([1, message([5, 1], [6, "ab"])], [2, message([7, 1])], [3, 4]);
    const found: Array<number> = [];
    scanFields(bytes, 0, bytes.length, ({ number, start, end }) => {
      found.push(number, ...fieldsOf(bytes, start, end).map((inner) => inner.number));
      found.push(...numbersIn(bytes, start, end, 5));
    });
    expect(found).to.deep.equal([1, 5, 6, 1, 2, 7, 3]);
  });

  it("of fixed length are passed over, and given too", () => {
    const bytes = new BinaryWriter()
      .tag(1, WireType.Bit64)
      .fixed64(1n)
      .tag(2, WireType.Bit32)
      .fixed32(2)
      .tag(3, WireType.Varint)
      .int32(4)
      .finish();
    expect(fieldsOf(bytes).map(({ number, wireType }) => [number, wireType])).to.deep.equal([
      [1, WireType.Bit64],
      [2, WireType.Bit32],
      [3, WireType.Varint],
    ]);
  });

  const broken: ReadonlyArray<readonly [string, Uint8Array]> = [
    ["a length beyond the message", Uint8Array.of(0x0a, 2, 1)],
    ["a length far beyond it", Uint8Array.of(0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f)],
    ["a number that ends within", Uint8Array.of(0x08, 0x80)],
    ["eight bytes of which three are there", Uint8Array.of(0x09, 1, 2, 3)],
    ["field 0", Uint8Array.of(0x00, 0x00)],
    ["a wire type there is none of", Uint8Array.of(0x0f)],
    ["a group that does not end", Uint8Array.of(0x0b)],
    ["the end of a group", Uint8Array.of(0x0c)],
    ["a varint of eleven bytes", Uint8Array.of(0x08, ...new Array<number>(10).fill(0xff), 1)],
  ];
  for (const [what, bytes] of broken) {
    it(`end the reading with ${what}`, () => {
      expect(() => fieldsOf(bytes)).to.throw();
    });
  }

  it("end the reading when the last extends beyond its message, though not beyond the bytes", () => {
    const bytes = message([1, "abc"], [2, 1]);
    expect(() => fieldsOf(bytes, 0, 4)).to.throw(Malformed, "extends beyond its message");
  });

  it("are within the message and in sequence, else reading throws", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        let last = 0;
        try {
          scanFields(bytes, 0, bytes.length, ({ wireType, start, end }) => {
            if (wireType !== WireType.LengthDelimited) return;
            expect(start).to.be.above(last).and.to.be.at.most(end);
            expect(end).to.be.at.most(bytes.length);
            last = end - 1;
          });
        } catch (thrown) {
          expect(thrown).to.be.instanceOf(Error);
          expect(String(thrown)).to.not.match(/AssertionError/);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("A number in a message", () => {
  const bytes = message([1, 4], [2, 5], [1, 6], [3, "x"]);

  it("is the last of its field, and 0 where there is none", () => {
    expect(numberIn(bytes, 0, bytes.length, 1)).to.equal(6);
    expect(numberIn(bytes, 0, bytes.length, 2)).to.equal(5);
    expect(numberIn(bytes, 0, bytes.length, 9)).to.equal(0);
  });

  it("is not a field of another wire type", () => {
    expect(numberIn(bytes, 0, bytes.length, 3)).to.equal(0);
  });
});

describe("The numbers of a repeated field", () => {
  it("are the same packed, one by one, and in any mix of both", () => {
    const runs = fc.array(fc.tuple(fc.array(fc.integer(), { maxLength: 4 }), fc.boolean()), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(runs, (all) => {
        const bytes = message(
          ...all.flatMap(
            ([numbers, isPacked]): ReadonlyArray<readonly [number, number | Uint8Array]> =>
              isPacked ? [[1, packed(...numbers)]] : numbers.map((number) => [1, number] as const),
          ),
          [2, 99],
        );
        expect(numbersIn(bytes, 0, bytes.length, 1)).to.deep.equal(all.flatMap(([n]) => n));
      }),
      { numRuns: 200 },
    );
  });
});
