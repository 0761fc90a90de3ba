export * from "./automation/automation.js";
export * from "./automation/automations.js";
export type { Lack } from "./automation/lack.js";
export { interfaceVersion } from "./automation/license.js";
export { lacksTopUpFunds } from "./automation/top-up.js";
export { crowdedOwners, hasDelegation } from "./automation/merge-delegations.js";
export { newPreapprovalId } from "./automation/preapprovals.js";
export { outOfFunds } from "./automation/complete-offers.js";
export type { SweepSituation } from "./automation/sweep.js";
export * from "./configuration/wallet-config.js";
export { walletConfigErrors, walletRelations } from "./configuration/wallet-relations.js";
export { type RestingSweep, SweptMoney } from "./configuration/sweep-rings.js";
export type { AutomationBound } from "./automation/automation.js";
export {
  annotationsOfSwitches,
  mergesByItself,
  switchesOf,
  type WalletSwitches,
} from "./configuration/wallet-switches.js";
export * from "./registry/allocation-requests.js";
export * from "./inbox/token-transfers.js";
export { fundingOf, fundingOfAll } from "./contracts/allocation-v2.js";
export * from "./contracts/contracts-view.js";
export * from "./contracts/due.js";
export * from "./contracts/in-memory-contracts.js";
export { firstNamed } from "./contracts/first-found.js";
export * from "./contracts/named.js";
export * from "./history/history-item.js";
export * from "./history/history-terms.js";
export { historyOf } from "./history/history-items.js";
export { looksLike } from "./history/similar-parties.js";
export type { PayloadOf } from "./history/unlocked-changes.js";
export { inboxOf, newestFirst } from "./inbox/inbox.js";
export * from "./inbox/inbox-item.js";
export type { InboxContext } from "./inbox/inbox-reasons.js";
export * from "./names/entry-name.js";
export * from "./network/bootstrap.js";
export * from "./network/dso.js";
export type { FindLockedDust, LockedDustSearch } from "./network/expiries.js";
export {
  type NetworkKind,
  type NetworkSettings,
  isDevNet,
  publicTickMicros,
} from "./network/network-settings.js";
export { firstOf } from "./contracts/first-found.js";
export * from "./onboarding/onboarding.js";
export { partyHintOf } from "./onboarding/party-hint.js";
export type { Submission } from "./submissions/submission.js";
export { type HeldIn, heldIn } from "./tracking/held-coin.js";
export { issuedIn } from "./tracking/coin-supply.js";
export * from "./tracking/command-status.js";
export * from "./tracking/ended-fund-coupons.js";
export * from "./tracking/offer-status.js";
export { type OpenedRound, openedRound } from "./tracking/opened-round.js";
export { walletParties } from "./tracking/wallet-parties.js";
export * from "./treasury/balance.js";
export { executeBatch } from "./treasury/execute-batch.js";
export * from "./treasury/network-state.js";
export { ccOf, preapprovalFeeInCc, sumOf, trafficCostInCc } from "./treasury/prices.js";
export type { Reward } from "./treasury/rewards.js";
export {
  type Coin,
  type HeldCoin,
  type Selection,
  selectInputsFor,
} from "./treasury/select-inputs.js";
export {
  type Funding,
  coinsOf,
  fundingFor,
  fundingOfNothing,
} from "./treasury/treasury.js";
export * from "./treasury/traffic-meter.js";
export * from "./configuration/wallet-settings.js";
export {
  type RegistryContext,
  type TransferKind,
  allocationFactoryContext,
  contextOfV2,
  deliveryContext,
  extraArgsOf,
  featuredRightFor,
  releaseContext,
  settlementContext,
  transferFactoryContext,
} from "./registry/choice-contexts.js";
