import {
  coinInputs,
  coinsToMerge,
  MintingDelegation,
  MintingDelegation_Mint,
  type MintingDelegationPayload,
  walletPackage,
} from "@tallystick/coin";
import { commandsOf } from "@tallystick/core";
import type { ActiveContract } from "../contracts/contracts-view.js";
import { firstOf } from "../contracts/first-found.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import { mintableRewards } from "../treasury/rewards.js";
import { coinsOf, contextFor } from "../treasury/treasury.js";
import type { Automation, AutomationContext } from "./automation.js";
import { collectionMoments } from "./collection-moment.js";

const { exercise } = commandsOf(walletPackage);

/** Delegations executed in one run. */
const maxMints = 20;

/** The transfer that mints and merges for a beneficiary now; undefined when there is none. */
const mint = (
  { view, network, now, isSpread }: AutomationContext,
  { contractId, payload }: ActiveContract<MintingDelegationPayload>,
): Submission | undefined => {
  const { beneficiary, delegate, amuletMergeLimit } = payload;
  const maxInputs = Number(network.config.transferConfig.maxNumInputs);
  const rewards = mintableRewards(view, network, beneficiary, now)
    .filter(({ value }) => value > 0n)
    .slice(0, maxInputs);
  const merged = coinsToMerge(
    coinsOf(view, beneficiary),
    amuletMergeLimit,
    maxInputs - rewards.length,
  );
  const { hasCome } = collectionMoments(network, beneficiary, now, isSpread);
  if (!rewards.some(hasCome) && merged.length === 0) return undefined;
  const command = exercise(MintingDelegation_Mint, contractId, {
    inputs: [...rewards.map(({ input }) => input), ...coinInputs(merged)],
    context: {
      amuletRules: network.amuletRules,
      context: contextFor(view, network, beneficiary, rewards),
    },
  });
  const reactsTo = rewards[0]?.contractId ?? merged[0] ?? "";
  return {
    commandId: commandIdOf("mint-for", reactsTo),
    actAs: [delegate],
    readAs: [network.dso, beneficiary],
    commands: [command],
  };
};

/**
 * Mints the rewards of beneficiaries and merges their coins, as their delegate (specification 1,
 * wallet 17).
 */
export const mintForBeneficiaries: Automation = {
  name: "mint-for-beneficiaries",
  runsFor: "party",
  bound: { oncePer: "set of rewards of a beneficiary" },
  lack: "pays nothing",
  plan: (context, party) => {
    const planned = new Map<string, Submission>();
    firstOf(context.view, {
      template: MintingDelegation,
      party,
      keep: (delegation) => {
        const { delegate, expiresAt } = delegation.payload;
        if (delegate !== party || expiresAt <= context.now) return false;
        const submission = mint(context, delegation);
        if (submission === undefined || context.isWaiting(submission.commandId)) return false;
        planned.set(submission.commandId, submission);
        return true;
      },
      wanted: maxMints,
    });
    return [...planned.values()].slice(0, maxMints);
  },
};
