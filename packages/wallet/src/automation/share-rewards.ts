import { RewardCoupon_AssignBeneficiaries, RewardCouponV2 } from "@tallystick/coin";
import { commandsOf, type Numeric, numericFromUnits, type PartyId } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { RewardSharing } from "../configuration/wallet-config.js";
import { firstOf } from "../contracts/first-found.js";
import { extraArgsOf } from "../registry/choice-contexts.js";
import { commandIdOf } from "../submissions/submission.js";
import type { Automation } from "./automation.js";

const { exercise } = commandsOf({ name: "splice-api-reward-assignment-v1" });

/** Coupons looked at in one run: the oldest are shared, and the others in later ones. */
const maxRead = 1_000;

const whole = 10_000_000_000n;

/** Who gets what part; the provider what is left. */
const sharesOf = (
  { beneficiaries }: RewardSharing,
  provider: PartyId,
): ReadonlyArray<{ readonly beneficiary: PartyId; readonly percentage: Numeric }> => {
  const named = beneficiaries.reduce((sum, { percentage }) => sum + percentage, 0n);
  const rest = numericFromUnits(whole - named);
  return isLeft(rest) || rest.right <= 0n
    ? beneficiaries
    : [...beneficiaries, { beneficiary: provider, percentage: rest.right }];
};

const noContext = extraArgsOf({ context: { values: new Map() }, disclosed: [] });

/**
 * Shares the coupons that a provider has earned by the traffic of its app with the beneficiaries of
 * the configuration, some hours after they were made, many in one command. Those that are to be
 * shared are not minted.
 */
export const shareRewards: Automation = {
  name: "share-rewards",
  runsFor: "party",
  bound: { oncePer: "set of coupons that a provider has not shared" },
  lack: "pays nothing",
  plan: ({ view, network: { dso }, config, now, isWaiting }, party) => {
    const sharing = config.rewardSharing.get(party);
    if (sharing === undefined) return [];
    const [first, ...others] = firstOf(view, {
      template: RewardCouponV2,
      party,
      keep: ({ payload }) =>
        payload.dso === dso &&
        payload.provider === party &&
        payload.beneficiary === undefined &&
        now < payload.expiresAt,
      wanted: maxRead,
    }).toSorted((a, b) => (a.payload.expiresAt < b.payload.expiresAt ? -1 : 1));
    if (first === undefined) return [];
    const commandId = commandIdOf("share-rewards", first.contractId);
    const isDue = first.payload.expiresAt <= BigInt(now + sharing.minTtlAfterSharingMicros);
    if (!isDue || isWaiting(commandId)) return [];
    const command = exercise(RewardCoupon_AssignBeneficiaries, first.contractId, {
      additionalCoupons: others.slice(0, sharing.batchSize - 1).map((it) => it.contractId),
      newBeneficiaries: [...sharesOf(sharing, party)],
      extraArgs: noContext,
    });
    return [{ commandId, actAs: [party], readAs: [], commands: [command] }];
  },
};
