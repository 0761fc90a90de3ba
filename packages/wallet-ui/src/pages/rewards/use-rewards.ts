import type { UseQueryResult } from "@tanstack/react-query";
import { answerOf } from "../../data/client.js";
import { usePartyQuery } from "../../data/queries.js";
import { messages } from "./messages.js";

/** Coupons of one kind and round. */
export interface RewardGroup {
  readonly round: number;
  readonly kind: string;
  readonly coupons: number;
  /** What the coupons are for, as exact texts; empty where a coupon has no amount. */
  readonly amounts: ReadonlyArray<string>;
}

interface Coupon {
  readonly payload: { readonly round: { readonly number: string }; readonly amount?: string };
}

const groupsOf = (kind: string, coupons: ReadonlyArray<Coupon>): ReadonlyArray<RewardGroup> => {
  const rounds = new Map<number, Array<Coupon>>();
  for (const coupon of coupons) {
    const round = Number(coupon.payload.round.number);
    rounds.set(round, [...(rounds.get(round) ?? []), coupon]);
  }
  return [...rounds].map(([round, own]) => ({
    round,
    kind,
    coupons: own.length,
    amounts: own.flatMap(({ payload }) => (payload.amount === undefined ? [] : [payload.amount])),
  }));
};

/** The coupons of a party by round and kind, the newest round first. */
export const useRewards = (): UseQueryResult<ReadonlyArray<RewardGroup>> =>
  usePartyQuery("rewards", {}, async ({ wallet }) => {
    const [app, validator, faucet, liveness, sv] = await Promise.all([
      answerOf(wallet.GET("/v0/wallet/app-reward-coupons")),
      answerOf(wallet.GET("/v0/wallet/validator-reward-coupons")),
      answerOf(wallet.GET("/v0/wallet/validator-faucet-coupons")),
      answerOf(wallet.GET("/v0/wallet/validator-liveness-activity-records")),
      answerOf(wallet.GET("/v0/wallet/sv-reward-coupons")),
    ]);
    return [
      ...groupsOf(messages.kind.app, app.app_reward_coupons),
      ...groupsOf(messages.kind.validator, validator.validator_reward_coupons),
      ...groupsOf(messages.kind.faucet, faucet.validator_faucet_coupons),
      ...groupsOf(messages.kind.liveness, liveness.validator_liveness_activity_records),
      ...groupsOf(messages.kind.superValidator, sv.sv_reward_coupons),
    ].toSorted((a, b) => b.round - a.round || a.kind.localeCompare(b.kind));
  });

/** A round and where it has got to. */
export interface RoundState {
  readonly round: number;
  readonly isIssuing: boolean;
  readonly opensAt: string;
  readonly targetClosesAt: string;
}

/** The rounds that are open or issuing. They are the network's: no transaction of the party. */
export const useRounds = (): UseQueryResult<ReadonlyArray<RoundState>> =>
  usePartyQuery(
    "rounds",
    {},
    async ({ wallet }) => {
      const { open_mining_rounds: open, issuing_mining_rounds: issuing } = await answerOf(
        wallet.GET("/v0/scan-proxy/open-and-issuing-mining-rounds"),
      );
      const state = (
        {
          opensAt,
          targetClosesAt,
          round,
        }:
          | (typeof open)[number]["contract"]["payload"]
          | (typeof issuing)[number]["contract"]["payload"],
        isIssuing: boolean,
      ): RoundState => ({ round: Number(round.number), isIssuing, opensAt, targetClosesAt });
      return [
        ...open.map(({ contract }) => state(contract.payload, false)),
        ...issuing.map(({ contract }) => state(contract.payload, true)),
      ].toSorted((a, b) => b.round - a.round);
    },
    { follows: ["ledger"] },
  );
