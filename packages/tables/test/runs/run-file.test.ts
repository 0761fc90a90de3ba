import { expect } from "chai";
import fc from "fast-check";
import { crc32 } from "node:zlib";
import {
  blockSum,
  footerBytes,
  footerOf,
  indexIn,
  placeUnit,
  type RunIndex,
  runTailBytes,
} from "../../src/runs/run-file.js";

const id = "0123456789abcdef";

const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });

const index: fc.Arbitrary<RunIndex> = fc
  .tuple(
    fc.array(word, { maxLength: 20 }),
    word,
    fc.array(word, { maxLength: 16 }),
    fc.maxSafeNat(),
  )
  .map(([hashes, place, filter, entries]) => ({
    entries,
    firstHashes: Uint32Array.from(hashes),
    places: Uint32Array.from([...hashes, place]),
    filter: Uint32Array.from(filter),
  }));

describe("The footer of a run", () => {
  it("gives the index again, whatever it is", () => {
    fc.assert(
      fc.property(index, (each) => {
        expect(indexIn(id, footerOf(id, each))).to.deep.equal(each);
      }),
    );
  });

  it("says how long it is in a file of the length that it says", () => {
    fc.assert(
      fc.property(index, fc.nat(9), (each, more) => {
        const footer = footerOf(id, each);
        const tail = footer.subarray(footer.length - runTailBytes);
        const fileBytes = (each.places.at(-1) ?? 0) * placeUnit + footer.length;
        const expected = more === 0 ? footer.length : undefined;
        expect(footerBytes(tail, fileBytes + more)).to.equal(expected);
      }),
    );
  });

  it("gives no index when a bit of it is another one, or when it is of another run", () => {
    fc.assert(
      fc.property(index, fc.nat(), (each, at) => {
        const footer = footerOf(id, each);
        expect(indexIn("f".repeat(16), footer)).to.equal(undefined);
        const bit = at % (footer.length * 8);
        footer.writeUInt8(footer.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        // a bit of the numbers of blocks and words changes what the footer is taken for
        if (bit >> 3 < footer.length - runTailBytes || bit >> 3 >= footer.length - 4)
          expect(indexIn(id, footer)).to.equal(undefined);
      }),
    );
  });
});

describe("The checksum of a block", () => {
  it("is of the run, the number of the block and the bytes", () => {
    const bytes = Buffer.from("some entries");
    expect(blockSum(id, 7, bytes)).to.equal(crc32(Buffer.concat([Buffer.from(`${id} 7`), bytes])));
    expect(blockSum(id, 8, bytes)).to.not.equal(blockSum(id, 7, bytes));
    expect(blockSum("f".repeat(16), 7, bytes)).to.not.equal(blockSum(id, 7, bytes));
  });
});
