import type { Endpoint } from "../endpoints/endpoint.js";
import { administrationRows } from "./administration.js";
import { balance, coinsRows } from "./balance.js";
import { buyTrafficRows } from "./buy-traffic.js";
import { allocationRequestRows } from "./allocation-requests.js";
import { allocationRows } from "./allocations.js";
import { appPaymentRows } from "./app-payments.js";
import { developmentFundRows } from "./development-fund.js";
import { ownNameRows } from "./own-names.js";
import { statusRows } from "./node-status.js";
import { participantRows } from "./participant-dump.js";
import { externalPartyRows } from "./external-parties.js";
import { historyExportRows } from "./history-export.js";
import { mintingDelegationRows } from "./minting-delegations.js";
import { rewardRows } from "./rewards.js";
import { subscriptionRows } from "./subscriptions.js";
import { registryRows } from "./registry.js";
import { scanProxyRows } from "./scan-proxy.js";
import { cancelFeaturedAppRights, selfGrantFeaturedAppRight, tap } from "./tap.js";
import { tokenStandardRows } from "./token-standard.js";
import { transactions } from "./transactions.js";
import { transferOfferRows } from "./transfer-offers.js";
import { preapprovalRows } from "./transfer-preapprovals.js";
import { featureSupport, userStatus } from "./user-status.js";
import { validatorRows } from "./validator.js";

/** Every endpoint of the wallet and the validator (specification 4.5 to 4.7). */
export const walletRows: ReadonlyArray<Endpoint> = [
  userStatus,
  featureSupport,
  balance,
  ...coinsRows,
  tap,
  selfGrantFeaturedAppRight,
  cancelFeaturedAppRights,
  transactions,
  ...transferOfferRows,
  ...preapprovalRows,
  ...tokenStandardRows,
  ...buyTrafficRows,
  ...historyExportRows,
  ...rewardRows,
  ...appPaymentRows,
  ...subscriptionRows,
  ...mintingDelegationRows,
  ...developmentFundRows,
  ...ownNameRows,
  ...allocationRows,
  ...allocationRequestRows,
  ...validatorRows,
  ...externalPartyRows,
  ...administrationRows,
  ...participantRows,
  ...statusRows,
  ...scanProxyRows,
  ...registryRows,
];
