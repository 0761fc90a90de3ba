import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { decodeSentences } from "../../src/types/decode-sentence.js";
import type { WireReadable } from "../../src/types/schema-type.js";
import { wireBoolean, wireEnum, wireMap, wireOffset } from "../../src/types/wire-kinds.js";
import {
  wireArray,
  wireBase64,
  wireInt32,
  wireObject,
  wireString,
} from "../../src/types/wire-type.js";
import { defaulted, optional, required } from "../../src/types/wire-field.js";
import { wireUnion } from "../../src/types/wire-union.js";

const said = (type: WireReadable<unknown>, value: unknown): string => {
  const result = type.read(value);
  return isLeft(result) ? decodeSentences(result.left) : "decodes";
};

const Mirror = wireObject("Mirror", {
  shape: defaulted(wireEnum("Shape", "ONE", "TWO"), "ONE"),
  count: defaulted(wireInt32, 0),
});
const Own = wireObject("Own", {
  texts: required(wireArray(wireString)),
  blob: required(wireBase64),
  mirror: optional(Mirror),
});

describe("what a public node says of a value that does not decode", () => {
  const rows: ReadonlyArray<readonly [WireReadable<unknown>, unknown, string]> = [
    [wireOffset, "5", "Long"],
    [wireInt32, 1.5, "Int"],
    [wireBoolean, 1, "Got value '1' with wrong type, expecting 'true' or 'false'"],
    [wireMap(wireString), [], "Got value '[]' with wrong type, expecting object"],
    [wireBase64, "@", "The string is not a valid Base64: @"],
    [wireUnion("U", { A: wireString }), {}, "JSON decoding to CNil should never happen"],
    [Own, {}, "Missing required field at 'texts', Missing required field at 'blob'"],
    [Own, "x", "Missing required field at 'texts', Missing required field at 'blob'"],
    [
      Own,
      { texts: ["a", { b: 1 }], blob: "" },
      `Got value '{"b":1}' with wrong type, expecting string at 'texts[1]'`,
    ],
    [
      Own,
      { texts: [], blob: "", mirror: { shape: "X", count: "y" } },
      "Unrecognized enum value X. Supported values: [ONE, TWO] at 'shape'",
    ],
    [Mirror, 7, "Missing required field at 'shape'"],
  ];
  for (const [type, value, expected] of rows)
    it(`is ${expected}`, () => expect(said(type, value)).to.equal(expected));

  it("shows the beginning of a long value", () => {
    expect(said(wireBase64, "!".repeat(1_000_000))).to.have.length.below(1_000);
    expect(said(wireBoolean, "x".repeat(1_000_000))).to.have.length.below(1_000);
  });
});
