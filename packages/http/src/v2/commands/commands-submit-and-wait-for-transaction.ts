import { map } from "fp-ts/lib/Either.js";
import type { CompositeCommand } from "@tallystick/core";
import { orThrow } from "@tallystick/node";
import {
  JsCommands,
  TransactionFormatWire,
  TransactionWire,
  optional,
  required,
  wireObject,
} from "@tallystick/wire";
import { endpoint } from "../../endpoints/endpoint.js";
import { formatRights } from "../../auth/format-rights.js";
import { outcomeErrors, submissionRights, validSubmission } from "../submission/submission.js";
import { changesFor, submitForTransaction } from "../submission/own-transaction.js";

/** A composite command and the format of its transaction. */
export const JsSubmitAndWaitForTransactionRequest = wireObject(
  "JsSubmitAndWaitForTransactionRequest",
  {
    commands: required(JsCommands),
    transactionFormat: optional(TransactionFormatWire),
  },
);

export const JsSubmitAndWaitForTransactionResponse = wireObject(
  "JsSubmitAndWaitForTransactionResponse",
  { transaction: required(TransactionWire) },
);

/** `POST /v2/commands/submit-and-wait-for-transaction` (ledger-api 2.3). */
export const commandsSubmitAndWaitForTransaction = endpoint({
  method: "POST",
  path: "/v2/commands/submit-and-wait-for-transaction",
  summary: "Submit one composite command and wait for its transaction",
  description:
    "Without transactionFormat, the response has the ACS_DELTA shape with everything the acting parties see. A format that " +
    "filters out every event returns a transaction without events.",
  body: JsSubmitAndWaitForTransactionRequest,
  response: JsSubmitAndWaitForTransactionResponse,
  submits: true,
  errors: [
    ...outcomeErrors,
    "MISSING_FIELD",
    "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
    "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
    "PACKAGE_NAMES_NOT_FOUND",
  ],
  validate: ({ body: { commands, transactionFormat }, ...submission }, services) =>
    map((valid: CompositeCommand) => ({
      commands: valid,
      format: transactionFormat === undefined ? changesFor(valid.actAs) : transactionFormat,
      required: [
        ...submissionRights(valid),
        ...(transactionFormat === undefined ? [] : formatRights(transactionFormat.eventFormat)),
      ],
    }))(validSubmission(commands, submission, services)),
  rights: ({ valid }) => valid.required,
  handle: async ({ valid: { commands, format } }, { ledger }) => {
    const transaction = orThrow(await submitForTransaction(ledger, commands, format));
    return { transaction: transaction };
  },
});
