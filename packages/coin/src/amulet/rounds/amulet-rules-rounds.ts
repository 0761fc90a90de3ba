import { AmuletRules_BootstrapExternalPartyConfigState } from "./external-party-config-state.js";
import {
  archive,
  choice,
  contractId,
  create,
  int64,
  ledgerTime,
  type Numeric,
  numeric,
  optional,
  record,
  type ChoiceProgram,
  exercise,
} from "@tallystick/core";
import { constantInt, int } from "../../model/arithmetic.js";
import { fetchOfDso } from "../../model/checked-fetch.js";
import { requireThat } from "../../model/coin-error.js";
import { requireReached } from "../../model/deadline.js";
import { modulePart } from "../../model/module-part.js";
import { timeAfter } from "../../model/time-span.js";
import { RelTime } from "../../token-standard/metadata-v1.js";
import type { AmuletConfig } from "../configuration/amulet-config.js";
import { AmuletRules, configOf } from "../configuration/amulet-rules.js";
import { Round } from "../configuration/round-number.js";
import { valueAt } from "../configuration/schedule.js";
import {
  OpenMiningRound,
  type OpenRoundPayload,
  SummarizingMiningRound,
  requireInARow,
} from "./round.js";

const requirePrice = (amuletPrice: Numeric): ChoiceProgram<void> =>
  requireThat(amuletPrice > 0n, "invalid-argument", "amuletPrice is above 0.");

/** What distinguishes one open round from another. */
interface RoundTimes extends Pick<OpenRoundPayload, "dso" | "amuletPrice"> {
  readonly number: bigint;
  readonly opensAt: number;
  readonly targetClosesAt: number;
  /** How much time the network has issued for when the round begins, microseconds. */
  readonly issuingForMicros: bigint;
}

/** Opens a round under a configuration; the curve gives its issuance (wallet 12.4). */
function* open(
  { number, issuingForMicros, ...round }: RoundTimes,
  { transferConfig, issuanceCurve, tickDuration }: AmuletConfig,
): ChoiceProgram<string> {
  return yield* create(OpenMiningRound, {
    ...round,
    round: { number: yield* int(number) },
    issuingFor: { microseconds: yield* int(issuingForMicros) },
    transferConfigUsd: transferConfig,
    issuanceConfig: valueAt(issuanceCurve, ({ microseconds }) => microseconds <= issuingForMicros),
    tickDuration,
  });
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
      "invalid-argument",
      "contractStateSchemaVersion of the rules is set, expected was none.",
    );
    yield* requirePrice(amuletPrice);
    const first = initialRound ?? constantInt(0n);
    yield* requireThat(first >= 0n, "invalid-argument", "initialRound is not below 0.");
    const config = configOf(payload);
    const { tickDuration } = config;
    yield* requireThat(
      round0Duration.microseconds >= tickDuration.microseconds,
      "invalid-argument",
      "round0Duration is at least one tick.",
    );
    const now = yield* ledgerTime();
    let targetClosesAt = timeAfter(now, round0Duration);
    const opensAt = [now, now, targetClosesAt];
    const rounds: Array<string> = [];
    for (const [index, opens] of opensAt.entries()) {
      const number = first + BigInt(index);
      const issuingForMicros = number * tickDuration.microseconds;
      const times = { number, opensAt: opens, targetClosesAt, issuingForMicros };
      rounds.push(yield* open({ dso: payload.dso, amuletPrice, ...times }, config));
      targetClosesAt = timeAfter(targetClosesAt, tickDuration);
    }
    const [round0Cid = "", round1Cid = "", round2Cid = ""] = rounds;
    yield* exercise(AmuletRules_BootstrapExternalPartyConfigState, self, {
      openMiningRoundTriple: { round0Cid, round1Cid, round2Cid },
      expectedDso: payload.dso,
    });
    return { openMiningRoundCid: round2Cid, initialRound: { number: first } };
  },
});

/** The three rounds there are, oldest first. */
type ThreeRounds = readonly [OpenRoundPayload, OpenRoundPayload, OpenRoundPayload];

/**
 * Stops the command unless the rounds follow each other, the oldest is due, the newest has opened,
 * and the middle one for a tick.
 */
function* requireDue([oldest, middle, newest]: ThreeRounds): ChoiceProgram<void> {
  yield* requireInARow(oldest, middle, newest);
  yield* requireReached("roundToArchive.targetClosesAt", oldest.targetClosesAt);
  const now = yield* ledgerTime();
  yield* requireThat(
    newest.opensAt <= now,
    "deadline-not-exceeded",
    `Round ${newest.round.number} has not opened yet.`,
  );
  yield* requireReached(
    "middleRound.opensAt + 1 tick",
    timeAfter(middle.opensAt, middle.tickDuration),
  );
}

/**
 * The round after the newest: it opens a tick after the newest has, or after now, and for two
 * ticks. Issuance goes on by round, not by clock.
 */
function* openNext(
  newest: OpenRoundPayload,
  amuletPrice: Numeric,
  config: AmuletConfig,
): ChoiceProgram<string> {
  const { tickDuration } = config;
  const opensAt = timeAfter(Math.max(yield* ledgerTime(), newest.opensAt), tickDuration);
  return yield* open(
    {
      dso: newest.dso,
      amuletPrice,
      number: newest.round.number + 1n,
      opensAt,
      targetClosesAt: timeAfter(timeAfter(opensAt, tickDuration), tickDuration),
      issuingForMicros: newest.issuingFor.microseconds + newest.tickDuration.microseconds,
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
      yield* requirePrice(amuletPrice);
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
      });
      const openRoundCid = yield* openNext(newest, amuletPrice, configOf(payload));
      return { summarizingRoundCid, openRoundCid };
    },
  },
);

/** How open rounds come and go. */
export const amuletRulesRoundsModule = modulePart({
  choices: [AmuletRules_Bootstrap_Rounds, AmuletRules_AdvanceOpenMiningRounds],
});
