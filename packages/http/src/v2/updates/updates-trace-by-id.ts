import type { TransactionCommitted } from "@tallystick/core";
import { orThrow } from "@tallystick/node";
import { required, wireObject, wireString } from "@tallystick/wire";
import { accessError } from "../../auth/required-right.js";
import type { Caller } from "../../auth/authenticator.js";
import { anyCaller, endpoint } from "../../endpoints/endpoint.js";
import { TraceResponse, traceToWire } from "../commands/commands-trace.js";
import { submissionRights } from "../submission/submission.js";

const TraceUpdateRequest = wireObject("TraceUpdateRequest", { updateId: required(wireString) });

/** `POST /v2/updates/trace-by-id`: of this node alone. */
export const updatesTraceById = endpoint({
  method: "POST",
  path: "/v2/updates/trace-by-id",
  summary: "Say how a transaction was interpreted",
  description:
    "The transaction is interpreted again on the state before it, as `/v2/commands/trace` does with a command. The caller " +
    "may act as all parties that submitted it, or is a participant admin; for others the update does not exist. The state " +
    "is folded from the beginning of the journal, about 100,000 events a second.",
  body: TraceUpdateRequest,
  response: TraceResponse,
  isLongRead: true,
  errors: ["UPDATE_NOT_FOUND", "PARTICIPANT_PRUNED_DATA_ACCESSED"],
  rights: anyCaller,
  handle: async ({ body: { updateId }, caller }, { ledger }) =>
    traceToWire(orThrow(await ledger.traceUpdate(updateId, submittedBy(caller)))),
});

/** A trace has all of a transaction, of which others see parts. */
const submittedBy =
  (caller: Caller) =>
  ({ actAs, readAs = [] }: TransactionCommitted): boolean =>
    caller.rights.participantAdmin ||
    accessError(submissionRights({ actAs, readAs }), caller) === undefined;
