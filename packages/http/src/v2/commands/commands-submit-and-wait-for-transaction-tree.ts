import { isLeft } from "fp-ts/lib/Either.js";
import { JsCommands, TransactionTreeWire, always, treeOf, wireObject } from "@tallystick/wire";
import { endpoint, nothing } from "../../endpoints/endpoint.js";
import { ok } from "../../endpoints/reply.js";
import { outcomeErrors, submissionRights, validSubmission } from "../submission/submission.js";
import { effectsFor, submitForTransaction } from "../submission/own-transaction.js";

/** The transaction a command led to, as a tree. */
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
  parameters: nothing,
  query: nothing,
  body: JsCommands,
  response: { kind: "json", codec: JsSubmitAndWaitForTransactionTreeResponse },
  access: "token",
  submits: true,
  errors: outcomeErrors,
  validate: (input, services) => validSubmission(input.body, input, services),
  rights: ({ valid }) => submissionRights(valid),
  handle: async ({ valid }, { ledger }) => {
    const transaction = await submitForTransaction(ledger, valid, effectsFor(valid.command.actAs));
    return isLeft(transaction) ? transaction : ok({ transactionTree: treeOf(transaction.right) });
  },
});
