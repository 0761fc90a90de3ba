import { LedgerFailure } from "@tallystick/node";
import { endpoint } from "../../endpoints/endpoint.js";
import {
  EventFormatWire,
  ReassignmentCommandsWire,
  ReassignmentWire,
  optional,
  required,
  wireObject,
} from "@tallystick/wire";
import { formatRights } from "../../auth/format-rights.js";
import {
  impossibleReassignment,
  reassignmentErrors,
  reassignmentRights,
  validReassignment,
} from "../submission/reassignment-submission.js";

/**
 * Commands that move contracts between synchronizers, and the requested events of the reassignment.
 */
export const SubmitAndWaitForReassignmentRequest = wireObject(
  "SubmitAndWaitForReassignmentRequest",
  {
    reassignmentCommands: optional(ReassignmentCommandsWire),
    eventFormat: optional(EventFormatWire),
  },
  ["reassignmentCommands"],
);

export const JsSubmitAndWaitForReassignmentResponse = wireObject(
  "JsSubmitAndWaitForReassignmentResponse",
  { reassignment: required(ReassignmentWire) },
);

/** `POST /v2/commands/submit-and-wait-for-reassignment` (ledger-api 2.3). */
export const commandsSubmitAndWaitForReassignment = endpoint({
  method: "POST",
  path: "/v2/commands/submit-and-wait-for-reassignment",
  summary: "Move contracts between synchronizers and wait for the reassignment",
  description:
    "This node is connected to one synchronizer, so every valid request is rejected with INVALID_ARGUMENT.",
  body: SubmitAndWaitForReassignmentRequest,
  response: JsSubmitAndWaitForReassignmentResponse,
  submits: true,
  errors: reassignmentErrors,
  validate: ({ body }) => validReassignment(body.reassignmentCommands),
  rights: ({ valid, body: { eventFormat }, caller }) => [
    ...reassignmentRights(valid, caller),
    ...(eventFormat === undefined ? [] : formatRights(eventFormat)),
  ],
  handle: ({ valid }, { ledger }) => {
    throw new LedgerFailure(impossibleReassignment(valid, ledger.synchronizerId));
  },
});
