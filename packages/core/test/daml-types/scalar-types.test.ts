import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { type DamlType, kindOf } from "../../src/daml-types/daml-type.js";
import {
  contractId,
  date,
  int64,
  numeric,
  party,
  text,
  timestamp,
  wellFormed,
} from "../../src/daml-types/scalar-types.js";
import type { Json } from "../../src/values/json.js";

const through = (type: DamlType<never>, given: Json): Json => {
  const read = type.decode(given);
  return isLeft(read) ? "refused" : type.encode(read.right);
};

type Row = readonly [given: Json, written: Json];

const bounds: Readonly<Record<string, readonly [type: unknown, rows: ReadonlyArray<Row>]>> = {
  Int64: [
    int64,
    [
      ["9223372036854775806", "9223372036854775806"],
      ["9223372036854775807", "9223372036854775807"],
      ["9223372036854775808", "refused"],
      ["-9223372036854775807", "-9223372036854775807"],
      ["-9223372036854775808", "-9223372036854775808"],
      ["-9223372036854775809", "refused"],
      ["-0", "0"],
      ["", "refused"],
      [" 1", "refused"],
      ["1e3", "refused"],
      ["0x10", "refused"],
      ["١", "refused"],
      [1, "refused"],
      [null, "refused"],
    ],
  ],
  Numeric: [
    numeric,
    [
      ["9".repeat(28), `${"9".repeat(28)}.0000000000`],
      [`${"9".repeat(28)}.9999999999`, `${"9".repeat(28)}.9999999999`],
      [`1${"0".repeat(28)}`, "refused"],
      [`-${"9".repeat(28)}.9999999999`, `-${"9".repeat(28)}.9999999999`],
      [`-1${"0".repeat(28)}`, "refused"],
      ["0.0000000001", "0.0000000001"],
      ["0.00000000001", "refused"],
      ["1.00000000000", "1.0000000000"],
      ["00012.50", "12.5000000000"],
      ["-0.0", "0.0000000000"],
      ["1.", "1.0000000000"],
      [".5", "refused"],
      ["1e3", "refused"],
      ["", "refused"],
      ["NaN", "refused"],
      [Number.NaN, "refused"],
      [Number.POSITIVE_INFINITY, "refused"],
      [0.1 + 0.2, "refused"],
      [1e-10, "0.0000000001"],
      [1e-11, "refused"],
      [1e27, `1${"0".repeat(27)}.0000000000`],
      [1e28, "refused"],
      [10n ** 27n, `1${"0".repeat(27)}.0000000000`],
      [10n ** 28n, "refused"],
      [true, "refused"],
    ],
  ],
  Date: [
    date,
    [
      ["0001-01-01", "0001-01-01"],
      ["0000-12-31", "refused"],
      ["9999-12-31", "9999-12-31"],
      ["10000-01-01", "refused"],
      ["2000-02-29", "2000-02-29"],
      ["1900-02-29", "refused"],
      ["2024-02-29", "2024-02-29"],
      ["2023-04-31", "refused"],
      ["2023-13-01", "refused"],
      ["2023-00-01", "refused"],
      ["2023-1-1", "refused"],
      ["2023-01-01T00:00:00Z", "refused"],
      ["-0001-01-01", "refused"],
      [0, "refused"],
    ],
  ],
  Timestamp: [
    timestamp,
    [
      ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"],
      ["0001-01-01T00:00:00+00:01", "refused"],
      ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"],
      ["9999-12-31T23:59:59-00:01", "refused"],
      ["1970-01-01T00:00:00.000001Z", "1970-01-01T00:00:00.000001Z"],
      ["1970-01-01T00:00:00.000000999Z", "1970-01-01T00:00:00Z"],
      ["1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999999Z"],
      ["2026-01-01T00:00:00.1Z", "2026-01-01T00:00:00.100Z"],
      ["2026-01-01T02:30:00+02:30", "2026-01-01T00:00:00Z"],
      ["2026-01-01T24:00:00Z", "refused"],
      ["2026-01-01T23:60:00Z", "refused"],
      ["2026-02-30T00:00:00Z", "refused"],
      ["2026-01-01 00:00:00Z", "refused"],
      ["2026-01-01T00:00:00", "refused"],
      [1_767_225_600_000_000, "refused"],
    ],
  ],
  Party: [
    party,
    [
      ["a".repeat(255), "a".repeat(255)],
      ["a".repeat(256), "refused"],
      ["alice::1220ab", "alice::1220ab"],
      ["a b-c_d:e", "a b-c_d:e"],
      ["", "refused"],
      ["a.b", "refused"],
      ["ä", "refused"],
    ],
  ],
  ContractId: [
    contractId,
    [
      [`00${"ab".repeat(32)}`, `00${"ab".repeat(32)}`],
      [`00${"ab".repeat(31)}`, "refused"],
      [`00${"ab".repeat(126)}`, `00${"ab".repeat(126)}`],
      [`00${"ab".repeat(127)}`, "refused"],
      [`00${"ab".repeat(32)}a`, "refused"],
      [`01${"ab".repeat(12)}`, `01${"ab".repeat(12)}`],
      [`01${"ab".repeat(11)}`, "refused"],
      [`01${"ab".repeat(45)}`, `01${"ab".repeat(45)}`],
      [`01${"ab".repeat(46)}`, "refused"],
      [`02${"ab".repeat(32)}`, "refused"],
      [`00${"AB".repeat(32)}`, "refused"],
    ],
  ],
};

describe("The bounds of", () => {
  for (const [name, [type, rows]] of Object.entries(bounds)) {
    for (const [given, written] of rows) {
      const shown = typeof given === "string" ? given : kindOf(given);
      const label = shown.length > 40 ? `${shown.slice(0, 20)}... (${shown.length})` : shown;
      it(`${name}: "${label}" is ${written === "refused" ? "refused" : "taken"}`, () => {
        // border: each row has JSON of its own type
        expect(through(type as DamlType<never>, given)).to.equal(written);
      });
    }
  }
});

describe("A well-formed text", () => {
  const table: ReadonlyArray<readonly [value: string, isFine: boolean]> = [
    ["", true],
    ["plain", true],
    ["\u0001", true],
    ["\ud7ff\ue000", true],
    ["\u{1F600}", true],
    ["a\u{10FFFF}b", true],
    ["\0", false],
    ["a\0b", false],
    ["\ud83d", false],
    ["\ude00", false],
    ["\ude00\ud83d", false],
    ["a\ud83db", false],
    ["\ud83d\ud83d\ude00", false],
    ["\uffff", true],
  ];
  for (const [value, isFine] of table) {
    it(`is ${isFine ? "" : "not "}${JSON.stringify(value)}`, () => {
      expect(wellFormed(value)).to.equal(isFine);
      expect(isLeft(text.decode(value))).to.equal(!isFine);
      // the same as what a round trip through UTF-8 says, but for the null character
      const back = new TextDecoder().decode(new TextEncoder().encode(value));
      expect(back === value && !value.includes("\0")).to.equal(isFine);
    });
  }
});
