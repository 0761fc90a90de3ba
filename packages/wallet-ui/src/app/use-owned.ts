import { type Api, answerOf } from "../data/client.js";
import { useDelegations } from "../data/delegations.js";
import { usePartyQuery } from "../data/queries.js";
import { useBalance, useInbox, type WaitingItem } from "../data/wallet-queries.js";
import { readAmount } from "../money/read-amount.js";
import type { Resource } from "../states/resources.js";
import type { Owned } from "./page-row.js";

/** What each kind of waiting thing makes a page worth showing for. */
const waitsFor: Readonly<Partial<Record<WaitingItem["kind"], Owned>>> = {
  "traffic-request": "traffic",
  "subscription-request": "subscriptions",
  "subscription-due": "subscriptions",
  allocation: "allocations",
  "allocation-request": "allocations",
  "allocation-v2": "allocations",
  "allocation-request-v2": "allocations",
  "minting-delegation-proposal": "delegations",
};

const useHas = (resource: Resource, count: (api: Api) => Promise<number>): boolean =>
  (usePartyQuery(resource, { has: true }, count).data ?? 0) > 0;

const rewardsOf = async ({ wallet }: Api): Promise<number> => {
  const [app, validator, liveness, sv] = await Promise.all([
    answerOf(wallet.GET("/v0/wallet/app-reward-coupons")),
    answerOf(wallet.GET("/v0/wallet/validator-reward-coupons")),
    answerOf(wallet.GET("/v0/wallet/validator-liveness-activity-records")),
    answerOf(wallet.GET("/v0/wallet/sv-reward-coupons")),
  ]);
  return (
    app.app_reward_coupons.length +
    validator.validator_reward_coupons.length +
    liveness.validator_liveness_activity_records.length +
    sv.sv_reward_coupons.length
  );
};

const subscriptionsOf = async ({ wallet }: Api): Promise<number> => {
  const found = await answerOf(wallet.GET("/v0/wallet/subscriptions"));
  return found.subscriptions.length;
};

const namesOf = async ({ wallet }: Api): Promise<number> => {
  const { entries } = await answerOf(wallet.GET("/v0/entry/all"));
  return entries.length;
};

const allocationsOf = async ({ wallet }: Api): Promise<number> => {
  const { allocations } = await answerOf(wallet.GET("/v0/allocations"));
  return allocations.length;
};

const couponsOf = async ({ wallet }: Api): Promise<number> => {
  const found = await answerOf(wallet.GET("/v0/wallet/development-fund-coupons"));
  return found.active_development_fund_coupons.length;
};

const isAbove0 = (amount: string | undefined): boolean => (readAmount(amount ?? "") ?? 0n) > 0n;

/** What the party has, or has to decide on. It changes as the ledger does. */
export const useOwned = (): ReadonlySet<Owned> => {
  const balance = useBalance().data;
  const inbox = useInbox().data ?? [];
  const delegations = useDelegations().data ?? [];
  const coins = [balance?.effective_unlocked_qty, balance?.effective_locked_qty];
  const has: ReadonlyArray<readonly [Owned, boolean]> = [
    ["holdings", coins.some(isAbove0)],
    ["rewards", useHas("rewards", rewardsOf)],
    ["subscriptions", useHas("subscriptions", subscriptionsOf)],
    ["names", useHas("names", namesOf)],
    ["allocations", useHas("allocations", allocationsOf)],
    ["delegations", delegations.length > 0],
    ["fund", useHas("fund", couponsOf)],
  ];
  const owned = has.flatMap(([name, isOwned]) => (isOwned ? [name] : []));
  const waiting = inbox.flatMap(({ kind }) => waitsFor[kind] ?? []);
  return new Set([...owned, ...waiting]);
};
