import { openApiDocument, openApiFile } from "./docs/openapi-document.js";
import type { Endpoint } from "./endpoint.js";
import { livez } from "./health/livez.js";
import { readyz } from "./health/readyz.js";
import { commandsAsyncSubmit } from "./v2/commands-async-submit.js";
import { commandsAsyncSubmitReassignment } from "./v2/commands-async-submit-reassignment.js";
import { commandsCompletions } from "./v2/commands-completions.js";
import { commandsSubmitAndWait } from "./v2/commands-submit-and-wait.js";
import { commandsSubmitAndWaitForReassignment } from "./v2/commands-submit-and-wait-for-reassignment.js";
import { commandsSubmitAndWaitForTransaction } from "./v2/commands-submit-and-wait-for-transaction.js";
import { commandsSubmitAndWaitForTransactionTree } from "./v2/commands-submit-and-wait-for-transaction-tree.js";
import { idpsRows } from "./v2/idps-rows.js";
import { partiesRows } from "./v2/parties-rows.js";
import { stateActiveContracts } from "./v2/state-active-contracts.js";
import { stateConnectedSynchronizers } from "./v2/state-connected-synchronizers.js";
import { stateLedgerEnd } from "./v2/state-ledger-end.js";
import { updates } from "./v2/updates.js";
import { usersRows } from "./v2/users-rows.js";
import { version } from "./v2/version.js";

/** Every endpoint of the node: the one table that routes, request validation and the OpenAPI document are read from. */
export const endpoints: ReadonlyArray<Endpoint> = [
  commandsAsyncSubmit,
  commandsSubmitAndWait,
  commandsSubmitAndWaitForTransaction,
  commandsSubmitAndWaitForTransactionTree,
  commandsSubmitAndWaitForReassignment,
  commandsAsyncSubmitReassignment,
  commandsCompletions,
  updates,
  stateActiveContracts,
  stateLedgerEnd,
  stateConnectedSynchronizers,
  version,
  ...partiesRows,
  ...usersRows,
  ...idpsRows,
  livez,
  readyz,
  openApiDocument,
  openApiFile,
];
