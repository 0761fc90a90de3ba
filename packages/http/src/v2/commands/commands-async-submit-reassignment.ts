import { LedgerFailure } from "@tallystick/node";
import { endpoint } from "../../endpoints/endpoint.js";
import { ReassignmentCommandsWire, optional, wireObject } from "@tallystick/wire";
import {
  impossibleReassignment,
  reassignmentErrors,
  reassignmentRights,
  validReassignment,
} from "../submission/reassignment-submission.js";

/** Commands that move contracts between synchronizers. */
export const SubmitReassignmentRequest = wireObject(
  "SubmitReassignmentRequest",
  { reassignmentCommands: optional(ReassignmentCommandsWire) },
  ["reassignmentCommands"],
);

/** The empty answer of an accepted submission. */
export const SubmitReassignmentResponse = wireObject("SubmitReassignmentResponse", {});

/** `POST /v2/commands/async/submit-reassignment` (ledger-api 2.3). */
export const commandsAsyncSubmitReassignment = endpoint({
  method: "POST",
  path: "/v2/commands/async/submit-reassignment",
  summary: "Move contracts between synchronizers",
  description:
    "This node is connected to one synchronizer, so every valid request is rejected with INVALID_ARGUMENT.",
  body: SubmitReassignmentRequest,
  response: SubmitReassignmentResponse,
  submits: true,
  errors: reassignmentErrors,
  validate: ({ body }) => validReassignment(body.reassignmentCommands),
  rights: ({ valid, caller }) => reassignmentRights(valid, caller),
  handle: ({ valid }, { ledger }) => {
    throw new LedgerFailure(impossibleReassignment(valid, ledger.synchronizerId));
  },
});
