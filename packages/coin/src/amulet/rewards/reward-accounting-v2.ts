import {
  bool,
  choice,
  type ChoiceProgram,
  create,
  ledgerTime,
  list,
  numeric,
  party,
  record,
  type Static,
  template,
  timestamp,
  variant,
} from "@tallystick/core";
import { laterBy } from "../../model/arithmetic.js";
import { requireThat } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import { setOf } from "../../model/set-of.js";
import { shownDecimal } from "../../model/shown.js";
import { RelTime } from "../../token-standard/metadata-v1.js";
import { Round } from "../configuration/round-number.js";
import { CalculateRewardsV2 } from "../rounds/calculate-rewards.js";
import { Hash, hashList, hashText, hashVariant } from "./crypto-hash.js";
import { RewardCouponV2 } from "./reward-coupon-v2.js";

const MintingAllowance = record({ provider: party, amount: numeric }, "MintingAllowance");
type MintingAllowances = ReadonlyArray<Static<typeof MintingAllowance>>;

/** A part of a round's rewards: hashes of smaller parts, or what providers may mint, in CC. */
const Batch = variant({
  BatchOfBatches: list(Hash),
  BatchOfMintingAllowances: list(MintingAllowance),
});
type Batch = Static<typeof Batch>;

const hashOf = (batch: Batch): Hash =>
  hashVariant(batch.tag, [
    hashList(
      batch.tag === "BatchOfBatches"
        ? batch.value
        : batch.value.map(({ provider, amount }) =>
            hashList([hashText(provider), hashText(shownDecimal(amount))]),
          ),
    ),
  ]);

const ProcessPayload = record({
  dso: party,
  round: Round,
  roundClosedAt: timestamp,
  dryRun: bool,
  rewardCouponTimeToLive: RelTime,
  batchHash: Hash,
});
type ProcessPayload = Static<typeof ProcessPayload>;

/** A part of a round's rewards that the super validators agreed on, by its hash. */
export const ProcessRewardsV2 = template("Splice.Amulet.RewardAccountingV2:ProcessRewardsV2", {
  payload: ProcessPayload,
  signatories: ({ dso }) => [dso],
});

function* mint(
  { dso, round, rewardCouponTimeToLive }: ProcessPayload,
  allowances: MintingAllowances,
  hidden: ReadonlySet<string>,
): ChoiceProgram<void> {
  const expiresAt = yield* laterBy(yield* ledgerTime(), rewardCouponTimeToLive);
  for (const { provider, amount } of allowances) {
    const providerIsObserver = !hidden.has(provider);
    const coupon = { dso, round, provider, amount, expiresAt, providerIsObserver };
    yield* create(RewardCouponV2, { ...coupon, beneficiary: undefined });
  }
}

const hiddenFrom = ({ map }: { readonly map: ReadonlyArray<readonly [string, unknown]> }) =>
  new Set(map.map(([party]) => party));

/** The DSO shows what is behind the hash: parts to process in turn, or the coupons themselves. */
const ProcessRewardsV2_ProcessBatch = choice(ProcessRewardsV2, "ProcessRewardsV2_ProcessBatch", {
  argument: record({ batch: Batch, providersWithWrongVettingState: setOf(party) }),
  result: record({}),
  controllers: ({ dso }) => [dso],
  observers: (_process, { batch, providersWithWrongVettingState }) => {
    const hidden = hiddenFrom(providersWithWrongVettingState);
    const allowances = batch.tag === "BatchOfBatches" ? [] : batch.value;
    return allowances.map(({ provider }) => provider).filter((each) => !hidden.has(each));
  },
  *body({ payload }, { batch, providersWithWrongVettingState }) {
    yield* requireThat(hashOf(batch).value === payload.batchHash.value, "batch hash matches");
    if (batch.tag === "BatchOfBatches") {
      for (const batchHash of batch.value)
        yield* create(ProcessRewardsV2, { ...payload, batchHash });
    } else if (!payload.dryRun) {
      yield* mint(payload, batch.value, hiddenFrom(providersWithWrongVettingState));
    }
    return {};
  },
});

export const rewardAccountingV2Module = modulePart({
  later: {
    templates: [CalculateRewardsV2, ProcessRewardsV2],
    choices: [ProcessRewardsV2_ProcessBatch],
  },
});
