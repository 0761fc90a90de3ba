import type { LedgerError, PartyId } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import type { TransactionQuery } from "@tallystick/views";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import {
  TransactionTreeWire,
  defaulted,
  queryTexts,
  required,
  treeOf,
  wireObject,
} from "@tallystick/wire";
import { effectsFor } from "../submission/own-transaction.js";

/** The requesting parties; may be repeated. */
export const TreeQuery = wireObject("TransactionTreeQuery", {
  parties: defaulted(queryTexts, []),
});

export const JsGetTransactionTreeResponse = wireObject("JsGetTransactionTreeResponse", {
  transaction: required(TransactionTreeWire),
});

/**
 * The tree of a transaction, as witnessed by some parties. Left as `Ledger.transaction`,
 * INVALID_ARGUMENT without parties.
 */
export const transactionTree = async (
  ledger: Ledger,
  at: TransactionQuery["at"],
  parties: ReadonlyArray<PartyId>,
): Promise<Either<LedgerError, TypeOf<typeof JsGetTransactionTreeResponse>>> => {
  const found = await ledger.queries.transaction({ at, transactionFormat: effectsFor(parties) });
  return isLeft(found) ? found : right({ transaction: treeOf(found.right) });
};
