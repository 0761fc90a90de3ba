import { autoAccept } from "./auto-accept.js";
import type { Automation } from "./automation.js";
import { buyRequestedTraffic } from "./buy-traffic.js";
import { collectRewards } from "./collect-rewards.js";
import { completeOffers } from "./complete-offers.js";
import { expireRequests } from "./expire-requests.js";
import { recordLiveness } from "./liveness.js";
import { acceptMergeDelegations, mergeHoldings } from "./merge-delegations.js";
import { mintForBeneficiaries } from "./minting-delegations.js";
import { acceptPreapprovals, renewPreapprovals } from "./preapprovals.js";
import { paySubscriptions } from "./subscriptions.js";
import { sweep } from "./sweep.js";
import { topUpTraffic } from "./top-up.js";
import { sendTransferCommands } from "./transfer-commands.js";

/**
 * All automations of wallets, in the order they are run for a party: what was agreed is paid before
 * anything is swept or merged (wallet 19.2).
 */
export const automations: ReadonlyArray<Automation> = [
  topUpTraffic,
  recordLiveness,
  acceptMergeDelegations,
  acceptPreapprovals,
  renewPreapprovals,
  sendTransferCommands,
  completeOffers,
  buyRequestedTraffic,
  paySubscriptions,
  autoAccept,
  expireRequests,
  collectRewards,
  sweep,
  mintForBeneficiaries,
  mergeHoldings,
];
