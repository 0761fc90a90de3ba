import { codePoints } from "../../model/code-points.js";
import {
  choice,
  type ChoiceProgram,
  contractId,
  create,
  enumeration,
  int64,
  ledgerTime,
  optional,
  party,
  record,
  type Static,
  template,
  text,
  timestamp,
} from "@tallystick/core";
import { constantInt, minusInt, plusInt } from "../../model/arithmetic.js";
import { generalError, requireThat } from "../../model/coin-error.js";
import { isLater } from "../../model/release.js";
import { modulePart } from "../../model/module-part.js";
import { Round } from "../configuration/round-number.js";
import { ValidatorLivenessActivityRecord } from "../rewards/liveness.js";
import { fetchOfDso } from "../../model/checked-fetch.js";
import { OpenMiningRound } from "../rounds/round.js";

/** The rounds a validator has recorded its liveness in. */
const FaucetState = record(
  {
    firstReceivedFor: Round,
    lastReceivedFor: Round,
    numCouponsMissed: int64,
  },
  "FaucetState",
);
/** The rounds a validator has recorded its liveness in. */
type FaucetState = Static<typeof FaucetState>;

/** Longest version and contact point of a validator, in characters. */
export const maxLicenseTextLength = 255;

/**
 * Least time between two reports of activity, or two changes of metadata: an hour, in microseconds.
 */
const licenseReportIntervalMicros = 3_600_000_000;

const LicenseMetadata = record(
  { lastUpdatedAt: timestamp, version: text, contactPoint: text },
  "ValidatorLicenseMetadata",
);

const LicensePayload = record({
  validator: party,
  sponsor: party,
  dso: party,
  faucetState: optional(FaucetState),
  metadata: optional(LicenseMetadata),
  lastActiveAt: optional(timestamp),
});
/** The contents of a licence. */
export type LicensePayload = Static<typeof LicensePayload>;

/**
 * What makes a party a validator of the network; the DSO grants it by creating it (wallet 12.2).
 */
export const ValidatorLicense = template("Splice.ValidatorLicense:ValidatorLicense", {
  payload: LicensePayload,
  signatories: ({ dso }) => [dso],
  observers: ({ validator }) => [validator],
  ensure: ({ metadata }) =>
    metadata === undefined ||
    [metadata.version, metadata.contactPoint].every((it) => codePoints(it) <= maxLicenseTextLength),
});

/** The payload of a licence that the DSO grants: nothing received, nothing reported yet. */
export const newLicense = (
  dso: string,
  validator: string,
  sponsor: string = validator,
): LicensePayload => ({
  dso,
  validator,
  sponsor,
  faucetState: undefined,
  metadata: undefined,
  lastActiveAt: undefined,
});

/** Who counts as a licence's sponsor after its next use: in the later release the validator. */
function* ownSponsor({
  validator,
  sponsor,
}: LicensePayload): ChoiceProgram<Pick<LicensePayload, "sponsor">> {
  return { sponsor: (yield* isLater()) ? validator : sponsor };
}

/** The state after a record for a round, which must be later than the last. */
function* nextFaucetState(
  state: FaucetState | undefined,
  round: Round,
): ChoiceProgram<FaucetState> {
  if (state === undefined)
    return { firstReceivedFor: round, lastReceivedFor: round, numCouponsMissed: constantInt(0n) };
  yield* requireThat(round.number > state.lastReceivedFor.number, "Not yet received");
  const rounds = yield* minusInt(round.number, state.lastReceivedFor.number);
  const missed = yield* minusInt(rounds, constantInt(1n));
  const numCouponsMissed = yield* plusInt(state.numCouponsMissed, missed);
  return { ...state, lastReceivedFor: round, numCouponsMissed };
}

/** The licence after the validator recorded its liveness in an open round. */
function* renewInRound(
  license: LicensePayload,
  openRoundCid: string,
): ChoiceProgram<{ readonly licenseCid: string; readonly round: Round }> {
  const { dso, faucetState } = license;
  const { round, opensAt } = yield* fetchOfDso(OpenMiningRound, openRoundCid, dso);
  yield* requireThat(opensAt <= (yield* ledgerTime()), "OpenRound is open");
  const licenseCid = yield* create(ValidatorLicense, {
    ...license,
    faucetState: yield* nextFaucetState(faucetState, round),
    lastActiveAt: yield* ledgerTime(),
    ...(yield* ownSponsor(license)),
  });
  return { licenseCid, round };
}

const coupon = {
  argument: record({ openRoundCid: contractId }),
  result: record({ licenseCid: contractId, couponCid: contractId }),
};

/** The validator records that it is there, once per round; this earns it a record to mint. */
export const ValidatorLicense_RecordValidatorLivenessActivity = choice(
  ValidatorLicense,
  "ValidatorLicense_RecordValidatorLivenessActivity",
  {
    ...coupon,
    controllers: ({ validator }) => [validator],
    *body({ payload }, { openRoundCid }) {
      const { licenseCid, round } = yield* renewInRound(payload, openRoundCid);
      const { dso, validator } = payload;
      const couponCid = yield* create(ValidatorLivenessActivityRecord, {
        dso,
        validator,
        round,
      });
      return { licenseCid, couponCid };
    },
  },
);

/**
 * The older form of {@link ValidatorLicense_RecordValidatorLivenessActivity}, no longer supported.
 */
export const ValidatorLicense_ReceiveFaucetCoupon = choice(
  ValidatorLicense,
  "ValidatorLicense_ReceiveFaucetCoupon",
  {
    ...coupon,
    controllers: ({ validator }) => [validator],
    *body() {
      return yield* generalError(
        "ValidatorLicense_ReceiveFaucetCoupon is deprecated. Please use ValidatorLicense_RecordValidatorLivenessActivity instead.",
      );
    },
  },
);

const isHourSince = (last: bigint, now: bigint): boolean =>
  now - last >= licenseReportIntervalMicros;

/** The validator reports its version and how to reach its operator. */
export const ValidatorLicense_UpdateMetadata = choice(
  ValidatorLicense,
  "ValidatorLicense_UpdateMetadata",
  {
    argument: record({ version: text, contactPoint: text }),
    result: record({ licenseCid: contractId }),
    controllers: ({ validator }) => [validator],
    *body({ payload }, { version, contactPoint }) {
      const { metadata } = payload;
      const now = yield* ledgerTime();
      if (metadata !== undefined) {
        yield* requireThat(
          metadata.version !== version || metadata.contactPoint !== contactPoint,
          "Metadata has changed",
        );
        yield* requireThat(
          isHourSince(metadata.lastUpdatedAt, now),
          `At least RelTime {microseconds = ${licenseReportIntervalMicros}} has passed since the last metadata update`,
        );
      }
      const licenseCid = yield* create(ValidatorLicense, {
        ...payload,
        metadata: { lastUpdatedAt: now, version, contactPoint },
        lastActiveAt: now,
        ...(yield* ownSponsor(payload)),
      });
      return { licenseCid };
    },
  },
);

/** A validator that earns nothing says that it is there. */
export const ValidatorLicense_ReportActive = choice(
  ValidatorLicense,
  "ValidatorLicense_ReportActive",
  {
    argument: record({}),
    result: record({ licenseCid: contractId }),
    controllers: ({ validator }) => [validator],
    *body({ payload }) {
      const now = yield* ledgerTime();
      const { lastActiveAt } = payload;
      // the public system shows the name of its constant, not the time
      yield* requireThat(
        lastActiveAt === undefined || isHourSince(lastActiveAt, now),
        "At least <> show activityReportMinInterval  has passed since the last activity report",
      );
      const sponsor = yield* ownSponsor(payload);
      const active = { ...payload, lastActiveAt: now, ...sponsor };
      return { licenseCid: yield* create(ValidatorLicense, active) };
    },
  },
);

export const ValidatorLicense_Withdraw = choice(ValidatorLicense, "ValidatorLicense_Withdraw", {
  argument: record({ reason: text }),
  result: enumeration("ValidatorLicense_WithdrawResult"),
  controllers: ({ dso }) => [dso],
  *body() {
    return "ValidatorLicense_WithdrawResult";
  },
});

/** The validator gives the licence up. */
export const ValidatorLicense_Cancel = choice(ValidatorLicense, "ValidatorLicense_Cancel", {
  argument: record({ reason: text }),
  result: enumeration("ValidatorLicense_CancelResult"),
  controllers: ({ validator }) => [validator],
  *body() {
    return "ValidatorLicense_CancelResult";
  },
});

export const validatorLicenseModule = modulePart({
  templates: [ValidatorLicense],
  choices: [
    ValidatorLicense_RecordValidatorLivenessActivity,
    ValidatorLicense_ReceiveFaucetCoupon,
    ValidatorLicense_UpdateMetadata,
    ValidatorLicense_ReportActive,
    ValidatorLicense_Withdraw,
    ValidatorLicense_Cancel,
  ],
});
