import { AmuletRules_Transfer, amuletPackage } from "@tallystick/coin";
import { commandsOf } from "@tallystick/wire";
import { commandIdOf } from "../submissions/submission.js";
import { fundingForMerge } from "../treasury/treasury.js";
import type { Automation } from "./automation.js";

const { exercise } = commandsOf(amuletPackage);

/**
 * Coupons that can be minted become coins, and all coins that fit into the transfer become one
 * (wallet 12.5). It runs when there is something to mint, or more coins than the configuration
 * wants a wallet to hold.
 */
export const collectRewards: Automation = {
  name: "collect-rewards-and-merge",
  runsFor: "party",
  plan: ({ view, network, config, now, isWaiting }, party) => {
    if (!config.collectRewards) return [];
    const { inputs, context, selection } = fundingForMerge(view, network, party, now);
    const { coins, rewards } = selection;
    const worth = rewards.some(({ value }) => value > 0n);
    if (!worth && coins.length <= config.mergeAbove) return [];
    const reactsTo = rewards[0]?.contractId ?? coins.at(-1)?.contractId ?? "";
    const commandId = commandIdOf("collect", reactsTo, inputs.length);
    if (isWaiting(commandId)) return [];
    const command = exercise(AmuletRules_Transfer, network.amuletRules, {
      transfer: { sender: party, provider: party, inputs, outputs: [], beneficiaries: undefined },
      context: context.context,
      expectedDso: network.dso,
    });
    return [{ commandId, actAs: [party], readAs: [network.dso], commands: [command] }];
  },
};
