import { asyncApiDocument, asyncApiFile } from "./docs/asyncapi-document.js";
import { openApiDocument } from "./docs/openapi-document.js";
import type { Endpoint } from "./endpoint.js";
import { livez } from "./health/livez.js";
import { readyz } from "./health/readyz.js";
import { commandsAsyncSubmit } from "./v2/commands-async-submit.js";
import { commandsCommandCompletions } from "./v2/commands-command-completions.js";
import { commandsCompletions } from "./v2/commands-completions.js";
import { commandsSubmitAndWait } from "./v2/commands-submit-and-wait.js";
import { partiesAllocate } from "./v2/parties-allocate.js";
import { partiesParticipantId } from "./v2/parties-participant-id.js";
import { stateActiveContracts } from "./v2/state-active-contracts.js";
import { stateLedgerEnd } from "./v2/state-ledger-end.js";
import { updatesFlats } from "./v2/updates-flats.js";
import { updatesTrees } from "./v2/updates-trees.js";
import { updates } from "./v2/updates.js";
import { usersRightsGrant } from "./v2/users-rights-grant.js";
import { usersRightsList } from "./v2/users-rights-list.js";
import { version } from "./v2/version.js";

/** Every endpoint of the node: the one table that routes, request validation and the OpenAPI document are read from. */
export const endpoints: ReadonlyArray<Endpoint> = [
  commandsAsyncSubmit,
  commandsSubmitAndWait,
  commandsCompletions,
  commandsCommandCompletions,
  updates,
  updatesFlats,
  updatesTrees,
  stateActiveContracts,
  stateLedgerEnd,
  version,
  partiesAllocate,
  partiesParticipantId,
  usersRightsList,
  usersRightsGrant,
  livez,
  readyz,
  openApiDocument,
  asyncApiDocument,
  asyncApiFile,
];
