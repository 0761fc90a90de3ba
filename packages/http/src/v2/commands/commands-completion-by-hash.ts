import { type LedgerError, completionNotFound, missingField } from "@tallystick/core";
import { type Ledger, orThrow } from "@tallystick/node";
import {
  type Completion,
  CompletionWire,
  defaulted,
  required,
  optional,
  wireArray,
  wireBase64,
  wireObject,
} from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Caller } from "../../auth/authenticator.js";
import { anyCaller, endpoint } from "../../endpoints/endpoint.js";

/** Of which transaction (ledger-api 2.4). */
const GetCompletionByHashRequest = wireObject(
  "GetCompletionByHashRequest",
  { transactionHash: defaulted(wireBase64, "") },
  ["transactionHash"],
);

/** How submissions of one prepared transaction ended (ledger-api 2.4). */
const GetCompletionByHashResponse = wireObject("GetCompletionByHashResponse", {
  acceptedCompletion: optional(CompletionWire),
  lastRejectedCompletions: required(wireArray(CompletionWire)),
});

/** A format that hides no transaction. */
const wholeTransaction = {
  includeTransactions: {
    eventFormat: { filtersByParty: {}, filtersForAnyParty: { cumulative: [] } },
    transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
  },
} as const;

/** The completion of the transaction with a hash. Left COMPLETION_NOT_FOUND. */
const acceptedOf = async (
  { queries }: Ledger,
  transactionHash: string,
): Promise<Either<LedgerError, Completion>> => {
  const at = { transactionHash };
  const found = await queries.update({ at, updateFormat: wholeTransaction });
  if (isLeft(found)) {
    const isUnknown = found.left.code === "UPDATE_NOT_FOUND";
    return isUnknown ? left(completionNotFound(transactionHash)) : found;
  }
  const { update } = found.right;
  if (!("Transaction" in update)) return left(completionNotFound(transactionHash));
  const { offset } = update.Transaction.value;
  for await (const item of queries.completions({ parties: [], beginExclusive: offset - 1 })) {
    if (isLeft(item)) return item;
    const { completionResponse: it } = item.right;
    if ("Completion" in it && it.Completion.value.offset === offset)
      return right(it.Completion.value);
    break;
  }
  return left(completionNotFound(transactionHash));
};

/** The completion as the caller sees it: with the parties that it may read as, if any. */
const seenBy = (
  { rights }: Caller,
  completion: Completion,
  transactionHash: string,
): Either<LedgerError, Completion> => {
  const actAs = completion.actAs.filter(rights.canReadAs);
  return actAs.length === 0
    ? left(completionNotFound(transactionHash))
    : right({ ...completion, actAs });
};

/** `POST /v2/commands/completion-by-hash` (ledger-api 2.4). */
export const commandsCompletionByHash = endpoint({
  method: "POST",
  path: "/v2/commands/completion-by-hash",
  summary: "Look up the completion of an externally signed transaction by its hash",
  description:
    "Finds what took effect. Rejections have no hash here, so lastRejectedCompletions is empty: command-completions has them.",
  body: GetCompletionByHashRequest,
  response: GetCompletionByHashResponse,
  errors: ["COMPLETION_NOT_FOUND"],
  validate: ({ body }) =>
    body.transactionHash === "" ? left(missingField("transaction_hash")) : right(undefined),
  rights: anyCaller,
  handle: async ({ body: { transactionHash }, caller }, { ledger }) => {
    const accepted = orThrow(await acceptedOf(ledger, transactionHash));
    const acceptedCompletion = orThrow(seenBy(caller, accepted, transactionHash));
    return { acceptedCompletion, lastRejectedCompletions: [] };
  },
});
