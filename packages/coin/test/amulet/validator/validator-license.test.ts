import { int64From } from "@tallystick/core";
import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import {
  type LicensePayload,
  newLicense,
  ValidatorFaucetCoupon,
  ValidatorLicense,
  ValidatorLicense_RecordValidatorLivenessActivity,
  ValidatorLivenessActivityRecord,
} from "../../../src/index.js";
import {
  maxLicenseTextLength,
  ValidatorLicense_Cancel,
  ValidatorLicense_ReceiveFaucetCoupon,
  ValidatorLicense_ReportActive,
  ValidatorLicense_UpdateMetadata,
  ValidatorLicense_Withdraw,
} from "../../../src/amulet/validator/validator-license.js";
import { alice, bob, CoinLedger, dso, minute, start, validator } from "../../coin-fixture.js";
import { int } from "../../coin-values.js";

const granted = (changes: Partial<LicensePayload> = {}) => {
  const ledger = new CoinLedger({ firstRound: 5n });
  ledger.create([dso], ValidatorLicense, { ...newLicense(dso, validator, bob), ...changes });
  return ledger;
};

const license = (ledger: CoinLedger) => {
  const [found] = ledger.active(ValidatorLicense);
  if (found === undefined) throw new Error("no licence");
  return found;
};

const record = (ledger: CoinLedger, { actAs = [validator], roundCid = ledger.round } = {}) =>
  ledger.exercise(
    actAs,
    ValidatorLicense_RecordValidatorLivenessActivity,
    license(ledger).contractId,
    { openRoundCid: roundCid },
  );

describe("a validator's licence", () => {
  it("is granted by the DSO and by no one else", () => {
    const ledger = new CoinLedger();
    const grant = (actAs: ReadonlyArray<string>) => () =>
      ledger.create(actAs, ValidatorLicense, newLicense(dso, validator));
    expect(ledger.reasonOf(grant([validator]))).to.equal("DAML_AUTHORIZATION_ERROR");
    grant([dso])();
    expect(license(ledger).payload).to.include({ validator, sponsor: validator });
  });

  it("records liveness once per round and counts the rounds missed", () => {
    const ledger = granted();
    ledger.pass(minute);
    const { couponCid } = record(ledger);
    expect(license(ledger).payload.faucetState).to.deep.equal({
      firstReceivedFor: { number: 5n },
      lastReceivedFor: { number: 5n },
      numCouponsMissed: 0n,
    });
    expect(license(ledger).payload.lastActiveAt).to.equal(BigInt(start + minute));
    const [made] = ledger.active(ValidatorLivenessActivityRecord);
    expect(made?.contractId).to.equal(couponCid);
    expect(made?.payload).to.deep.equal({
      dso,
      validator,
      round: { number: 5n },
    });
    expect(ledger.reasonOf(() => record(ledger))).to.equal("Not yet received");
    for (const number of [6n, 10n, 12n]) {
      ledger.openRound(number);
      record(ledger);
    }
    expect(license(ledger).payload.faucetState).to.deep.equal({
      firstReceivedFor: { number: 5n },
      lastReceivedFor: { number: 12n },
      numCouponsMissed: 4n,
    });
    const earlier = ledger.openRound(11n);
    const attempt = () => record(ledger, { roundCid: earlier });
    expect(ledger.reasonOf(attempt)).to.equal("Not yet received");
  });

  it("records by no faucet coupon of the older form any more", () => {
    const ledger = granted();
    const receive = () =>
      ledger.exercise(
        [validator],
        ValidatorLicense_ReceiveFaucetCoupon,
        license(ledger).contractId,
        { openRoundCid: ledger.round },
      );
    expect(ledger.reasonOf(receive)).to.equal(
      "ValidatorLicense_ReceiveFaucetCoupon is deprecated. Please use ValidatorLicense_RecordValidatorLivenessActivity instead.",
    );
    expect(ledger.active(ValidatorFaucetCoupon)).to.deep.equal([]);
  });

  it("records nothing for others, for a round to come, or beyond the range of numbers", () => {
    const ledger = granted();
    expect(ledger.reasonOf(() => record(ledger, { actAs: [alice] }))).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
    const roundCid = ledger.openRound(6n, { opensAt: BigInt(ledger.now + 1) });
    expect(ledger.reasonOf(() => record(ledger, { roundCid }))).to.equal("OpenRound is open");
    const most = int64From(2n ** 63n - 1n);
    const full = granted({
      faucetState: {
        firstReceivedFor: { number: int(0) },
        lastReceivedFor: { number: int(0) },
        numCouponsMissed: isRight(most) ? most.right : int(0),
      },
    });
    expect(full.reasonOf(() => record(full))).to.equal(
      "ArithmeticError while evaluating (ADD_INT64 9223372036854775807 4).",
    );
  });

  const update = (ledger: CoinLedger, version: string, contactPoint = "ops@example.org") =>
    ledger.exercise([validator], ValidatorLicense_UpdateMetadata, license(ledger).contractId, {
      version,
      contactPoint,
    });

  it("reports version and contact point, at most once an hour, and only what is new", () => {
    const ledger = granted();
    update(ledger, "1.0");
    expect(license(ledger).payload.metadata).to.deep.equal({
      lastUpdatedAt: BigInt(start),
      version: "1.0",
      contactPoint: "ops@example.org",
    });
    ledger.pass(60 * minute - 1);
    expect(ledger.reasonOf(() => update(ledger, "1.1"))).to.equal(
      "At least RelTime {microseconds = 3600000000} has passed since the last metadata update",
    );
    ledger.pass(1);
    expect(ledger.reasonOf(() => update(ledger, "1.0"))).to.equal("Metadata has changed");
    update(ledger, "1.0", "new@example.org");
    expect(license(ledger).payload).to.deep.include({
      lastActiveAt: BigInt(start + 60 * minute),
    });
  });

  it("bounds the texts of its metadata", () => {
    const ledger = granted();
    update(ledger, "v".repeat(maxLicenseTextLength));
    ledger.pass(60 * minute);
    const tooLong = () => update(ledger, "v".repeat(maxLicenseTextLength + 1));
    expect(ledger.reasonOf(tooLong)).not.to.equal("accepted");
  });

  it("reports activity at most once an hour, and by its validator", () => {
    const ledger = granted();
    const report = (actAs = [validator]) =>
      ledger.exercise(actAs, ValidatorLicense_ReportActive, license(ledger).contractId, {});
    expect(ledger.reasonOf(() => report([bob]))).to.equal("DAML_AUTHORIZATION_ERROR");
    report();
    expect(license(ledger).payload.lastActiveAt).to.equal(BigInt(start));
    ledger.pass(60 * minute - 1);
    expect(ledger.reasonOf(() => report())).to.equal(
      "At least <> show activityReportMinInterval  has passed since the last activity report",
    );
    ledger.pass(1);
    report();
    expect(license(ledger).payload.lastActiveAt).to.equal(BigInt(start + 60 * minute));
  });

  const ends = [
    ["withdrawn by the DSO", ValidatorLicense_Withdraw, dso, validator],
    ["cancelled by the validator", ValidatorLicense_Cancel, validator, dso],
  ] as const;
  for (const [name, choice, by, notBy] of ends) {
    it(`is ${name}, once`, () => {
      const ledger = granted();
      const { contractId } = license(ledger);
      const end = (actAs: string) => () =>
        ledger.exercise([actAs], choice, contractId, { reason: "moved" });
      expect(ledger.reasonOf(end(notBy))).to.equal("DAML_AUTHORIZATION_ERROR");
      end(by)();
      expect(ledger.active(ValidatorLicense)).to.have.length(0);
      expect(ledger.reasonOf(end(by))).to.equal("CONTRACT_NOT_FOUND");
    });
  }
});
