import { type LedgerError } from "@tallystick/core";
import { wire } from "@tallystick/wire";
import type { Ledger } from "@tallystick/node";
import type { TransactionQuery } from "@tallystick/views";
import { type Either, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { queryTexts } from "../wire/query-values.js";
import { TransactionTreeWire, treeOf } from "../wire/transaction-tree-wire.js";
import { effectsFor } from "./own-transaction.js";

/** Who wants to see the tree; may come several times. */
export const TreeQuery = wire.wireObject("TransactionTreeQuery", {
  parties: wire.defaulted(queryTexts, []),
});

/** One transaction as a tree. */
export const JsGetTransactionTreeResponse = wire.wireObject("JsGetTransactionTreeResponse", {
  transaction: wire.required(TransactionTreeWire),
});

/** The tree of a transaction as some parties witness it. Left as `Ledger.transaction`, INVALID_ARGUMENT without parties. */
export const transactionTree = async (
  ledger: Ledger,
  at: TransactionQuery["at"],
  parties: ReadonlyArray<string>,
): Promise<Either<LedgerError, TypeOf<typeof JsGetTransactionTreeResponse>>> => {
  const found = await ledger.transaction({ at, transactionFormat: effectsFor(parties) });
  return found._tag === "Left" ? found : right({ transaction: treeOf(found.right) });
};
