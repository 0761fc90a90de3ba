import type { LedgerError } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import {
  validateDeduplicationPeriod,
  validateMinLedgerTime,
} from "../../src/commands/composite-command-times.js";

const errorOf = (outcome: Either<LedgerError, unknown>): LedgerError => {
  if (!isLeft(outcome)) throw new Error("accepted");
  return outcome.left;
};
const duration = (seconds: number | bigint, nanos = 0) =>
  validateDeduplicationPeriod({ kind: "duration", duration: { seconds, nanos } });
const offset = (value: number | bigint) =>
  validateDeduplicationPeriod({ kind: "offset", offset: value });
const newYear = 1_767_225_600_000_000n;

describe("the minimum ledger time", () => {
  it("is absent where neither form is given", () => {
    expect(validateMinLedgerTime({})).to.deep.equal(right({}));
  });

  const instants: ReadonlyArray<readonly [text: string, micros: bigint]> = [
    ["2026-01-01T00:00:00Z", newYear],
    ["2025-12-31T23:30:00-00:30", newYear],
    ["2026-01-01T00:00:00.000001Z", newYear + 1n],
    ["2026-01-01T00:00:00.000000001Z", newYear + 1n],
    ["2026-01-01T00:00:00.000000999Z", newYear + 1n],
    ["2026-01-01T00:00:00.000001001Z", newYear + 2n],
    ["2025-12-31T23:59:59.9999995Z", newYear],
    ["0001-01-01T00:00:00Z", -62_135_596_800_000_000n],
    ["9999-12-31T23:59:59Z", 253_402_300_799_000_000n],
  ];
  for (const [minLedgerTimeAbs, micros] of instants) {
    it(`of ${minLedgerTimeAbs} is the first microsecond that is not before it`, () => {
      expect(validateMinLedgerTime({ minLedgerTimeAbs })).to.deep.equal(
        right({ minLedgerTimeAbs: micros }),
      );
    });
  }

  for (const text of ["", "soon", "0000-12-31T23:59:59Z", "10000-01-01T00:00:00Z", "2026-01-01"]) {
    it(`is not ${JSON.stringify(text)}, and the error shows it`, () => {
      const error = errorOf(validateMinLedgerTime({ minLedgerTimeAbs: text }));
      expect(error).to.include({ code: "INVALID_ARGUMENT", field: "minLedgerTimeAbs" });
      expect(error.cause).to.contain(`found ${JSON.stringify(text)}, expected `);
      expect(error.invalidRequest).to.equal(true);
    });
  }

  const relative: ReadonlyArray<readonly [seconds: number, nanos: number, micros: number]> = [
    [0, 0, 0],
    [1, 0, 1_000_000],
    [0, 1_000, 1],
    [90, 500_000_000, 90_500_000],
  ];
  for (const [seconds, nanos, micros] of relative) {
    it(`of ${seconds} s and ${nanos} ns from receipt is ${micros} microseconds`, () => {
      expect(validateMinLedgerTime({ minLedgerTimeRel: { seconds, nanos } })).to.deep.equal(
        right({ minLedgerTimeRel: BigInt(micros) }),
      );
    });
  }

  const noDurations: ReadonlyArray<readonly [seconds: number | bigint, nanos: number]> = [
    [0, 1_000_000_000],
    [0, -1_000_000_000],
    [1, -1],
    [-1, 1],
    [2n ** 62n, 0],
  ];
  for (const [seconds, nanos] of noDurations) {
    it(`is no duration of ${seconds} s and ${nanos} ns`, () => {
      const minLedgerTimeRel = { seconds, nanos };
      expect(errorOf(validateMinLedgerTime({ minLedgerTimeRel }))).to.include({
        code: "INVALID_FIELD",
        field: "minLedgerTimeRel",
      });
    });
  }

  it("is one of the two and never both, even when one of them is wrong", () => {
    for (const minLedgerTimeAbs of ["2026-01-01T00:00:00Z", "soon"]) {
      const error = errorOf(
        validateMinLedgerTime({
          minLedgerTimeAbs,
          minLedgerTimeRel: { seconds: 0, nanos: 0 },
        }),
      );
      expect(error).to.include({ code: "INVALID_ARGUMENT", field: "minLedgerTimeAbs" });
      expect(error.cause).to.contain("found minLedgerTimeRel too, expected only one of them");
    }
  });
});

describe("the deduplication period", () => {
  it("is the participant's own where none is given", () => {
    expect(validateDeduplicationPeriod(undefined)).to.deep.equal(right({ kind: "empty" }));
    expect(validateDeduplicationPeriod({ kind: "empty" })).to.deep.equal(right({ kind: "empty" }));
  });

  it("may be any offset from 0, exactly", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), (value) => {
        expect(offset(value)).to.deep.equal(right({ kind: "offset", offset: value }));
      }),
    );
    expect(offset(0)).to.deep.equal(right({ kind: "offset", offset: 0n }));
  });

  it("is no negative offset", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: -1n }), (value) => {
        const error = errorOf(offset(value));
        expect(error).to.include({
          code: "NEGATIVE_OFFSET",
          field: "deduplicationPeriod.DeduplicationOffset.value",
          invalidRequest: true,
        });
        expect(error.cause).to.contain(`Offset ${value} in `);
      }),
    );
  });

  it("may be any duration from 0, to the microsecond", () => {
    const seconds = fc.nat({ max: 10_000_000 });
    fc.assert(
      fc.property(seconds, fc.nat({ max: 999_999 }), (whole, micros) => {
        expect(duration(whole, micros * 1_000)).to.deep.equal(
          right({ kind: "duration", durationMicros: BigInt(whole * 1_000_000 + micros) }),
        );
      }),
    );
  });

  const negative: ReadonlyArray<readonly [seconds: number | bigint, nanos: number]> = [
    [-1, 0],
    [0, -1],
    [0, -999],
    [-1, -1],
    [-5n, 0],
  ];
  for (const [seconds, nanos] of negative) {
    it(`is no duration of ${seconds} s and ${nanos} ns, which is negative`, () => {
      const error = errorOf(duration(seconds, nanos));
      expect(error).to.include({
        code: "INVALID_FIELD",
        field: "deduplicationPeriod.DeduplicationDuration.value",
      });
      expect(error.cause).to.contain("found a negative duration, expected zero or more");
    });
  }
});
