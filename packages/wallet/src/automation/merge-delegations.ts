import {
  Amulet,
  BatchMergeUtility,
  BatchMergeUtility_BatchMerge,
  coinInstrument,
  MergeDelegation,
  type MergeDelegationCall,
  MergeDelegationProposal,
  MergeDelegationProposal_Accept,
  metadataKeys,
  tokenStandardWalletPackage,
  type TransferCall,
} from "@tallystick/coin";
import { commandsOf } from "@tallystick/core";
import type { ActiveContract, ContractsView } from "../contracts/contracts-view.js";
import { firstOf } from "../contracts/first-found.js";
import { installOf } from "../onboarding/onboarding.js";
import { extraArgsOf, transferFactoryContext } from "../registry/choice-contexts.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import { sumOf } from "../treasury/prices.js";
import { coinsOf } from "../treasury/treasury.js";
import type { Automation, AutomationContext } from "./automation.js";

const { exercise } = commandsOf(tokenStandardWalletPackage);

/** Proposals accepted in one run. */
const maxProposals = 100;

/** How far the request time of a merge is set back, as clocks of nodes may differ; microseconds. */
const requestedBeforeMicros = 1_000_000;
/** How long the execution of a merge may take; microseconds. */
const executeWithinMicros = 600_000_000;

/**
 * How long delegations of parties without a wallet here are left to their clients; microseconds.
 */
const ownersTurnMicros = 15_000_000;

/** Whether the operator may handle an owner's delegation now. */
const isOurTurn = ({ view, now }: AutomationContext, owner: string, createdAt: number): boolean =>
  now - createdAt >= ownersTurnMicros || installOf(view, owner) !== undefined;

const mergeTransfer = (
  { view, network, now }: AutomationContext,
  owner: string,
): TransferCall | undefined => {
  const maxInputs = Number(network.config.transferConfig.maxNumInputs);
  const coins = [...coinsOf(view, owner)]
    .sort((a, b) => (a.amount < b.amount ? -1 : 1))
    .slice(0, maxInputs);
  const amount = sumOf(coins.map((coin) => coin.amount));
  if (amount === undefined) return undefined;
  return {
    factoryCid: network.externalPartyRules,
    choiceArg: {
      expectedAdmin: network.dso,
      transfer: {
        sender: owner,
        receiver: owner,
        amount,
        instrumentId: coinInstrument(network.dso),
        requestedAt: BigInt(now - requestedBeforeMicros),
        executeBefore: BigInt(now + executeWithinMicros),
        inputHoldingCids: coins.map(({ contractId }) => contractId),
        meta: { values: new Map([[metadataKeys.reason, "merge-utxos"]]) },
      },
      extraArgs: extraArgsOf(transferFactoryContext(view, network, owner, owner, now)),
    },
  };
};

type Delegation = ActiveContract<{ readonly operator: string; readonly owner: string }>;

const callFor = (
  context: AutomationContext,
  { contractId, payload }: Delegation,
): MergeDelegationCall | undefined => {
  const call = mergeTransfer(context, payload.owner);
  return call === undefined
    ? undefined
    : {
        delegationCid: contractId,
        choiceArg: {
          optMergeTransfer: call,
          optExtraTransfer: undefined,
          optFeaturedAppRight: undefined,
        },
      };
};

/** The command id of the merge of one owner's coins; a coin is spent by one merge only. */
const aloneId = ({ choiceArg }: MergeDelegationCall): string =>
  commandIdOf(
    "merge-holdings",
    choiceArg.optMergeTransfer?.choiceArg.transfer.inputHoldingCids[0] ?? "",
  );

const delegationTo = (
  view: ContractsView,
  operator: string,
  owner: string,
): Delegation | undefined =>
  view.named(MergeDelegation, owner, owner).find(({ payload }) => payload.operator === operator);

/** Whether an owner lets the operator merge its coins. */
export const hasDelegation = (view: ContractsView, operator: string, owner: string): boolean =>
  delegationTo(view, operator, owner) !== undefined;

/**
 * The owners of delegations to the operator with more coins than a limit; reads all delegations.
 */
export const crowdedOwners = (
  view: ContractsView,
  operator: string,
  mergeAbove: number,
): ReadonlyArray<string> => {
  const delegations = view
    .of(MergeDelegation, operator)
    .filter(({ payload }) => payload.operator === operator);
  const owners = new Set(delegations.map(({ payload }) => payload.owner));
  return [...owners].filter((owner) => view.hasMoreThan(mergeAbove, Amulet, owner));
};

/** The merges of owners with too many coins, without those that failed recently. */
const mergeCallsOf = (context: AutomationContext): ReadonlyArray<MergeDelegationCall> => {
  const { view, operator, config, isWaiting } = context;
  const calls: Array<MergeDelegationCall> = [];
  for (const owner of context.crowdedOwners()) {
    if (!context.mergesCoins(owner)) continue;
    const delegation = delegationTo(view, operator, owner);
    if (delegation === undefined || !isOurTurn(context, owner, delegation.createdAt)) continue;
    const call = callFor(context, delegation);
    if (call !== undefined && !isWaiting(aloneId(call))) calls.push(call);
    if (calls.length >= config.mergeBatchSize) break;
  }
  return calls;
};

/**
 * One batch; if that failed recently, each merge alone, as one error fails the batch (wallet 16.2).
 */
const plan = (context: AutomationContext): ReadonlyArray<Submission> => {
  const { view, network, operator, isWaiting } = context;
  const utility = view.of(BatchMergeUtility, operator, 1)[0];
  const mergeCalls = utility === undefined ? [] : mergeCallsOf(context);
  const [first] = mergeCalls;
  if (utility === undefined || first === undefined) return [];
  const merge = (commandId: string, calls: ReadonlyArray<MergeDelegationCall>): Submission => ({
    commandId,
    actAs: [operator],
    readAs: [network.dso],
    commands: [
      exercise(BatchMergeUtility_BatchMerge, utility.contractId, { mergeCalls: [...calls] }),
    ],
  });
  const together = commandIdOf(aloneId(first), mergeCalls.length);
  return mergeCalls.length > 1 && !isWaiting(together)
    ? [merge(together, mergeCalls)]
    : mergeCalls.map((call) => merge(aloneId(call), [call]));
};

/**
 * Merges the coins of owners with more than 10 of them, in batches of about 100 owners, through
 * their delegations to the operator (specification 8).
 */
export const mergeHoldings: Automation = {
  name: "merge-holdings",
  runsFor: "operator",
  bound: { oncePer: "set of more than `mergeAbove` coins, which it merges into one" },
  lack: "pays nothing",
  plan,
};

/**
 * Accepts merge delegations proposed to the operator (specification 3); those of parties without a
 * wallet here after a delay.
 */
export const acceptMergeDelegations: Automation = {
  name: "accept-merge-delegations",
  runsFor: "operator",
  bound: { oncePer: "proposal" },
  lack: "pays nothing",
  plan: (context) => acceptances(context),
};

const acceptances = (context: AutomationContext): ReadonlyArray<Submission> => {
  const { view, operator, isWaiting } = context;
  return firstOf(view, {
    template: MergeDelegationProposal,
    party: operator,
    keep: ({ contractId, payload: { delegation }, createdAt }) =>
      delegation.operator === operator &&
      isOurTurn(context, delegation.owner, createdAt) &&
      !isWaiting(commandIdOf("accept-merge-delegation", contractId)),
    wanted: maxProposals,
  }).map(({ contractId }) => ({
    commandId: commandIdOf("accept-merge-delegation", contractId),
    actAs: [operator],
    readAs: [],
    commands: [exercise(MergeDelegationProposal_Accept, contractId, {})],
  }));
};
