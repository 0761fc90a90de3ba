import {
  type Json,
  type LedgerError,
  ledgerError,
  type TransactionCommitted,
} from "@tallystick/core";
import { walletUserId, type WalletViews } from "@tallystick/views/wallet";
import type { Submission } from "@tallystick/wallet";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Ledger } from "../ledger/ledger.js";
import { resultsOf } from "../ledger/submission-outcome.js";
import type { WalletCommitted, WalletEarlier } from "./wallet.js";

/** Time limit for views to fold a submission; milliseconds. */
const viewTimeoutMs = 10_000;

/** Submits as the wallet, and resolves when the wallet's views have folded it. */
export const submitAsWallet =
  (ledger: Ledger, views: WalletViews) =>
  async (submission: Submission): Promise<Either<LedgerError, WalletCommitted>> => {
    // built here, so that its form is not checked again
    const valid = ledger.validate({ ...submission, userId: walletUserId }, {});
    if (isLeft(valid)) return valid;
    const committed = await ledger.submitAndWait(valid.right);
    if (isLeft(committed)) return committed;
    const { completionOffset: offset, updateId, results } = committed.right;
    const seen = await views.waitFor(offset, viewTimeoutMs);
    return isLeft(seen) ? left(behind) : right({ updateId, offset, result: firstOf(results) });
  };

const behind = ledgerError("SERVICE_NOT_RUNNING", "Wallet views are behind the ledger; retry.", {
  definiteAnswer: false,
});

/**
 * An earlier command of the wallet and its result, from the journal; undefined when it did not take
 * effect within the deduplication window. Left also when it was pruned since: its result is lost,
 * and it must not be repeated.
 */
export const outcomeOf =
  (ledger: Ledger, views: WalletViews) =>
  async (commandId: string): Promise<Either<LedgerError, WalletEarlier | undefined>> => {
    const offset = views.outcome(commandId);
    if (offset === undefined) return right(undefined);
    const found = await ledger.transactionAt(offset);
    if (isLeft(found)) return found;
    const transaction = found.right;
    if (transaction === undefined) return left(pruned(commandId, offset));
    return right({
      updateId: transaction.updateId,
      offset,
      argument: argumentOf(transaction),
      nodes: transaction.nodes,
      result: firstOf(resultsOf(transaction)),
    });
  };

const argumentOf = ({ nodes: [first] }: TransactionCommitted): Json =>
  first?.kind === "exercise" ? first.argument : (first?.payload ?? null);

const firstOf = ([first = null]: ReadonlyArray<Json>): Json => first;

const pruned = (commandId: string, offset: number): LedgerError =>
  ledgerError(
    "DUPLICATE_COMMAND",
    `The command ${commandId} took effect at offset ${offset}, which was pruned since.`,
    { definiteAnswer: true },
  );
