import {
  AppRewardCoupon,
  DevelopmentFundCoupon,
  minterOf,
  RewardCouponV2,
  SvRewardCoupon,
  type TransferInput,
  UnclaimedActivityRecord,
  ValidatorFaucetCoupon,
  ValidatorLivenessActivityRecord,
  ValidatorRewardCoupon,
  ValidatorRight,
} from "@tallystick/coin";
import {
  type Micros,
  type Numeric,
  numericFromInteger,
  numericMultiply,
  type Template,
  type ContractId,
  type PartyId,
} from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { ActiveContract, ContractsView } from "../contracts/contracts-view.js";
import { firstDue, firstOf } from "../contracts/first-found.js";
import type { IssuingRoundPayload, NetworkState } from "./network-state.js";

/** A reward that a party can mint now. */
export interface Reward {
  readonly input: TransferInput;
  readonly contractId: ContractId;
  /** The minted CC. */
  readonly value: Numeric;
  /** The issuing round a coupon needs; undefined for records with their own time. */
  readonly round: bigint | undefined;
  /** The user whose activity earned it, for coupons that need the validator's right. */
  readonly user?: string;
  readonly kind: "coupon" | "activity-record" | "development-fund";
}

/** Coupons of one kind read together: enough for several transfers. */
const maxCouponsRead = 400;

const times = (amount: Numeric, issuance: Numeric): Numeric | undefined => {
  const value = numericMultiply(amount, issuance, "half-even");
  return isLeft(value) ? undefined : value.right;
};

/** The DSO of a coupon: anyone can create contracts with another party as their DSO. */
interface OfRound {
  readonly dso: string;
  readonly round: { readonly number: bigint };
}

/** The minting of a template's coupons: whether it is the party's, the amount, and the input. */
interface CouponRule<P> {
  readonly isMine: (payload: P) => boolean;
  readonly value: (payload: P, issuing: IssuingRoundPayload) => Numeric | undefined;
  readonly input: (contractId: ContractId) => TransferInput;
  readonly user?: (payload: P) => string;
}

/** Coupons of a template that a party sees and that an open issuing round mints. */
const readCoupons = <P extends OfRound>(
  view: ContractsView,
  template: Template<P>,
  reader: string,
  { dso, issuingRounds }: NetworkState,
  { isMine, value, input, user }: CouponRule<P>,
): ReadonlyArray<Reward> => {
  const newest = issuingRounds.at(-1);
  if (newest === undefined) return [];
  const byRound = new Map<bigint, (typeof issuingRounds)[number]>(
    issuingRounds.map((it) => [it.payload.round.number, it]),
  );
  const found = firstDue(view, Number(newest.payload.round.number), {
    template,
    party: reader,
    keep: ({ payload }) =>
      payload.dso === dso && byRound.has(payload.round.number) && isMine(payload),
    wanted: maxCouponsRead,
  });
  return found.flatMap(({ contractId, payload }) => {
    const round = payload.round.number;
    const issuing = byRound.get(round);
    const amount = issuing && value(payload, issuing.payload);
    if (amount === undefined) return [];
    const reward: Reward = {
      input: input(contractId),
      contractId,
      value: amount,
      round,
      kind: "coupon",
    };
    return [user === undefined ? reward : { ...reward, user: user(payload) }];
  });
};

/** A validator's right to rewards of a user's burns; undefined when it has none. */
export const rightOver = (
  view: ContractsView,
  validator: string,
  user: string,
): string | undefined => view.named(ValidatorRight, user, validator, 1)[0]?.contractId;

const validatorCoupons = (
  view: ContractsView,
  network: NetworkState,
  party: PartyId,
): ReadonlyArray<Reward> => {
  if (view.of(ValidatorRewardCoupon, network.dso, 1).length === 0) return [];
  const isValidator = firstOf(view, {
    template: ValidatorRight,
    party,
    keep: ({ payload }) => payload.validator === party,
    wanted: 1,
  });
  if (isValidator.length === 0) return [];
  // the operator has a right for each user, and few users have coupons
  const asked = new Map<string, boolean>();
  const isMine = (user: string): boolean => {
    const known = asked.get(user);
    if (known !== undefined) return known;
    const mine = rightOver(view, party, user) !== undefined;
    asked.set(user, mine);
    return mine;
  };
  return readCoupons(view, ValidatorRewardCoupon, network.dso, network, {
    isMine: ({ user }) => isMine(user),
    value: ({ amount }, issuing) => times(amount, issuing.issuancePerValidatorRewardCoupon),
    input: (value) => ({ tag: "InputValidatorRewardCoupon", value }),
    user: ({ user }) => user,
  });
};

const perRecord = (_payload: unknown, issuing: IssuingRoundPayload): Numeric | undefined =>
  issuing.optIssuancePerValidatorFaucetCoupon;

const livenessCoupons = (
  view: ContractsView,
  network: NetworkState,
  party: PartyId,
): ReadonlyArray<Reward> => [
  ...readCoupons(view, ValidatorLivenessActivityRecord, party, network, {
    isMine: ({ validator }) => validator === party,
    value: perRecord,
    input: (value) => ({ tag: "InputValidatorLivenessActivityRecord", value }),
  }),
  ...readCoupons(view, ValidatorFaucetCoupon, party, network, {
    isMine: ({ validator }) => validator === party,
    value: perRecord,
    input: (optInputValidatorFaucetCoupon) => ({
      tag: "ExtTransferInput",
      value: { dummyUnitField: {}, optInputValidatorFaucetCoupon },
    }),
  }),
];

const appCoupons = (view: ContractsView, network: NetworkState, party: PartyId) =>
  readCoupons(view, AppRewardCoupon, party, network, {
    isMine: ({ provider, beneficiary }) => (beneficiary ?? provider) === party,
    value: ({ amount, featured }, issuing) =>
      times(
        amount,
        featured
          ? issuing.issuancePerFeaturedAppRewardCoupon
          : issuing.issuancePerUnfeaturedAppRewardCoupon,
      ),
    input: (value) => ({ tag: "InputAppRewardCoupon", value }),
  });

const svCoupons = (view: ContractsView, network: NetworkState, party: PartyId) =>
  readCoupons(view, SvRewardCoupon, party, network, {
    isMine: ({ beneficiary }) => beneficiary === party,
    value: ({ weight }, issuing) => {
      const units = numericFromInteger(weight);
      return isLeft(units) ? undefined : times(units.right, issuing.issuancePerSvRewardCoupon);
    },
    input: (value) => ({ tag: "InputSvRewardCoupon", value }),
  });

/** Coupons for the traffic of apps; a provider that shares them mints what is its part alone. */
const trafficCoupons = (
  view: ContractsView,
  { dso, sharing }: NetworkState,
  party: PartyId,
  now: Micros,
): ReadonlyArray<Reward> =>
  firstOf(view, {
    template: RewardCouponV2,
    party,
    keep: ({ payload }) =>
      payload.dso === dso &&
      minterOf(payload) === party &&
      (payload.beneficiary !== undefined || !sharing.has(party)) &&
      now < payload.expiresAt,
    wanted: maxCouponsRead,
  }).map(
    ({ contractId, payload }): Reward => ({
      input: { tag: "InputRewardCouponV2", value: contractId },
      contractId,
      value: payload.amount,
      round: undefined,
      kind: "coupon",
    }),
  );

interface Timed {
  readonly dso: string;
  readonly beneficiary: string;
  readonly expiresAt: bigint;
}

/** Those of a template that a party can mint within their time. */
const inTime = <P extends Timed>(
  view: ContractsView,
  template: Template<P>,
  dso: string,
  party: PartyId,
  now: Micros,
): ReadonlyArray<ActiveContract<P>> =>
  firstOf(view, {
    template,
    party,
    keep: ({ payload }) =>
      payload.dso === dso && payload.beneficiary === party && now < payload.expiresAt,
    wanted: maxCouponsRead,
  });

const timedRewards = (
  view: ContractsView,
  { dso }: NetworkState,
  party: PartyId,
  now: Micros,
): ReadonlyArray<Reward> => [
  ...inTime(view, UnclaimedActivityRecord, dso, party, now).map(
    ({ contractId, payload }): Reward => ({
      input: { tag: "InputUnclaimedActivityRecord", value: contractId },
      contractId,
      value: payload.amount,
      round: undefined,
      kind: "activity-record",
    }),
  ),
  ...inTime(view, DevelopmentFundCoupon, dso, party, now).map(
    ({ contractId, payload }): Reward => ({
      input: { tag: "InputDevelopmentFundCoupon", value: contractId },
      contractId,
      value: payload.amount,
      round: undefined,
      kind: "development-fund",
    }),
  ),
];

/**
 * Everything a party can mint now (wallet 12.1, 12.5): coupons of issuing rounds that have opened,
 * and records within their time.
 */
export const mintableRewards = (
  view: ContractsView,
  network: NetworkState,
  party: PartyId,
  now: Micros,
): ReadonlyArray<Reward> => [
  ...appCoupons(view, network, party),
  ...trafficCoupons(view, network, party, now),
  ...validatorCoupons(view, network, party),
  ...livenessCoupons(view, network, party),
  ...svCoupons(view, network, party),
  ...timedRewards(view, network, party, now),
];
