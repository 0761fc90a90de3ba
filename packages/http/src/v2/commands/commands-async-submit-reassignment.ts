import { missingField } from "@tallystick/core";
import { left } from "fp-ts/lib/Either.js";
import { endpoint, nothing } from "../../endpoints/endpoint.js";
import { ReassignmentCommandsWire, optional, wireObject } from "@tallystick/wire";
import {
  impossibleReassignment,
  invalidReassignment,
  reassignmentErrors,
  reassignmentRights,
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
    "This node is connected to one synchronizer, so every valid request is refused with NOT_CONNECTED_TO_SYNCHRONIZER.",
  parameters: nothing,
  query: nothing,
  body: SubmitReassignmentRequest,
  response: { kind: "json", codec: SubmitReassignmentResponse },
  access: "token",
  rights: ({ body: { reassignmentCommands }, caller }) =>
    reassignmentCommands === undefined ? [] : reassignmentRights(reassignmentCommands, caller),
  errors: reassignmentErrors,
  invalid: ({ body: { reassignmentCommands } }) =>
    reassignmentCommands === undefined ? undefined : invalidReassignment(reassignmentCommands),
  handle: ({ body: { reassignmentCommands } }, { ledger }) => {
    if (reassignmentCommands === undefined) return left(missingField("reassignmentCommands"));
    const problem = invalidReassignment(reassignmentCommands);
    return left(problem ?? impossibleReassignment(reassignmentCommands, ledger.synchronizerId));
  },
});
