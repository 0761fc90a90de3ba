import { orThrow } from "@tallystick/node";
import {
  executeSubmissionFields,
  optional,
  required,
  TransactionFormatWire,
  TransactionWire,
  wireObject,
} from "@tallystick/wire";
import { formatRights } from "../../auth/format-rights.js";
import { endpoint } from "../../endpoints/endpoint.js";
import { changesFor, waitForTransaction } from "../submission/own-transaction.js";
import { executionOf, executionOutcomeErrors, executionRights } from "./execution-request.js";

/** Request of `POST /v2/interactive-submission/executeAndWaitForTransaction`. */
export const JsExecuteSubmissionAndWaitForTransactionRequest = wireObject(
  "JsExecuteSubmissionAndWaitForTransactionRequest",
  { ...executeSubmissionFields, transactionFormat: optional(TransactionFormatWire) },
);

export const JsExecuteSubmissionAndWaitForTransactionResponse = wireObject(
  "JsExecuteSubmissionAndWaitForTransactionResponse",
  { transaction: required(TransactionWire) },
);

/** `POST /v2/interactive-submission/executeAndWaitForTransaction` (ledger-api 2.14). */
export const interactiveExecuteAndWaitForTransaction = endpoint({
  method: "POST",
  path: "/v2/interactive-submission/executeAndWaitForTransaction",
  summary: "Execute a prepared transaction and wait for it",
  description:
    "Without transactionFormat, the response has the ACS_DELTA shape with everything the acting parties see.",
  body: JsExecuteSubmissionAndWaitForTransactionRequest,
  response: JsExecuteSubmissionAndWaitForTransactionResponse,
  submits: true,
  validate: ({ body: { transactionFormat: _transactionFormat, ...execution } }) =>
    executionOf(execution),
  rights: ({ body, valid }) => [
    ...executionRights(valid),
    ...(body.transactionFormat === undefined
      ? []
      : formatRights(body.transactionFormat.eventFormat)),
  ],
  errors: executionOutcomeErrors,
  handle: async ({ body, valid, caller }, { ledger }) => {
    const { actAs } = valid.prepared.message.metadata.submitterInfo;
    const format =
      body.transactionFormat === undefined ? changesFor(actAs) : body.transactionFormat;
    const transaction = orThrow(
      await waitForTransaction(ledger, actAs, format, () =>
        ledger.executeSubmissionAndWait(valid, { userId: caller.userId }),
      ),
    );
    return { transaction: transaction };
  },
});
