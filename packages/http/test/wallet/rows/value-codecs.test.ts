import { wireInt64, type WireReadable } from "@tallystick/wire";
import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft, right } from "fp-ts/lib/Either.js";
import {
  base64Bytes,
  contractId,
  hexBytes,
  inFuture,
  moment,
  nonNegative,
  operationId,
  partyId,
  positive,
  positiveAmount,
  positiveNumber,
  publicKey,
  shortText,
  synchronizerId,
  pageStart,
  trackingId,
  upTo,
  wholeNumberText,
} from "../../../src/wallet/rows/value-codecs.js";
import { ThrownAnswer } from "../../../src/answers/thrown-answer.js";

const alice = `alice::1220${"ab".repeat(32)}`;
const cid = `00${"ab".repeat(68)}`;
const page = upTo(10, wireInt64);

/** What a value is read as. */
const read: ReadonlyArray<readonly [type: WireReadable<unknown>, value: unknown, as: unknown]> = [
  [positiveAmount, "1.5", 15_000_000_000n],
  [positiveAmount, "0.0000000001", 1n],
  [positiveNumber, 1.5, 15_000_000_000n],
  [positiveNumber, 1e-7, 1_000n],
  [positiveNumber, 1e21, 10n ** 31n],
  [positiveNumber, 12n, 120_000_000_000n],
  [positiveNumber, "0.1", 1_000_000_000n],
  [positiveNumber, "1.5E2", 1_500_000_000_000n],
  [positiveNumber, "10e-11", 1n],
  [positiveNumber, "100.00000000000", 1_000_000_000_000n],
  [partyId, alice, alice],
  [partyId, "alice::12", "alice::12"],
  [contractId, cid, cid],
  [synchronizerId, "global::1220", "global::1220"],
  [shortText, "", ""],
  [shortText, "\u{1F4B0}".repeat(279), "\u{1F4B0}".repeat(279)],
  [trackingId, "t", "t"],
  [moment, 0, 0n],
  [moment, 2n ** 40n, 2n ** 40n],
  [moment, "17", 17n],
  [moment, "17.0", 17n],
  [moment, "17e2", 1_700n],
  [moment, -1, -1n],
  [operationId, "x".repeat(300), "x".repeat(300)],
  [moment, 253_402_300_799_999_999n, 253_402_300_799_999_999n],
  [nonNegative, 0, 0n],
  [positive, 1, 1n],
  [page, 10n, 10],
  [wholeNumberText, "0", 0n],
  [wholeNumberText, "+1", 1n],
  [wholeNumberText, "-1", -1n],
  [pageStart, "-1", 0],
  [pageStart, "9223372036854775807", Number.MAX_SAFE_INTEGER],
  [hexBytes, "00Ff", Buffer.from([0, 255])],
  [base64Bytes, "AP8=", Uint8Array.of(0, 255)],
];

/** What is no value of a type, and what of it the error text says. */
const refused: ReadonlyArray<
  readonly [type: WireReadable<unknown>, values: ReadonlyArray<unknown>, text: string]
> = [
  [positiveAmount, ["0", "-1", "0.0"], "expected an amount above 0"],
  [positiveAmount, ["", "x", "1e3", "NaN", "+1", ".5", "5."], "expected a decimal such as"],
  [positiveAmount, ["0.12345678901"], "at most 10 digits after the point"],
  [positiveAmount, ["1.00000000000", `${"0".repeat(28)}1`], "28 digits before the point and 10"],
  [positiveAmount, ["1".repeat(29)], "at most 28 digits before the point"],
  [positiveAmount, [null, 1, {}], "expected a string"],
  [positiveNumber, [null, true, {}], "expected a number"],
  [positiveNumber, [0, -1], "expected an amount above 0"],
  [positiveNumber, [1e-11], "at most 10 digits after the point"],
  [positiveNumber, [1e28], "at most 28 digits before the point"],
  [partyId, [`${"x".repeat(186)}::12`, `x::${"1".repeat(69)}`], "expected a party id such as"],
  [partyId, ["", "alice", "alice::", "::1220", "a@b::1220"], "expected a party id such as"],
  [
    contractId,
    ["", "x", cid.toUpperCase(), `${cid}a`, cid.slice(0, 66), "0".repeat(300)],
    "expected a contract id such as",
  ],
  [synchronizerId, ["", "global"], "expected <name>::<fingerprint>"],
  [shortText, ["x".repeat(280)], "expected fewer than 280 characters"],
  [trackingId, [""], "expected a text that is not empty"],
  [trackingId, ["x".repeat(280)], "expected fewer than 280 characters"],
  [moment, [-(2n ** 56n), 2n ** 60n, 253_402_300_800_000_000n], "up to the year 9999"],
  [moment, ["x", "1.5", 1.5], "expected a 64-bit integer"],
  [operationId, [""], "expected a text that is not empty"],
  [nonNegative, [-1], "expected 0 or more"],
  [positive, [0, -1], "expected a number above 0"],
  [page, [0, 11, -1], "expected a whole number from 1 to 10"],
  [wholeNumberText, ["", "-", "1.0", "1e3", " 1", "0x1", 5, null], "a whole number"],
  [wholeNumberText, ["9".repeat(20)], "a whole number"],
  [wholeNumberText, ["9".repeat(19)], "found"],
  [hexBytes, ["0", "xy"], "expected hex"],
  [base64Bytes, ["*"], "found"],
  [publicKey, ["xy"], "expected hex"],
  [publicKey, ["00ff"], "found"],
];

describe("the codecs of values", () => {
  for (const [type, value, as] of read) {
    it(`read ${type.name} ${String(value).slice(0, 40)}`, () => {
      const outcome = type.read(value);
      if (isLeft(outcome)) expect.fail(outcome.left.reason);
      if (as instanceof Uint8Array)
        expect(Buffer.compare(Buffer.from(outcome.right as Uint8Array), as)).to.equal(0);
      else expect(outcome).to.deep.equal(right(as));
    });
  }

  for (const [type, values, text] of refused) {
    it(`refuse what is no ${type.name}, and say: ${text}`, () => {
      for (const value of values) {
        const outcome = type.read(value);
        if (!isLeft(outcome)) expect.fail(`${String(value)} was read`);
        expect(outcome.left.reason).to.contain(text);
        expect(outcome.left.reason.length).to.be.below(300);
      }
    });
  }

  it("read whole numbers of a query to the last digit", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), (value) => {
        expect(wholeNumberText.read(String(value))).to.deep.equal(right(value));
      }),
    );
  });
});

describe("a time that has to be in the future", () => {
  it("is itself, and else a 400 that names its field", () => {
    expect(inFuture(2n, "expires_at", 1)).to.equal(2n);
    for (const at of [0, 1]) {
      expect(() => inFuture(BigInt(at), "expires_at", 1))
        .to.throw(ThrownAnswer)
        .with.nested.property("answer.body")
        .that.matches(
          /^\{"error":"Invalid expires_at: found .*1970.*, expected a time in the future"\}$/,
        );
    }
  });
});
