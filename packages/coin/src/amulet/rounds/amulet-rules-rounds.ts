import { AmuletRules_BootstrapExternalPartyConfigState } from "./external-party-config-state.js";
import {
  archive,
  choice,
  type ChoiceProgram,
  contractId,
  create,
  exercise,
  int64,
  type Int64,
  ledgerTime,
  numeric,
  type Numeric,
  optional,
  record,
} from "@tallystick/core";
import { constantInt, laterBy, plusInt, timesInt } from "../../model/arithmetic.js";
import { laterOf } from "../../model/time-span.js";
import { fetchOfDso } from "../../model/checked-fetch.js";
import { requireThat } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import { RelTime } from "../../token-standard/metadata-v1.js";
import { type AmuletConfig, usesMarkers } from "../configuration/amulet-config.js";
import { AmuletRules, configOf } from "../configuration/amulet-rules.js";
import { Round } from "../configuration/round-number.js";
import { valueAt } from "../configuration/schedule.js";
import { CalculateRewardsV2 } from "./calculate-rewards.js";
import { isNext, OpenMiningRound, type OpenRoundPayload, SummarizingMiningRound } from "./round.js";

/** What distinguishes one open round from another. */
interface RoundTimes extends Pick<OpenRoundPayload, "dso" | "amuletPrice"> {
  readonly round: Round;
  readonly opensAt: bigint;
  readonly targetClosesAt: bigint;
  /** How much time the network has issued for when the round begins. */
  readonly issuingFor: RelTime;
}

/** Opens a round under a configuration; the curve gives its issuance (wallet 12.4). */
function* open(round: RoundTimes, config: AmuletConfig): ChoiceProgram<string> {
  const { transferConfig, issuanceCurve, tickDuration, rewardConfig } = config;
  const { extraTrafficPrice } = config.decentralizedSynchronizer.fees;
  return yield* create(OpenMiningRound, {
    ...round,
    transferConfigUsd: transferConfig,
    issuanceConfig: valueAt(
      issuanceCurve,
      ({ microseconds }) => microseconds <= round.issuingFor.microseconds,
    ),
    tickDuration,
    // without rewards by traffic a round stays readable for the earlier release
    trafficPrice: rewardConfig === undefined ? undefined : extraTrafficPrice,
    rewardConfig,
  });
}

/** When the first three rounds open and close, and what they issue for. */
function* firstTimes(
  initialRound: Int64,
  round0Duration: RelTime,
  tickDuration: RelTime,
): ChoiceProgram<ReadonlyArray<Omit<RoundTimes, "dso" | "amuletPrice">>> {
  const now = yield* ledgerTime();
  let number = initialRound;
  let targetClosesAt = yield* laterBy(now, round0Duration);
  let micros = yield* timesInt(initialRound, tickDuration.microseconds);
  const times: Array<Omit<RoundTimes, "dso" | "amuletPrice">> = [];
  for (const opensAt of [now, now, targetClosesAt]) {
    if (times.length > 0) {
      number = yield* plusInt(number, constantInt(1n));
      targetClosesAt = yield* laterBy(targetClosesAt, tickDuration);
      micros = yield* plusInt(micros, tickDuration.microseconds);
    }
    times.push({
      round: { number },
      opensAt,
      targetClosesAt,
      issuingFor: { microseconds: micros },
    });
  }
  return times;
}

/**
 * The first three rounds of a network (wallet 12.3): two open at once, the third opens when the
 * first is to close. To be done once; a ledger cannot tell whether it has been.
 */
export const AmuletRules_Bootstrap_Rounds = choice(AmuletRules, "AmuletRules_Bootstrap_Rounds", {
  argument: record({
    amuletPrice: numeric,
    round0Duration: RelTime,
    initialRound: optional(int64),
  }),
  result: record({ openMiningRoundCid: contractId, initialRound: optional(Round) }),
  consuming: false,
  controllers: ({ dso }) => [dso],
  *body({ self, payload }, { amuletPrice, round0Duration, initialRound }) {
    yield* requireThat(
      payload.contractStateSchemaVersion === undefined,
      "contractStateSchemaVersion is not set",
    );
    const first = initialRound ?? constantInt(0n);
    const config = configOf(payload);
    const { tickDuration } = config;
    yield* requireThat(
      tickDuration.microseconds <= round0Duration.microseconds,
      "Round0 duration is larger or equal to tick duration",
    );
    const times = yield* firstTimes(first, round0Duration, tickDuration);
    const rounds: Array<string> = [];
    for (const each of times)
      rounds.push(yield* open({ dso: payload.dso, amuletPrice, ...each }, config));
    const [round0Cid = "", round1Cid = "", round2Cid = ""] = rounds;
    yield* exercise(AmuletRules_BootstrapExternalPartyConfigState, self, {
      openMiningRoundTriple: { round0Cid, round1Cid, round2Cid },
      expectedDso: payload.dso,
    });
    return { openMiningRoundCid: round2Cid, initialRound: { number: first } };
  },
});

/** Rewards by traffic are worked out for a round that has closed, or tried out. */
function* orderCalculation({ dso, round, rewardConfig }: OpenRoundPayload): ChoiceProgram<void> {
  if (rewardConfig === undefined) return;
  const { mintingVersion, dryRunVersion, rewardCouponTimeToLive } = rewardConfig;
  const roundClosedAt = yield* ledgerTime();
  const calculation = { dso, round, roundClosedAt, rewardCouponTimeToLive };
  if (!usesMarkers(mintingVersion))
    yield* create(CalculateRewardsV2, { ...calculation, dryRun: false });
  if (!usesMarkers(dryRunVersion))
    yield* create(CalculateRewardsV2, { ...calculation, dryRun: true });
}

/** The three rounds there are, oldest first. */
type ThreeRounds = readonly [OpenRoundPayload, OpenRoundPayload, OpenRoundPayload];

/**
 * Stops the command unless the rounds follow each other, the oldest is due, the newest has opened,
 * and the middle one for a tick.
 */
function* requireDue([oldest, middle, newest]: ThreeRounds): ChoiceProgram<void> {
  const now = yield* ledgerTime();
  yield* requireThat(
    yield* isNext(oldest.round, middle.round),
    "middleRound is one after roundToArchive",
  );
  yield* requireThat(
    yield* isNext(middle.round, newest.round),
    "latestRound is one after middleRound",
  );
  yield* requireThat(oldest.targetClosesAt <= now, "roundToArchive is past targetCloseAt");
  yield* requireThat(newest.opensAt <= now, "latestRound is open");
  yield* requireThat(
    (yield* laterBy(middle.opensAt, middle.tickDuration)) <= now,
    "middle round has been open for >= 1 tick",
  );
}

/**
 * The round after the newest: it opens a tick after the newest has, or after now, and for two
 * ticks. Issuance continues by round, not by clock.
 */
function* openNext(
  newest: OpenRoundPayload,
  amuletPrice: Numeric,
  config: AmuletConfig,
): ChoiceProgram<string> {
  const { tickDuration } = config;
  const opensAt = yield* laterBy(laterOf(yield* ledgerTime(), newest.opensAt), tickDuration);
  const { issuingFor } = newest;
  const micros = yield* plusInt(issuingFor.microseconds, newest.tickDuration.microseconds);
  const ticks = yield* plusInt(tickDuration.microseconds, tickDuration.microseconds);
  return yield* open(
    {
      dso: newest.dso,
      amuletPrice,
      round: { number: yield* plusInt(newest.round.number, constantInt(1n)) },
      opensAt,
      targetClosesAt: yield* laterBy(opensAt, { microseconds: ticks }),
      issuingFor: { microseconds: micros },
    },
    config,
  );
}

/** The oldest open round goes to be counted, and a new one is made (wallet 12.3). */
export const AmuletRules_AdvanceOpenMiningRounds = choice(
  AmuletRules,
  "AmuletRules_AdvanceOpenMiningRounds",
  {
    argument: record({
      amuletPrice: numeric,
      roundToArchiveCid: contractId,
      middleRoundCid: contractId,
      latestRoundCid: contractId,
    }),
    result: record({ summarizingRoundCid: contractId, openRoundCid: contractId }),
    consuming: false,
    controllers: ({ dso }) => [dso],
    *body({ payload }, { amuletPrice, roundToArchiveCid, middleRoundCid, latestRoundCid }) {
      const { dso } = payload;
      const oldest = yield* fetchOfDso(OpenMiningRound, roundToArchiveCid, dso);
      yield* archive(OpenMiningRound, roundToArchiveCid);
      const middle = yield* fetchOfDso(OpenMiningRound, middleRoundCid, dso);
      const newest = yield* fetchOfDso(OpenMiningRound, latestRoundCid, dso);
      yield* requireDue([oldest, middle, newest]);
      const summarizingRoundCid = yield* create(SummarizingMiningRound, {
        dso,
        round: oldest.round,
        amuletPrice: oldest.amuletPrice,
        issuanceConfig: oldest.issuanceConfig,
        tickDuration: oldest.tickDuration,
        trafficPrice: oldest.trafficPrice,
        rewardConfig: oldest.rewardConfig,
      });
      yield* orderCalculation(oldest);
      const openRoundCid = yield* openNext(newest, amuletPrice, configOf(payload));
      return { summarizingRoundCid, openRoundCid };
    },
  },
);

export const amuletRulesRoundsModule = modulePart({
  choices: [AmuletRules_Bootstrap_Rounds, AmuletRules_AdvanceOpenMiningRounds],
});
