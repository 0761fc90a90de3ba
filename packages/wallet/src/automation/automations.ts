import { autoAccept } from "./auto-accept.js";
import type { Automation } from "./automation.js";
import { buyRequestedTraffic } from "./buy-traffic.js";
import { collectRewards } from "./collect-rewards.js";
import { completeOffers } from "./complete-offers.js";
import { expireRequests } from "./expire-requests.js";
import { reportInLicense } from "./license.js";
import { recordLiveness } from "./liveness.js";
import { acceptMergeDelegations, mergeHoldings } from "./merge-delegations.js";
import { mintForBeneficiaries } from "./minting-delegations.js";
import { acceptPreapprovals, renewPreapprovals } from "./preapprovals.js";
import { rejectLapsed } from "./reject-lapsed.js";
import { paySubscriptions } from "./subscriptions.js";
import { shareRewards } from "./share-rewards.js";
import { sweep } from "./sweep.js";
import { topUpTraffic } from "./top-up.js";
import { sendTransferCommands } from "./transfer-commands.js";

/**
 * All automations of wallets, in the order they run for a party: agreed payments come before sweeps
 * and merges (wallet 19.2).
 */
export const automations: ReadonlyArray<Automation> = [
  topUpTraffic,
  recordLiveness,
  reportInLicense,
  acceptMergeDelegations,
  acceptPreapprovals,
  renewPreapprovals,
  sendTransferCommands,
  completeOffers,
  buyRequestedTraffic,
  paySubscriptions,
  autoAccept,
  expireRequests,
  rejectLapsed,
  shareRewards,
  collectRewards,
  sweep,
  mintForBeneficiaries,
  mergeHoldings,
];

const ofParties = automations.filter(({ runsFor }) => runsFor === "party");

/** The automations that bring the operator funds. */
const earning: ReadonlySet<Automation> = new Set([recordLiveness, autoAccept, collectRewards]);

/**
 * The automations of a party, in order.
 *
 * @param isShort true while the operator lacks the funds for its next traffic: those that earn come
 * first then, then the traffic, before those that spend
 */
export const automationsFor = (
  runsFor: Automation["runsFor"],
  isShort: boolean,
): ReadonlyArray<Automation> => {
  const all = runsFor === "operator" ? automations : ofParties;
  if (!isShort) return all;
  const first = all.filter((it) => earning.has(it));
  return [...first, ...all.filter((it) => !first.includes(it))];
};
