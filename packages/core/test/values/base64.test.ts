import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { base64Decode, base64Encode, isBase64 } from "../../src/values/base64.js";

describe("base64", () => {
  it("writes and reads any bytes as the platform does", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        const text = Buffer.from(bytes).toString("base64");
        expect(base64Encode(bytes)).to.equal(text);
        expect(isBase64(text)).to.equal(true);
        expect(base64Decode(text)).to.deep.equal(right(Uint8Array.from(bytes)));
      }),
    );
  });

  it("accepts only the one text that each byte string has", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."AQg/+=-_ ö\n"), maxLength: 9 }), (text) => {
        expect(isBase64(text)).to.equal(Buffer.from(text, "base64").toString("base64") === text);
      }),
    );
  });

  for (const text of [
    "A",
    "AA",
    "AAA",
    "AAAAA",
    "AA=A",
    "A===",
    "====",
    "AB==",
    "AAB=",
    "AA-_",
    "ÄÄÄÄ",
    "AA==AAAA",
  ]) {
    it(`refuses ${text}`, () => {
      expect(isBase64(text)).to.equal(false);
      expect(isLeft(base64Decode(text))).to.equal(true);
    });
  }
});
