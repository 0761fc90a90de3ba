import { commandIdOf } from "../submissions/submission.js";
import { executeBatch } from "../treasury/execute-batch.js";
import { fundingForMerge } from "../treasury/treasury.js";
import type { Automation } from "./automation.js";

/**
 * Coupons that can be minted become coins, and all coins that fit into the transfer become one
 * (wallet 12.5). It runs when there is something to mint, or more coins than the configuration
 * wants a wallet to hold.
 */
export const collectRewards: Automation = {
  name: "collect-rewards-and-merge",
  runsFor: "party",
  plan: (context, party) => {
    const { view, network, config, now, isWaiting } = context;
    if (!config.collectRewards) return [];
    const funding = fundingForMerge(view, network, party, now);
    const { coins, rewards } = funding.selection;
    const worth = rewards.some(({ value }) => value > 0n);
    if (!worth && coins.length <= config.mergeAbove) return [];
    const reactsTo = rewards[0]?.contractId ?? coins.at(-1)?.contractId ?? "";
    const commandId = commandIdOf("collect", reactsTo, funding.inputs.length);
    if (isWaiting(commandId)) return [];
    const operation = { tag: "CO_MergeTransferInputs", value: {} } as const;
    const submission = executeBatch(context, party, funding, [operation], commandId);
    return submission === undefined ? [] : [submission];
  },
};
