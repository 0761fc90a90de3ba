import { Value as OfficialValue } from "@canton-network/core-ledger-proto";
import { expect } from "chai";
import * as fc from "fast-check";
import { Value } from "../../src/messages/value.js";
import { decodeMessage, encodeMessage } from "@tallystick/protobuf";
import { anyValue } from "../support/arbitrary-value.js";
import { expectRight } from "../support/expect-right.js";
import { hex } from "../support/published-vectors.js";

describe("Value", () => {
  it("has the same bytes as the official messages for any value", () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const encoded = encodeMessage(Value, value);
        const official = OfficialValue.toBinary(OfficialValue.fromBinary(encoded));
        expect(hex(official)).to.equal(hex(encoded));
        expect(expectRight(decodeMessage(Value, official))).to.deep.equal(value);
      }),
      { numRuns: 300 },
    );
  });

  for (const [value, expected] of [
    [{ kind: "unit", value: {} }, "0a00"],
    [{ kind: "bool", value: false }, "1000"],
    [{ kind: "int64", value: -1n }, "1801"],
    [{ kind: "date", value: -1 }, "20ffffffffffffffffff01"],
    [{ kind: "timestamp", value: 1n }, "290100000000000000"],
    [{ kind: "numeric", value: "1.0" }, "3203312e30"],
    [{ kind: "optional", value: undefined }, "5200"],
    [{ kind: "list", value: [] }, "5a00"],
    [{ kind: "optional", value: { kind: "text", value: "" } }, "52040a024200"],
  ] as const) {
    it(`writes a ${value.kind} as ${expected}`, () => {
      expect(hex(encodeMessage(Value, value))).to.equal(expected);
    });
  }
});
