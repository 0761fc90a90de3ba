import { type ChoiceProgram, fetch, type Numeric, type Static } from "@tallystick/core";
import { fetchOfDso } from "../../model/checked-fetch.js";
import { requireThat, stopWith } from "../../model/coin-error.js";
import { requireReached } from "../../model/deadline.js";
import type { TransferConfigV2 } from "../configuration/amulet-config.js";
import type { Round } from "../configuration/round-number.js";
import { requireFeatured } from "../featured/featured-reward.js";
import { ValidatorRight } from "../rewards/validator-right.js";
import { ExternalPartyConfigState } from "../rounds/external-party-config-state.js";
import { IssuingMiningRound, OpenMiningRound } from "../rounds/round.js";
import type { ExternalPartyTransferContext, Transfer, TransferContext } from "./transfer-types.js";

type IssuingRoundPayload = Static<(typeof IssuingMiningRound)["payload"]>;

/** What a transfer is carried out under, as the contracts of its context say. */
export interface TransferTerms {
  readonly dso: string;
  readonly sender: string;
  /** The round new coins count from. */
  readonly round: Round;
  /** USD per CC. */
  readonly amuletPrice: Numeric;
  /** The fee in USD per round, and the limits. */
  readonly config: TransferConfigV2;
  /** True when the context proves that the transfer's provider is featured. */
  readonly isFeatured: boolean;
  /** By round number. */
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
 */
export function* termsInRound(
  dso: string,
  { sender, provider }: Making,
  context: TransferContext,
): ChoiceProgram<TransferTerms> {
  const { round, amuletPrice, transferConfigUsd, opensAt } = yield* fetchOfDso(
    OpenMiningRound,
    context.openMiningRound,
    dso,
  );
  yield* requireReached("openRound.opensAt", opensAt);
  const isFeatured = yield* featuredBy(context.featuredAppRight, dso, provider);
  const issuingRounds = yield* issuingRoundsOf(context, dso);
  const validatorRights = yield* rightsOf(context, dso, sender);
  const config = transferConfigUsd;
  return {
    dso,
    sender,
    round,
    amuletPrice,
    config,
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
  const isFeatured = yield* featuredBy(featuredAppRight, dso, provider);
  return {
    dso,
    sender,
    round: state.holdingFeesOpenRoundNumber,
    amuletPrice: state.amuletPrice,
    config: state.transferConfig,
    isFeatured,
    issuingRounds: noRounds,
    validatorRights: noRights,
  };
}

function* featuredBy(
  rightCid: string | undefined,
  dso: string,
  provider: string,
): ChoiceProgram<boolean> {
  if (rightCid === undefined) return false;
  yield* requireFeatured(rightCid, dso, provider);
  return true;
}

function* issuingRoundsOf(
  { issuingMiningRounds }: TransferContext,
  dso: string,
): ChoiceProgram<TransferTerms["issuingRounds"]> {
  if (issuingMiningRounds.length === 0) return noRounds;
  const issuing = new Map<bigint, IssuingRoundPayload>();
  for (const [{ number }, cid] of issuingMiningRounds) {
    const found = yield* fetchOfDso(IssuingMiningRound, cid, dso);
    yield* requireThat(
      found.round.number === number,
      "wrong-contract",
      `The context has round ${found.round.number} in the place of round ${number}.`,
    );
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
  for (const [user, cid] of validatorRights) {
    const right = yield* fetch(ValidatorRight, cid);
    yield* requireThat(
      right.dso === dso && right.validator === sender && right.user === user,
      "wrong-contract",
      `The right to mint is that of ${right.validator} for ${right.user}, expected was that of ${sender} for ${user}.`,
    );
  }
  return new Map(validatorRights);
}

/**
 * The issuing round of a coupon. Stops the command with `missing-context` when the context lacks
 * it.
 */
export function* issuingRound(
  { number }: Round,
  { issuingRounds }: TransferTerms,
): ChoiceProgram<IssuingRoundPayload> {
  return (
    issuingRounds.get(number) ??
    (yield* stopWith(
      "missing-context",
      `The context lacks the issuing round ${number} of a coupon.`,
    ))
  );
}
