import { expect } from "chai";
import * as fc from "fast-check";
import { HashInput } from "../../src/hashing/hash-input.js";
import { hashIdentifier, hashValue } from "../../src/hashing/hash-value.js";
import { Value } from "../../src/messages/value.js";
import { encodeMessage } from "@tallystick/protobuf";
import { anyValue } from "../support/arbitrary-value.js";
import { hex } from "../support/published-vectors.js";

const bytesOf = (value: Value): string => {
  const input = new HashInput();
  hashValue(input, value);
  return hex(input.bytes());
};

const one: Value = { kind: "int64", value: 1n };

describe("hashValue", () => {
  for (const [value, expected] of [
    [{ kind: "unit", value: {} }, "00"],
    [{ kind: "bool", value: true }, "0101"],
    [one, "020000000000000001"],
    [{ kind: "numeric", value: "1.0" }, "0300000003312e30"],
    [{ kind: "timestamp", value: -1n }, "04ffffffffffffffff"],
    [{ kind: "date", value: -1 }, "05ffffffff"],
    [{ kind: "party", value: "p" }, "060000000170"],
    [{ kind: "text", value: "t" }, "070000000174"],
    [{ kind: "contractId", value: "00ab" }, "080000000200ab"],
    [{ kind: "optional", value: undefined }, "0900"],
    [{ kind: "optional", value: one }, "0901020000000000000001"],
    [{ kind: "list", value: [one] }, "0a00000001020000000000000001"],
    [
      { kind: "textMap", value: [{ key: "k", value: one }] },
      "0b00000001000000016b020000000000000001",
    ],
    [
      { kind: "record", value: { recordId: undefined, fields: [{ label: "l", value: one }] } },
      "0c000000000101000000016c020000000000000001",
    ],
    [
      { kind: "variant", value: { variantId: undefined, constructorName: "C", value: one } },
      "0d000000000143020000000000000001",
    ],
    [{ kind: "enum", value: { enumId: undefined, constructorName: "E" } }, "0e000000000145"],
    [
      { kind: "genMap", value: [{ key: one, value: one }] },
      "0f00000001020000000000000001020000000000000001",
    ],
  ] as const) {
    it(`writes a ${value.kind} with its tag`, () => {
      expect(bytesOf(value)).to.equal(expected);
    });
  }

  it("gives different bytes to different values", () => {
    fc.assert(
      fc.property(anyValue, anyValue, (a, b) => {
        const same = hex(encodeMessage(Value, a)) === hex(encodeMessage(Value, b));
        expect(bytesOf(a) === bytesOf(b)).to.equal(same);
      }),
      { numRuns: 300 },
    );
  });
});

describe("hashIdentifier", () => {
  it("splits dotted names into their parts", () => {
    const input = new HashInput();
    hashIdentifier(input, { packageId: "p", moduleName: "A.B", entityName: "C" });
    expect(hex(input.bytes())).to.equal(
      "0000000170" + "00000002" + "0000000141" + "0000000142" + "00000001" + "0000000143",
    );
  });
});
