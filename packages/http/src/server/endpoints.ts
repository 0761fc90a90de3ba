import { documentRows } from "../docs/documents.js";
import type { Endpoint } from "../endpoints/endpoint.js";
import { livez } from "../health/livez.js";
import { readyz } from "../health/readyz.js";
import { commandsAsyncSubmit } from "../v2/commands/commands-async-submit.js";
import { commandsAsyncSubmitReassignment } from "../v2/commands/commands-async-submit-reassignment.js";
import { commandsCommandCompletions } from "../v2/commands/commands-command-completions.js";
import { commandsCompletionByHash } from "../v2/commands/commands-completion-by-hash.js";
import { commandsCompletions } from "../v2/commands/commands-completions.js";
import { commandsDryRun } from "../v2/commands/commands-dry-run.js";
import { commandsTrace } from "../v2/commands/commands-trace.js";
import { updatesTraceById } from "../v2/updates/updates-trace-by-id.js";
import { commandsSubmitAndWait } from "../v2/commands/commands-submit-and-wait.js";
import { commandsSubmitAndWaitForReassignment } from "../v2/commands/commands-submit-and-wait-for-reassignment.js";
import { commandsSubmitAndWaitForTransaction } from "../v2/commands/commands-submit-and-wait-for-transaction.js";
import { commandsSubmitAndWaitForTransactionTree } from "../v2/commands/commands-submit-and-wait-for-transaction-tree.js";
import { idpsRows } from "../v2/idps/idps-rows.js";
import { partiesRows } from "../v2/parties/parties-rows.js";
import { interactiveRows } from "../v2/signing/interactive-rows.js";
import { darsUpload, packagesUpload } from "../v2/packages/dars-upload.js";
import { darsValidate } from "../v2/packages/dars-validate.js";
import { packageVettingGet, packageVettingList } from "../v2/packages/package-vetting-list.js";
import { packageVettingPost, packageVettingUpdate } from "../v2/packages/package-vetting-update.js";
import { packagesGet } from "../v2/packages/packages-get.js";
import { packagesList } from "../v2/packages/packages-list.js";
import { packagesStatus } from "../v2/packages/packages-status.js";
import { preferredPackageVersion } from "../v2/preferences/preferred-package-version.js";
import { preferredPackagesList } from "../v2/preferences/preferred-packages.js";
import { stateActiveContracts } from "../v2/state/state-active-contracts.js";
import { stateConnectedSynchronizers } from "../v2/state/state-connected-synchronizers.js";
import { ledgerEndList, stateLedgerEnd } from "../v2/state/state-ledger-end.js";
import { contractsContractById } from "../v2/contracts/contracts-contract-by-id.js";
import { eventsByContractId } from "../v2/contracts/events-by-contract-id.js";
import { eventsByContractIds } from "../v2/contracts/events-by-contract-ids.js";
import {
  developmentClock,
  developmentRevert,
  developmentSnapshot,
} from "../v2/development/development-rows.js";
import { followerReport } from "../v2/instruments/follower-row.js";
import { instrumentList, instrumentReadings } from "../v2/instruments/instrument-rows.js";
import { participantPruning } from "../v2/state/participant-pruning.js";
import { stateLatestPrunedOffsets } from "../v2/state/state-latest-pruned-offsets.js";
import { updatesGetUpdatesPage } from "../v2/updates/updates-get-updates-page.js";
import { updatesTransactionById } from "../v2/updates/updates-transaction-by-id.js";
import { updatesTransactionByOffset } from "../v2/updates/updates-transaction-by-offset.js";
import { updatesTransactionTreeById } from "../v2/updates/updates-transaction-tree-by-id.js";
import { updatesTransactionTreeByOffset } from "../v2/updates/updates-transaction-tree-by-offset.js";
import { updatesUpdateByHash } from "../v2/updates/updates-update-by-hash.js";
import { updatesUpdateById } from "../v2/updates/updates-update-by-id.js";
import { updatesUpdateByOffset } from "../v2/updates/updates-update-by-offset.js";
import {
  stateActiveContractsPage,
  stateActiveContractsPagePost,
} from "../v2/state/state-active-contracts-page.js";
import { updatesFlats } from "../v2/updates/updates-flats.js";
import { updatesTrees } from "../v2/updates/updates-trees.js";
import { updates } from "../v2/updates/updates.js";
import { usersRows } from "../v2/users/users-rows.js";
import { version } from "../v2/version/version.js";

/**
 * Every endpoint of the node: the table for routes, request validation and the OpenAPI document.
 */
export const endpoints: ReadonlyArray<Endpoint> = [
  commandsAsyncSubmit,
  commandsSubmitAndWait,
  commandsDryRun,
  commandsTrace,
  commandsSubmitAndWaitForTransaction,
  commandsSubmitAndWaitForTransactionTree,
  commandsSubmitAndWaitForReassignment,
  commandsAsyncSubmitReassignment,
  commandsCompletions,
  commandsCommandCompletions,
  commandsCompletionByHash,
  updates,
  updatesGetUpdatesPage,
  updatesUpdateByOffset,
  updatesUpdateById,
  updatesUpdateByHash,
  updatesTransactionByOffset,
  updatesTraceById,
  updatesTransactionById,
  updatesTransactionTreeByOffset,
  updatesTransactionTreeById,
  eventsByContractId,
  eventsByContractIds,
  contractsContractById,
  updatesFlats,
  updatesTrees,
  stateActiveContracts,
  stateActiveContractsPage,
  stateActiveContractsPagePost,
  stateLedgerEnd,
  stateConnectedSynchronizers,
  stateLatestPrunedOffsets,
  version,
  participantPruning,
  developmentSnapshot,
  developmentRevert,
  developmentClock,
  instrumentList,
  instrumentReadings,
  ledgerEndList,
  followerReport,
  ...partiesRows,
  ...interactiveRows,
  ...usersRows,
  ...idpsRows,
  darsUpload,
  packagesUpload,
  darsValidate,
  packagesList,
  packagesGet,
  packagesStatus,
  packageVettingList,
  packageVettingGet,
  packageVettingUpdate,
  packageVettingPost,
  preferredPackageVersion,
  preferredPackagesList,
  livez,
  readyz,
  ...documentRows,
];
