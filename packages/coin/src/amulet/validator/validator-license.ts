import { codePoints } from "../../model/code-points.js";
import {
  choice,
  contractId,
  create,
  int64,
  ledgerTime,
  optional,
  party,
  record,
  type Static,
  type ChoiceProgram,
  template,
  text,
  timestamp,
  enumeration,
} from "@tallystick/core";
import { constantInt, int } from "../../model/arithmetic.js";
import { requireThat, stopWith } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import { Round } from "../configuration/round-number.js";
import { ValidatorLivenessActivityRecord } from "../rewards/liveness.js";
import { openRound } from "../rounds/open-round.js";

/** The rounds a validator has recorded its liveness in. */
export const FaucetState = record({
  firstReceivedFor: Round,
  lastReceivedFor: Round,
  numCouponsMissed: int64,
});
/** The rounds a validator has recorded its liveness in. */
export type FaucetState = Static<typeof FaucetState>;

/** Longest version and contact point of a validator, in characters. */
export const maxLicenseTextLength = 255;

/**
 * Least time between two reports of activity, or two changes of metadata: an hour, in microseconds.
 */
const licenseReportIntervalMicros = 3_600_000_000;

const LicensePayload = record({
  validator: party,
  sponsor: party,
  dso: party,
  faucetState: optional(FaucetState),
  metadata: optional(record({ lastUpdatedAt: timestamp, version: text, contactPoint: text })),
  lastActiveAt: optional(timestamp),
});
/** What a licence says. */
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

/**
 * The state after a record for a round. Stops the command with `already-recorded` unless the round
 * is later than the last.
 */
function* nextFaucetState(
  state: FaucetState | undefined,
  round: Round,
): ChoiceProgram<FaucetState> {
  if (state === undefined)
    return { firstReceivedFor: round, lastReceivedFor: round, numCouponsMissed: constantInt(0n) };
  if (round.number <= state.lastReceivedFor.number) {
    return yield* stopWith(
      "already-recorded",
      `Liveness was last recorded for round ${state.lastReceivedFor.number}; round ${round.number} is not later.`,
    );
  }
  const missed = round.number - state.lastReceivedFor.number - 1n;
  const numCouponsMissed = yield* int(state.numCouponsMissed + missed);
  return { ...state, lastReceivedFor: round, numCouponsMissed };
}

/** The licence after the validator was there in a round that has opened. */
function* renewInRound(
  license: LicensePayload,
  openRoundCid: string,
): ChoiceProgram<{ readonly licenseCid: string; readonly round: Round }> {
  const { dso, faucetState } = license;
  const { round } = yield* openRound(openRoundCid, dso);
  const licenseCid = yield* create(ValidatorLicense, {
    ...license,
    faucetState: yield* nextFaucetState(faucetState, round),
    lastActiveAt: yield* ledgerTime(),
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
    body: () =>
      stopWith(
        "no-longer-supported",
        "ValidatorLicense_ReceiveFaucetCoupon is deprecated, use ValidatorLicense_RecordValidatorLivenessActivity.",
      ),
  },
);

/** Stops the command with `deadline-not-exceeded` within an hour of the last report. */
function* requireHourSince(
  what: string,
  last: number | undefined,
  now: number,
): ChoiceProgram<void> {
  yield* requireThat(
    last === undefined || now - last >= licenseReportIntervalMicros,
    "deadline-not-exceeded",
    `An hour has not passed since ${what}.`,
  );
}

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
      yield* requireThat(
        metadata?.version !== version || metadata.contactPoint !== contactPoint,
        "invalid-argument",
        "version or contactPoint differ from what the licence says.",
      );
      yield* requireHourSince("metadata.lastUpdatedAt", metadata?.lastUpdatedAt, now);
      const licenseCid = yield* create(ValidatorLicense, {
        ...payload,
        metadata: { lastUpdatedAt: now, version, contactPoint },
        lastActiveAt: now,
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
      yield* requireHourSince("lastActiveAt", payload.lastActiveAt, now);
      return { licenseCid: yield* create(ValidatorLicense, { ...payload, lastActiveAt: now }) };
    },
  },
);

/** The DSO takes the licence back. */
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

/** Who the validators are. */
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
