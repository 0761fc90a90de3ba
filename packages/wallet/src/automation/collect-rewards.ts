import { Amulet } from "@tallystick/coin";
import type { PartyId } from "@tallystick/core";
import { commandIdOf } from "../submissions/submission.js";
import { executeBatch } from "../treasury/execute-batch.js";
import { mintableRewards } from "../treasury/rewards.js";
import { coinsOf, fundingForMerge } from "../treasury/treasury.js";
import type { Automation, AutomationContext } from "./automation.js";
import { collectionMoments } from "./collection-moment.js";

/** Whether there are rewards to mint now, or enough coins to merge. */
const isDue = (context: AutomationContext, party: PartyId): boolean => {
  const { view, network, config, now } = context;
  const mergesCoins = context.mergesCoins(party);
  if (mergesCoins && view.hasMoreThan(config.mergeAbove, Amulet, party)) return true;
  const { hasCome, latest } = collectionMoments(network, party, now, context.isSpread);
  const isWorth = mintableRewards(view, network, party, now).some(
    (reward) => reward.value > 0n && hasCome(reward),
  );
  if (isWorth || !mergesCoins) return isWorth;
  const oldest = coinsOf(view, party, 2);
  return oldest.length === 2 && oldest.every(({ createdAt }) => createdAt < latest);
};

/**
 * Once a round, at the party's moment, mints coupons and merges the coins that fit into the
 * transfer, if there were two before (wallet 12.5). More coins than configured are merged
 * immediately. A wallet that does not merge by itself mints its coupons alone.
 */
export const collectRewards: Automation = {
  name: "collect-rewards-and-merge",
  runsFor: "party",
  bound: { oncePer: "set of rewards, and round for coins" },
  lack: "pays nothing",
  plan: (context, party) => {
    const { view, network, config, now, isWaiting } = context;
    if (!config.collectRewards || !isDue(context, party)) return [];
    const funding = fundingForMerge(view, network, party, now, context.mergesCoins(party));
    const { coins, rewards } = funding.selection;
    const reactsTo = rewards[0]?.contractId ?? coins.at(-1)?.contractId ?? "";
    const commandId = commandIdOf("collect", reactsTo, funding.inputs.length);
    if (isWaiting(commandId)) return [];
    const operation = { tag: "CO_MergeTransferInputs", value: {} } as const;
    const submission = executeBatch(context, party, funding, [operation], commandId);
    return submission === undefined ? [] : [submission];
  },
};
