import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { durationToMicros, durationToText } from "../../src/values/duration.js";

describe("duration", () => {
  it("adds seconds and nanoseconds, and rounds what is below a microsecond up", () => {
    const seconds = fc.integer({ min: 0, max: 315_575_999_999 });
    fc.assert(
      fc.property(seconds, fc.nat(999_999_999), (whole, nanos) => {
        const micros = BigInt(whole) * 1_000_000n + BigInt(Math.ceil(nanos / 1_000));
        expect(durationToMicros({ seconds: whole, nanos })).to.deep.equal(right(micros));
      }),
    );
  });

  const parts: ReadonlyArray<readonly [number | bigint, number, bigint]> = [
    [0, 0, 0n],
    [604800n, 0, 604_800_000_000n],
    [1, 999_999_999, 2_000_000n],
    [0, 1, 1n],
    [0, -1, 0n],
    [0, -999_999_999, -999_999n],
    [-1, -500_000_000, -1_500_000n],
    [315_576_000_000, 0, 315_576_000_000_000_000n],
  ];
  for (const [seconds, nanos, micros] of parts) {
    it(`counts ${seconds} s and ${nanos} ns as ${micros} us`, () => {
      expect(durationToMicros({ seconds, nanos })).to.deep.equal(right(micros));
    });
  }

  const errors: ReadonlyArray<readonly [number | bigint, number]> = [
    [315_576_000_001n, 0],
    [-315_576_000_001n, 0],
    [0, 1_000_000_000],
    [0, -1_000_000_000],
    [1, -1],
    [-1, 1],
  ];
  for (const [seconds, nanos] of errors) {
    it(`refuses ${seconds} s with ${nanos} ns`, () => {
      expect(isLeft(durationToMicros({ seconds, nanos }))).to.equal(true);
    });
  }

  const texts: ReadonlyArray<readonly [bigint, string]> = [
    [604_800_000_000n, "PT168H"],
    [90_500_000n, "PT1M30.5S"],
    [3_600_000_001n, "PT1H0.000001S"],
    [-1_500_000n, "PT-1.5S"],
    [-500_000n, "PT-0.5S"],
    [0n, "PT0S"],
  ];
  for (const [micros, text] of texts) {
    it(`writes ${text}`, () => {
      expect(durationToText(micros)).to.equal(text);
    });
  }
});
