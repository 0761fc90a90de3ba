import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft, right } from "fp-ts/lib/Either.js";
import {
  dateMaxDays,
  dateMinDays,
  dateFromText,
  dateToText,
  microsFromText,
  microsToText,
  timestampMaxMicros,
  timestampMinMicros,
  timestampFromText,
  timestampToText,
  zonedMicrosFromText,
} from "../../src/values/time.js";

describe("time", () => {
  it("reads back every microsecond it writes, from year 1 to 9999", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: timestampMinMicros, max: timestampMaxMicros }), (micros) => {
        expect(microsFromText(microsToText(micros))).to.deep.equal(right(micros));
      }),
    );
  });

  it("writes a number of microseconds like the exact integer", () => {
    const most = Number.MAX_SAFE_INTEGER;
    fc.assert(
      fc.property(fc.integer({ min: -most, max: most }), (micros) => {
        const text = timestampToText(micros);
        expect(text).to.equal(microsToText(BigInt(micros)));
        expect(timestampFromText(text)).to.deep.equal(right(micros));
      }),
    );
  });

  const instants: ReadonlyArray<readonly [string, bigint, string]> = [
    ["1970-01-01T00:00:00Z", 0n, "1970-01-01T00:00:00Z"],
    ["1969-12-31T23:59:59.999999Z", -1n, "1969-12-31T23:59:59.999999Z"],
    ["2026-07-08T11:48:13.123456Z", 1783511293123456n, "2026-07-08T11:48:13.123456Z"],
    ["2026-07-08T11:48:13.12Z", 1783511293120000n, "2026-07-08T11:48:13.120Z"],
    ["2026-07-08T11:48:13.000001999Z", 1783511293000001n, "2026-07-08T11:48:13.000001Z"],
    ["0001-01-01T00:00:00Z", timestampMinMicros, "0001-01-01T00:00:00Z"],
    ["9999-12-31T23:59:59.999999Z", timestampMaxMicros, "9999-12-31T23:59:59.999999Z"],
    ["2024-02-29T00:00:00z", 1709164800000000n, "2024-02-29T00:00:00Z"],
  ];
  for (const [text, micros, written] of instants) {
    it(`reads ${text}`, () => {
      expect(microsFromText(text)).to.deep.equal(right(micros));
      expect(microsToText(micros)).to.equal(written);
    });
  }

  for (const text of [
    "",
    "2026-07-08",
    "2026-07-08T11:48:13",
    "2026-07-08T11:48:13+00:00",
    "2026-07-08 11:48:13Z",
    "2026-07-08T11:48Z",
    "2026-07-08T11:48:13.Z",
    "2026-07-08T11:48:13.1234567890Z",
    "2026-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z",
    "2026-04-31T00:00:00Z",
    "2026-01-00T00:00:00Z",
    "2026-07-08T24:00:00Z",
    "2026-07-08T23:60:00Z",
    "2026-07-08T23:59:60Z",
    "0000-12-31T23:59:59Z",
    "10000-01-01T00:00:00Z",
    "1783511293123456",
  ]) {
    it(`refuses "${text}" as an instant`, () => {
      expect(isLeft(microsFromText(text))).to.equal(true);
    });
  }

  it("rounds nanoseconds as named, and never out of the range", () => {
    expect(microsFromText("1970-01-01T00:00:00.000000001Z", "ceiling")).to.deep.equal(right(1n));
    expect(microsFromText("1970-01-01T00:00:00.000000001Z", "floor")).to.deep.equal(right(0n));
    expect(isLeft(microsFromText("9999-12-31T23:59:59.999999001Z", "ceiling"))).to.equal(true);
  });

  it("refuses what a number cannot hold, instead of rounding it", () => {
    expect(isLeft(timestampFromText("9999-12-31T23:59:59.999999Z"))).to.equal(true);
    expect(timestampFromText("9999-12-31T23:59:59Z")).to.deep.equal(right(253402300799000000));
  });

  it("reads offsets only where they are allowed", () => {
    expect(zonedMicrosFromText("1970-01-01T02:00:00+02:00")).to.deep.equal(right(0n));
    expect(zonedMicrosFromText("1969-12-31T18:30:00.5-05:30")).to.deep.equal(right(500000n));
    expect(zonedMicrosFromText("1970-01-01T18:00:00+18:00")).to.deep.equal(right(0n));
    expect(zonedMicrosFromText("1970-01-01T00:59:00+00:59")).to.deep.equal(right(0n));
    expect(zonedMicrosFromText("1970-01-01T00:00:00Z")).to.deep.equal(right(0n));
    for (const text of [
      "1970-01-01T00:00:00",
      "1970-01-01T00:00:00+19:00",
      "1970-01-01T00:00:00+00:60",
    ])
      expect(isLeft(zonedMicrosFromText(text)), text).to.equal(true);
  });

  it("reads back every date it writes", () => {
    fc.assert(
      fc.property(fc.integer({ min: dateMinDays, max: dateMaxDays }), (days) => {
        expect(dateFromText(dateToText(days))).to.deep.equal(right(days));
      }),
    );
    expect(dateToText(dateMinDays)).to.equal("0001-01-01");
    expect(dateToText(dateMaxDays)).to.equal("9999-12-31");
  });

  for (const text of ["", "2026-2-1", "2100-02-29", "0000-01-01", "2026-01-01Z", "26-01-01"]) {
    it(`refuses "${text}" as a date`, () => {
      expect(isLeft(dateFromText(text))).to.equal(true);
    });
  }
});
