import {
  archive,
  choice,
  type ChoiceProgram,
  contractId,
  create,
  enumeration,
  ledgerTime,
  numeric,
  optional,
  party,
  record,
  type Static,
  template,
  timestamp,
} from "@tallystick/core";
import { fetchOfDso } from "../../model/checked-fetch.js";
import { generalError, requireThat } from "../../model/coin-error.js";
import { requireReached } from "../../model/deadline.js";
import { grown } from "../../model/release.js";
import { modulePart } from "../../model/module-part.js";
import { eventLogOf } from "../../token-standard/holdings-change.js";
import {
  externalPartyTickOf,
  RewardVersion,
  TransferConfigV2,
  transferConfigV2Of,
} from "../configuration/amulet-config.js";
import {
  AmuletRules,
  configOf,
  requireExpectedDso,
  type RulesPayload,
} from "../configuration/amulet-rules.js";
import { Round } from "../configuration/round-number.js";
import { isNext, OpenMiningRound, type OpenRoundPayload } from "./round.js";
import { laterBy, plusInt } from "../../model/arithmetic.js";

const StatePayload = grown(
  {
    dso: party,
    holdingFeesOpenRoundNumber: Round,
    amuletPrice: numeric,
    transferConfig: TransferConfigV2,
    targetArchiveAfter: timestamp,
  },
  { rewardCalculationVersion: optional(RewardVersion) },
);
/**
 * What a transfer of an external party looks at instead of an open round; the price in USD per CC.
 */
export type ExternalPartyConfigStatePayload = Static<typeof StatePayload>;

/**
 * What replaces the open round in transactions that are signed outside the node: it lives for
 * two days, so that a prepared transaction outlives its round. There are two of them at any time, a
 * day apart.
 */
export const ExternalPartyConfigState = template(
  "Splice.ExternalPartyConfigState:ExternalPartyConfigState",
  { payload: StatePayload, signatories: ({ dso }) => [dso] },
);

const OpenMiningRoundTriple = record(
  {
    round0Cid: contractId,
    round1Cid: contractId,
    round2Cid: contractId,
  },
  "OpenMiningRoundTriple",
);

/**
 * What a new state takes from the rounds: fees count from the oldest, the price is that of the
 * newest that has opened.
 */
function* stateFrom(
  { dso }: RulesPayload,
  { round0Cid, round1Cid, round2Cid }: Static<typeof OpenMiningRoundTriple>,
  targetArchiveAfter: bigint,
): ChoiceProgram<ExternalPartyConfigStatePayload> {
  const oldest = yield* fetchOfDso(OpenMiningRound, round0Cid, dso);
  const middle = yield* fetchOfDso(OpenMiningRound, round1Cid, dso);
  const newest = yield* fetchOfDso(OpenMiningRound, round2Cid, dso);
  yield* requireThat(yield* isNext(oldest.round, middle.round), "round1 = round0 + 1");
  yield* requireThat(yield* isNext(middle.round, newest.round), "round2 = round1 + 1");
  const latest = yield* latestOpen([newest, middle, oldest]);
  return {
    dso,
    holdingFeesOpenRoundNumber: oldest.round,
    amuletPrice: latest.amuletPrice,
    transferConfig: transferConfigV2Of(latest.transferConfigUsd),
    targetArchiveAfter,
    rewardCalculationVersion: latest.rewardConfig?.mintingVersion,
  };
}

function* latestOpen(
  newestFirst: ReadonlyArray<OpenRoundPayload>,
): ChoiceProgram<OpenRoundPayload> {
  const now = yield* ledgerTime();
  const open = newestFirst.find(({ opensAt }) => opensAt <= now);
  return open ?? (yield* generalError("None of the three rounds has opened yet"));
}

/** The first two states of a network; the first lives for one day only. */
export const AmuletRules_BootstrapExternalPartyConfigState = choice(
  AmuletRules,
  "AmuletRules_BootstrapExternalPartyConfigState",
  {
    argument: record({ openMiningRoundTriple: OpenMiningRoundTriple, expectedDso: party }),
    result: enumeration("AmuletRules_BootstrapExternalPartyConfigStateResult"),
    consuming: false,
    controllers: ({ dso }) => [dso],
    *body({ payload }, { openMiningRoundTriple, expectedDso }) {
      yield* requireExpectedDso(payload.dso, expectedDso);
      const tick = externalPartyTickOf(configOf(payload));
      const first = yield* laterBy(yield* ledgerTime(), tick);
      const state = yield* stateFrom(payload, openMiningRoundTriple, first);
      yield* create(ExternalPartyConfigState, state);
      const targetArchiveAfter = yield* laterBy(first, tick);
      yield* create(ExternalPartyConfigState, { ...state, targetArchiveAfter });
      return "AmuletRules_BootstrapExternalPartyConfigStateResult";
    },
  },
);

/** A new state takes the place of the older of the two once its time is over. */
export const AmuletRules_UpdateExternalPartyConfigStates = choice(
  AmuletRules,
  "AmuletRules_UpdateExternalPartyConfigStates",
  {
    argument: record({
      externalPartyConfigStateCid0: contractId,
      externalPartyConfigStateCid1: contractId,
      openMiningRoundTriple: OpenMiningRoundTriple,
    }),
    result: record({ newExternalPartyConfigStateCid: contractId }),
    consuming: false,
    controllers: ({ dso }) => [dso],
    *body({ payload }, { openMiningRoundTriple: rounds, ...cids }) {
      const tick = externalPartyTickOf(configOf(payload));
      const ticks = yield* plusInt(tick.microseconds, tick.microseconds);
      const until = yield* laterBy(yield* ledgerTime(), { microseconds: ticks });
      const state = yield* stateFrom(payload, rounds, until);
      const of = ExternalPartyConfigState;
      const older = yield* fetchOfDso(of, cids.externalPartyConfigStateCid0, payload.dso);
      yield* archive(of, cids.externalPartyConfigStateCid0);
      const newer = yield* fetchOfDso(of, cids.externalPartyConfigStateCid1, payload.dso);
      yield* requireReached(
        "ExternalPartyConfigState0.targetArchiveAfter",
        older.targetArchiveAfter,
      );
      yield* requireThat(
        older.targetArchiveAfter <= newer.targetArchiveAfter,
        "ExternalPartyConfigState0.targetArchiveAfter <= ExternalPartyConfigState1.targetArchiveAfter",
      );
      return { newExternalPartyConfigStateCid: yield* create(of, state) };
    },
  },
);

export const externalPartyConfigStateModule = modulePart({
  templates: [ExternalPartyConfigState],
  later: { instances: [eventLogOf(ExternalPartyConfigState)] },
  choices: [
    AmuletRules_BootstrapExternalPartyConfigState,
    AmuletRules_UpdateExternalPartyConfigStates,
  ],
});
