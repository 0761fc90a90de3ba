import { isLeft } from "fp-ts/lib/Either.js";
import {
  JsCommands,
  TransactionFormatWire,
  TransactionWire,
  optional,
  required,
  transactionFormatOf,
  wireObject,
} from "@tallystick/wire";
import { endpoint, nothing, ok } from "../../endpoints/endpoint.js";
import { formatRights } from "../../auth/format-rights.js";
import { invalidSubmission, outcomeErrors, submissionRights } from "./commands-async-submit.js";
import { changesFor, submitForTransaction } from "../submission/own-transaction.js";

/** A composite command and how its transaction is wanted. */
export const JsSubmitAndWaitForTransactionRequest = wireObject(
  "JsSubmitAndWaitForTransactionRequest",
  {
    commands: required(JsCommands),
    transactionFormat: optional(TransactionFormatWire),
  },
);

/** The transaction a command led to. */
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
    "Without transactionFormat the answer has the ACS_DELTA shape with everything the acting parties see. A format that " +
    "filters every event out is answered with a transaction without events.",
  parameters: nothing,
  query: nothing,
  body: JsSubmitAndWaitForTransactionRequest,
  response: { kind: "json", codec: JsSubmitAndWaitForTransactionResponse },
  access: "token",
  rights: ({ body: { commands, transactionFormat }, caller }) => [
    ...submissionRights({ body: commands, caller }),
    ...(transactionFormat === undefined
      ? []
      : formatRights(transactionFormatOf(transactionFormat).eventFormat)),
  ],
  errors: [
    ...outcomeErrors,
    "MISSING_FIELD",
    "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
    "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
    "PACKAGE_NAMES_NOT_FOUND",
  ],
  invalid: ({ body, caller }, services) =>
    invalidSubmission({ body: body.commands, caller }, services),
  handle: async ({ body: { commands, transactionFormat }, caller }, { ledger }) => {
    const format =
      transactionFormat === undefined
        ? changesFor(commands.actAs)
        : transactionFormatOf(transactionFormat);
    const submitter = { userId: caller.userId, decoded: true };
    const transaction = await submitForTransaction(ledger, commands, submitter, format);
    return isLeft(transaction) ? transaction : ok({ transaction: transaction.right });
  },
});
