import type { Endpoint } from "../endpoints/endpoint.js";
import { administrationRows } from "./operator/administration.js";
import { balanceRows } from "./holdings/balance.js";
import { buyTrafficRows } from "./offers/buy-traffic.js";
import { allocationRequestRows } from "./transfers/allocation-requests.js";
import { allocationRows } from "./transfers/allocations.js";
import { allocationRowsV2 } from "./transfers/allocations-v2.js";
import { appPaymentRows } from "./payments/app-payments.js";
import { developmentFundRows } from "./rewards/development-fund.js";
import { ownNameRows } from "./names/own-names.js";
import { statusRows } from "./operator/node-status.js";
import { participantRows } from "./operator/participant-dump.js";
import { externalPartyRows } from "./external/external-parties.js";
import { exportTransactions } from "./history/history-export.js";
import { dappRows } from "./dapp/dapp-rows.js";
import { inboxRows } from "./inbox/inbox.js";
import { balanceHistory } from "./history/balance-history.js";
import { openedRounds } from "./history/opened-rounds.js";
import { mintingDelegationRows } from "./rewards/minting-delegations.js";
import { rewardRows } from "./rewards/rewards.js";
import { subscriptionRows } from "./payments/subscriptions.js";
import { registryRows } from "./registry/registry.js";
import { scanProxyRows } from "./scan/scan-proxy.js";
import { mergeRows } from "./transfers/merge-coins.js";
import { tapRows } from "./transfers/tap.js";
import { tokenStandardRows } from "./transfers/token-standard.js";
import { tokenTransferRows } from "./transfers/token-transfers.js";
import { inForceRows } from "./operator/in-force.js";
import { oneTransaction, transactions } from "./history/transactions.js";
import { transferOfferRows } from "./offers/transfer-offers.js";
import { previewTransfer } from "./transfers/transfer-preview.js";
import { preapprovalRows } from "./transfers/transfer-preapprovals.js";
import { refusedSubmissions } from "./operator/refused-submissions.js";
import { switchRows } from "./operator/wallet-switches.js";
import { ownParties } from "./operator/own-parties.js";
import { featureSupport, userStatus } from "./operator/user-status.js";
import { validatorRows } from "./operator/validator.js";

/** Every endpoint of the wallet and the validator (specification 4.5 to 4.7). */
export const walletRows: ReadonlyArray<Endpoint> = [
  userStatus,
  featureSupport,
  ownParties,
  ...balanceRows,
  ...tapRows,
  ...mergeRows,
  transactions,
  oneTransaction,
  ...transferOfferRows,
  ...preapprovalRows,
  ...tokenStandardRows,
  ...tokenTransferRows,
  previewTransfer,
  ...buyTrafficRows,
  exportTransactions,
  openedRounds,
  balanceHistory,
  ...inboxRows,
  ...dappRows,
  ...rewardRows,
  ...appPaymentRows,
  ...subscriptionRows,
  ...mintingDelegationRows,
  ...developmentFundRows,
  ...ownNameRows,
  ...allocationRows,
  ...allocationRowsV2,
  ...allocationRequestRows,
  ...validatorRows,
  ...externalPartyRows,
  ...administrationRows,
  ...switchRows,
  refusedSubmissions,
  ...inForceRows,
  ...participantRows,
  ...statusRows,
  ...scanProxyRows,
  ...registryRows,
];
