import {
  Amulet,
  coinInputs,
  type PaymentTransferContext,
  type TransferContext,
  type TransferInput,
} from "@tallystick/coin";
import type { Micros, Numeric, PartyId } from "@tallystick/core";
import type { ContractsView } from "../contracts/contracts-view.js";
import type { NetworkState } from "./network-state.js";
import { mintableRewards, type Reward, rightOver } from "./rewards.js";
import { type HeldCoin, selectInputs, selectInputsFor, type Selection } from "./select-inputs.js";

/** The inputs and context of a party's transfer. */
export interface Funding {
  readonly inputs: ReadonlyArray<TransferInput>;
  readonly context: PaymentTransferContext;
  /** Value of the inputs in CC; undefined when the sum is out of range. */
  readonly total: Numeric | undefined;
  readonly selection: Selection;
}

/** Coins read of one party: more than a wallet has when merging keeps up. */
const maxCoinsRead = 10_000;

/** The unlocked coins of a party, the oldest first. */
export const coinsOf = (
  view: ContractsView,
  party: PartyId,
  limit: number = maxCoinsRead,
): ReadonlyArray<HeldCoin> =>
  view
    .of(Amulet, party, limit)
    .filter(({ payload }) => payload.owner === party)
    .map(({ contractId, createdAt, payload }) => ({
      contractId,
      createdAt,
      amount: payload.amount.initialAmount,
    }));

/** The contracts that the minting of these rewards needs, and the round. */
export const contextFor = (
  view: ContractsView,
  { round, issuingRounds }: NetworkState,
  party: PartyId,
  rewards: ReadonlyArray<Reward>,
): TransferContext => {
  const rounds = new Set(rewards.map((reward) => reward.round));
  const users = new Set(rewards.flatMap(({ user }) => (user === undefined ? [] : [user])));
  const rights = [...users].flatMap((user): ReadonlyArray<readonly [string, string]> => {
    const right = rightOver(view, party, user);
    return right === undefined ? [] : [[user, right]];
  });
  return {
    openMiningRound: round.contractId,
    issuingMiningRounds: issuingRounds
      .filter(({ payload }) => rounds.has(payload.round.number))
      .map(({ contractId, payload }) => [payload.round, contractId]),
    validatorRights: rights.sort(([a], [b]) => (a < b ? -1 : 1)),
    featuredAppRight: undefined,
  };
};

const fundingOf = (
  view: ContractsView,
  network: NetworkState,
  party: PartyId,
  selection: Selection,
): Funding => ({
  inputs: [
    ...coinInputs(selection.coins.map(({ contractId }) => contractId)),
    ...selection.rewards.map(({ input }) => input),
  ],
  context: {
    amuletRules: network.amuletRules,
    context: contextFor(view, network, party, selection.rewards),
  },
  total: selection.total,
  selection,
});

const maxInputsOf = ({ config }: NetworkState): number =>
  Number(config.transferConfig.maxNumInputs);

/** The context of a batch that spends nothing. */
export const fundingOfNothing = (
  view: ContractsView,
  network: NetworkState,
  party: PartyId,
): Funding => fundingOf(view, network, party, selectInputs([], [], 1));

/** The transfer that merges a party's coins and mints its rewards (wallet 12.5). */
export const fundingForMerge = (
  view: ContractsView,
  network: NetworkState,
  party: PartyId,
  now: Micros,
  withCoins = true,
): Funding => {
  const rewards = mintableRewards(view, network, party, now);
  const coins = withCoins ? coinsOf(view, party) : [];
  const selection = selectInputs(coins, rewards, maxInputsOf(network));
  return fundingOf(view, network, party, selection);
};

/** The inputs with which a party pays an amount of CC; its total shows whether it is enough. */
export const fundingFor = (
  amount: Numeric,
  view: ContractsView,
  network: NetworkState,
  party: PartyId,
  now: Micros,
): Funding => {
  const rewards = mintableRewards(view, network, party, now);
  const selection = selectInputsFor(amount, coinsOf(view, party), rewards, maxInputsOf(network));
  return fundingOf(view, network, party, selection);
};
