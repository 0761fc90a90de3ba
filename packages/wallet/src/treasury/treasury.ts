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

/** What a party's transfer needs in addition to what it is for. */
export interface Funding {
  readonly inputs: ReadonlyArray<TransferInput>;
  readonly context: PaymentTransferContext;
  /** CC the inputs are worth; undefined when the sum is out of range. */
  readonly total: Numeric | undefined;
  readonly selection: Selection;
}

/** Coins that are read of one party: more than a wallet ever holds when merging keeps up. */
const maxCoinsRead = 10_000;

/** The unlocked coins of a party. */
export const coinsOf = (view: ContractsView, party: PartyId): ReadonlyArray<HeldCoin> =>
  view
    .of(Amulet, party, maxCoinsRead)
    .filter(({ payload }) => payload.owner === party)
    .map(({ contractId, createdAt, payload }) => ({
      contractId,
      createdAt,
      amount: payload.amount.initialAmount,
    }));

/** The contracts that the minting of these rewards looks at, and the round. */
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

/** What a party's coins and rewards give to merge and mint in one transfer (wallet 12.5). */
export const fundingForMerge = (
  view: ContractsView,
  network: NetworkState,
  party: PartyId,
  now: Micros,
): Funding => {
  const rewards = mintableRewards(view, network, party, now);
  const selection = selectInputs(coinsOf(view, party), rewards, maxInputsOf(network));
  return fundingOf(view, network, party, selection);
};

/** What a party pays an amount of CC with; whether it is enough, its total says. */
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
