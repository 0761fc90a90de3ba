import {
  archive,
  bool,
  type ChoiceProgram,
  create,
  instance,
  type Numeric,
  numeric,
  optional,
  party,
  record,
  type Static,
  template,
  timestamp,
} from "@tallystick/core";
import { constantInt, one, plus, times, zero } from "../../model/arithmetic.js";
import { fetchOwned } from "../../model/checked-fetch.js";
import { requireThat } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import { emptyMetadata } from "../../token-standard/metadata-v1.js";
import {
  type AssignBeneficiariesArgument,
  RewardCoupon,
} from "../../token-standard/reward-assignment-v1.js";
import { Round } from "../configuration/round-number.js";

const CouponPayload = record(
  {
    dso: party,
    provider: party,
    round: Round,
    amount: numeric,
    expiresAt: timestamp,
    providerIsObserver: bool,
    beneficiary: optional(party),
  },
  "RewardCouponV2",
);
/** The contents of a coupon; the amount in CC. */
export type RewardCouponV2Payload = Static<typeof CouponPayload>;

/**
 * CC that a provider has earned by the traffic of its app, to be minted before it expires. A
 * provider whose node does not know the template yet is no observer until the DSO shows it.
 */
export const RewardCouponV2 = template("Splice.Amulet:RewardCouponV2", {
  payload: CouponPayload,
  signatories: ({ dso }) => [dso],
  observers: ({ provider, providerIsObserver, beneficiary }) =>
    providerIsObserver ? [provider, ...(beneficiary === undefined ? [] : [beneficiary])] : [],
  ensure: ({ amount }) => amount > 0n,
});

/** Who may mint a coupon. */
export const minterOf = ({ provider, beneficiary }: RewardCouponV2Payload): string =>
  beneficiary ?? provider;

const maxNewBeneficiaries = 20;

type Shares = AssignBeneficiariesArgument["newBeneficiaries"];

function* sumOf(shares: Shares): ChoiceProgram<Numeric> {
  let sum = zero;
  for (const { percentage } of shares) sum = yield* plus(sum, percentage);
  return sum;
}

function* requireShares(coupon: RewardCouponV2Payload, shares: Shares): ChoiceProgram<void> {
  yield* requireThat(coupon.beneficiary === undefined, "Beneficiary has not been assigned yet");
  const named = new Set(shares.map(({ beneficiary }) => beneficiary));
  yield* requireThat(named.size === shares.length, "Beneficaries are unique");
  yield* requireThat(
    shares.every(({ percentage }) => percentage > 0n && percentage <= one),
    "Beneficiary percentages are between 0.0 and 1.0",
  );
  yield* requireThat((yield* sumOf(shares)) === one, "Beneficiary percentages add up to 1.0");
  yield* requireThat(
    shares.length <= maxNewBeneficiaries,
    `No more than ${maxNewBeneficiaries} beneficiaries assigned`,
  );
}

function* assign(
  coupon: RewardCouponV2Payload,
  { additionalCoupons, newBeneficiaries }: AssignBeneficiariesArgument,
) {
  yield* requireShares(coupon, newBeneficiaries);
  const coupons = [coupon];
  for (const cid of additionalCoupons) {
    const { dso, provider } = coupon;
    const other = yield* fetchOwned(RewardCouponV2, cid, dso, provider, minterOf);
    yield* archive(RewardCouponV2, cid);
    yield* requireThat(
      other.beneficiary === undefined,
      "Additional coupon has not been assigned yet",
    );
    yield* requireThat(other.provider === provider, "Additional coupon has same provider");
    coupons.push(other);
  }
  const newBeneficiariesCouponCids = [];
  for (const { beneficiary, percentage } of newBeneficiaries) {
    const cids: Array<string> = [];
    for (const each of coupons) {
      const amount = yield* times(each.amount, percentage);
      const shared = { ...each, amount, beneficiary, providerIsObserver: true };
      cids.push(yield* create(RewardCouponV2, shared));
    }
    newBeneficiariesCouponCids.push({ _1: beneficiary, _2: cids });
  }
  return { newBeneficiariesCouponCids };
}

export const rewardCouponV2Module = modulePart({
  later: {
    templates: [RewardCouponV2],
    instances: [
      instance(RewardCouponV2, RewardCoupon, {
        view: ({ dso, provider, beneficiary, amount, expiresAt }) => ({
          dso,
          provider,
          beneficiary,
          amount,
          expiresAt,
          maxNumNewBeneficiaries: constantInt(BigInt(maxNewBeneficiaries)),
          meta: emptyMetadata,
        }),
        methods: (coupon) => ({ assignBeneficiaries: (argument) => assign(coupon, argument) }),
      }),
    ],
  },
});
