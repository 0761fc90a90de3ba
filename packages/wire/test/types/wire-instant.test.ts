import { microsToText } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { wireInstant } from "../../src/types/wire-instant.js";
import { read, refused } from "../refused.js";

const first = BigInt(Date.UTC(2026, 0, 1)) * 1000n;

describe("an instant", () => {
  const good: ReadonlyArray<readonly [text: string, micros: bigint]> = [
    ["1970-01-01T00:00:00Z", 0n],
    ["2026-01-01T00:00:00Z", first],
    ["2026-01-01T00:00:00.000001Z", first + 1n],
    ["2026-01-01T00:00:00.5Z", first + 500_000n],
    ["2026-01-01t00:00:00z", first],
    ["9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999n],
    ["0001-01-01T00:00:00Z", -62_135_596_800_000_000n],
    ["2026-01-01T00:00:00.000001999Z", first + 1n],
    ["1969-12-31T23:59:59.999999Z", -1n],
  ];
  for (const [text, micros] of good) {
    it(`${text} is ${micros} microseconds`, () => {
      expect(read(wireInstant, text)).to.equal(micros);
    });
  }

  it("is what the ledger writes", () => {
    const instants = fc.bigInt({ min: -62_135_596_800_000_000n, max: 253_402_300_799_999_999n });
    fc.assert(
      fc.property(instants, (instant) => {
        expect(read(wireInstant, microsToText(instant))).to.equal(instant);
      }),
    );
  });

  const bad = [
    "",
    "now",
    "2026-01-01",
    "2026-01-01T00:00:00",
    "2026-13-01T00:00:00Z",
    "2026-02-30T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:60Z",
    "2026-01-01T00:00:00.0000000001Z",
    "2026-01-01T01:00:00+01:00",
    " 2026-01-01T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "10000-01-01T00:00:00Z",
    "1767225600",
  ];
  for (const text of bad) {
    it(`is not ${JSON.stringify(text)}`, () => {
      expect(refused(wireInstant, text)).to.match(/^: \S/);
    });
  }

  it("must be a text", () => {
    for (const value of [0, null, undefined, {}]) {
      expect(refused(wireInstant, value), JSON.stringify(value)).to.contain(
        "expected an ISO-8601 time",
      );
    }
  });
});
