import { createHash } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { sha256 } from "#sha256";
import { HashInput, UnhashableValue } from "../../src/hashing/hash-input.js";
import { hex } from "../support/published-vectors.js";

const bytesOf = (write: (input: HashInput) => unknown): string => {
  const input = new HashInput();
  write(input);
  return hex(input.bytes());
};

describe("HashInput", () => {
  for (const [what, write, expected] of [
    ["truth values", (i: HashInput) => i.bool(true).bool(false), "0100"],
    ["32-bit integers", (i: HashInput) => i.int32(-2).int32(2 ** 32 - 1), "fffffffeffffffff"],
    [
      "64-bit integers",
      (i: HashInput) => i.int64(-1n).int64(2n ** 63n),
      "ffffffffffffffff8000000000000000",
    ],
    ["text", (i: HashInput) => i.text("ä𝄞").text(""), "00000006c3a4f09d849e00000000"],
    ["hex with its length", (i: HashInput) => i.hex("00ff"), "0000000200ff"],
    ["raw bytes without a length", (i: HashInput) => i.raw(Uint8Array.of(7, 8)), "0708"],
    ["texts", (i: HashInput) => i.texts(["a"]), "000000010000000161"],
    ["lists", (i: HashInput) => i.repeated([1, 2], (n) => i.byte(n)), "000000020102"],
    ["what is present", (i: HashInput) => i.optional(0, (n) => i.byte(n)), "0100"],
    ["what is absent", (i: HashInput) => i.optional(undefined, () => i.byte(9)), "00"],
  ] as const) {
    it(`writes ${what}`, () => {
      expect(bytesOf(write)).to.equal(expected);
    });
  }

  it("throws for hex that is none or not in lower case", () => {
    for (const text of ["0", "0G", "AB"])
      expect(() => new HashInput().hex(text)).to.throw(UnhashableValue, "lower-case hex");
  });

  it("grows with its content", () => {
    const long = "x".repeat(5_000);
    const input = new HashInput().byte(1).text(long).text(long);
    expect(input.bytes().length).to.equal(1 + 2 * (4 + 5_000));
    expect(Buffer.from(input.bytes().subarray(5, 5_005)).toString()).to.equal(long);
  });

  it("writes any text as its UTF-8 after the number of its bytes, wherever it is", () => {
    // code points of one to four bytes
    const units = fc.string({ unit: fc.constantFrom("a", "\0", "ä", "€", "𝄞"), maxLength: 30 });
    fc.assert(
      fc.property(fc.array(units, { maxLength: 4 }), (texts) => {
        const expected = texts.map((text) => {
          const head = Buffer.alloc(4);
          head.writeInt32BE(Buffer.byteLength(text));
          return Buffer.concat([head, Buffer.from(text)]);
        });
        const input = new HashInput();
        for (const text of texts) input.text(text);
        expect(hex(input.bytes())).to.equal(hex(Buffer.concat(expected)));
      }),
    );
    for (const length of [255, 256, 257, 2_000]) {
      const text = "ä".repeat(length);
      expect(hex(new HashInput().text(text).bytes())).to.equal(
        `${(2 * length).toString(16).padStart(8, "0")}${"c3a4".repeat(length)}`,
      );
    }
  });

  it("hashes what was written", () => {
    const expected = createHash("sha256").update(Buffer.from("0102", "hex")).digest("hex");
    expect(hex(new HashInput().byte(1).byte(2).sha256())).to.equal(expected);
    expect(hex(sha256(Uint8Array.of(1, 2)))).to.equal(expected);
  });
});
