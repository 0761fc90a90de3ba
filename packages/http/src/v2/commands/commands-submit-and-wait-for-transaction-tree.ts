import { orThrow } from "@tallystick/node";
import { JsCommands, TransactionTreeWire, always, treeOf, wireObject } from "@tallystick/wire";
import { endpoint } from "../../endpoints/endpoint.js";
import { outcomeErrors, submissionRights, validSubmission } from "../submission/submission.js";
import { effectsFor, submitForTransaction } from "../submission/own-transaction.js";

export const JsSubmitAndWaitForTransactionTreeResponse = wireObject(
  "JsSubmitAndWaitForTransactionTreeResponse",
  { transactionTree: always(TransactionTreeWire) },
);

/** `POST /v2/commands/submit-and-wait-for-transaction-tree` (ledger-api 2.3). */
export const commandsSubmitAndWaitForTransactionTree = endpoint({
  method: "POST",
  path: "/v2/commands/submit-and-wait-for-transaction-tree",
  summary: "Submit one composite command and wait for its transaction as a tree",
  deprecated: true,
  description:
    "The older form of submit-and-wait-for-transaction: what the acting parties witness, by node id.",
  body: JsCommands,
  response: JsSubmitAndWaitForTransactionTreeResponse,
  submits: true,
  errors: outcomeErrors,
  validate: (input, services) => validSubmission(input.body, input, services),
  rights: ({ valid }) => submissionRights(valid),
  handle: async ({ valid }, { ledger }) => {
    const transaction = orThrow(await submitForTransaction(ledger, valid, effectsFor(valid.actAs)));
    return { transactionTree: treeOf(transaction) };
  },
});
