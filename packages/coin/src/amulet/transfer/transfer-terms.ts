import type { ChoiceProgram, Numeric, Static } from "@tallystick/core";
import {
  fetchOfDso,
  fetchOfRound,
  fetchOwned,
  requireMatching,
} from "../../model/checked-fetch.js";
import { generalError } from "../../model/coin-error.js";
import { requireReached } from "../../model/deadline.js";
import { isLater } from "../../model/release.js";
import {
  type RewardVersion,
  type TransferConfigV2,
  usesMarkers,
} from "../configuration/amulet-config.js";
import { Round } from "../configuration/round-number.js";
import { ValidatorRight } from "../rewards/validator-right.js";
import { ExternalPartyConfigState } from "../rounds/external-party-config-state.js";
import { IssuingMiningRound, OpenMiningRound } from "../rounds/round.js";
import type { ExternalPartyTransferContext, Transfer, TransferContext } from "./transfer-types.js";
import { rateAtPrice, type RatePerRound } from "../configuration/fees.js";
import { FeaturedAppRight } from "../featured/featured-app-right.js";

type IssuingRoundPayload = Static<(typeof IssuingMiningRound)["payload"]>;

/** The terms of a transfer, from the contracts of its context. */
export interface TransferTerms {
  readonly dso: string;
  readonly sender: string;
  /** The round new coins count from. */
  readonly round: Round;
  /** USD per CC. */
  readonly amuletPrice: Numeric;
  /** In CC. */
  readonly holdingFee: RatePerRound;
  readonly limits: Pick<TransferConfigV2, "maxNumInputs" | "maxNumOutputs" | "maxNumLockHolders">;
  /** How app rewards are worked out; undefined as by markers. */
  readonly rewardVersion: RewardVersion | undefined;
  /** The contract that explains what the transfer changes. */
  readonly eventLog: string;
  /** True when the context proves that the transfer's provider is featured. */
  readonly isFeatured: boolean;
  readonly issuingRounds: ReadonlyMap<bigint, IssuingRoundPayload>;
  /** Contract ids of the sender's rights to mint for users. */
  readonly validatorRights: ReadonlyMap<string, string>;
}

/** What a transfer says about who makes it. */
type Making = Pick<Transfer, "sender" | "provider">;

/**
 * The terms of a transfer in an open round. Stops the command when the round has not opened, when
 * the featured right is not the provider's, and when an issuing round or a right to mint in the
 * context is not what it is given as.
 *
 * @param eventLog the contract that explains what the transfer changes
 */
export function* termsInRound(
  dso: string,
  { sender, provider }: Making,
  context: TransferContext,
  eventLog: string,
): ChoiceProgram<TransferTerms> {
  const { round, amuletPrice, transferConfigUsd, opensAt, rewardConfig } = yield* fetchOfDso(
    OpenMiningRound,
    context.openMiningRound,
    dso,
  );
  yield* requireReached("openRound.opensAt", opensAt);
  const rewardVersion = rewardConfig?.mintingVersion;
  const isFeatured = yield* featuredBy(context.featuredAppRight, dso, provider, rewardVersion);
  const issuingRounds = yield* issuingRoundsOf(context, dso);
  const validatorRights = yield* rightsOf(context, dso, sender);
  return {
    dso,
    sender,
    round,
    amuletPrice,
    holdingFee: yield* rateAtPrice(transferConfigUsd.holdingFee, amuletPrice),
    limits: transferConfigUsd,
    rewardVersion,
    eventLog,
    isFeatured,
    issuingRounds,
    validatorRights,
  };
}

const noRounds: TransferTerms["issuingRounds"] = new Map();
const noRights: TransferTerms["validatorRights"] = new Map();

/** The terms of a transfer that outlives open rounds; it mints nothing. */
export function* termsOfExternalParty(
  dso: string,
  { sender, provider }: Making,
  { externalPartyConfigState, featuredAppRight }: ExternalPartyTransferContext,
): ChoiceProgram<TransferTerms> {
  const state = yield* fetchOfDso(ExternalPartyConfigState, externalPartyConfigState, dso);
  const { rewardCalculationVersion: rewardVersion } = state;
  const isFeatured = yield* featuredBy(featuredAppRight, dso, provider, rewardVersion);
  return {
    dso,
    sender,
    round: state.holdingFeesOpenRoundNumber,
    amuletPrice: state.amuletPrice,
    holdingFee: yield* rateAtPrice(state.transferConfig.holdingFee, state.amuletPrice),
    limits: state.transferConfig,
    rewardVersion,
    eventLog: externalPartyConfigState,
    isFeatured,
    issuingRounds: noRounds,
    validatorRights: noRights,
  };
}

function* featuredBy(
  rightCid: string | undefined,
  dso: string,
  provider: string,
  rewardVersion: RewardVersion | undefined,
): ChoiceProgram<boolean> {
  if (rightCid === undefined || !usesMarkers(rewardVersion)) return false;
  if (yield* isLater())
    yield* fetchOwned(FeaturedAppRight, rightCid, dso, provider, (right) => right.provider);
  else yield* requireMatching(FeaturedAppRight, rightCid, { dso, provider });
  return true;
}

function* issuingRoundsOf(
  { issuingMiningRounds }: TransferContext,
  dso: string,
): ChoiceProgram<TransferTerms["issuingRounds"]> {
  if (issuingMiningRounds.length === 0) return noRounds;
  const issuing = new Map<bigint, IssuingRoundPayload>();
  for (const [{ number }, cid] of issuingMiningRounds) {
    const found = yield* fetchOfRound(IssuingMiningRound, cid, dso, { number });
    yield* requireReached(`issuingRound[${number}].opensAt`, found.opensAt);
    issuing.set(number, found);
  }
  return issuing;
}

function* rightsOf(
  { validatorRights }: TransferContext,
  dso: string,
  sender: string,
): ChoiceProgram<TransferTerms["validatorRights"]> {
  if (validatorRights.length === 0) return noRights;
  for (const [user, cid] of validatorRights)
    yield* requireMatching(ValidatorRight, cid, { dso, user, validator: sender });
  return new Map(validatorRights);
}

/** The issuing round of a coupon. Stops the command when the context lacks it. */
export function* issuingRound(
  round: Round,
  { issuingRounds }: TransferTerms,
): ChoiceProgram<IssuingRoundPayload> {
  return (
    issuingRounds.get(round.number) ??
    (yield* generalError(
      `TransferContext did not contain issuing mining round found for ${Round.show(round)}`,
    ))
  );
}
