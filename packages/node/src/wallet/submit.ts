import { type LedgerError, ledgerError } from "@tallystick/core";
import { ViewsUnreadable } from "@tallystick/views";
import { walletUserId, type WalletViews } from "@tallystick/views/wallet";
import type { Submission } from "@tallystick/wallet";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Ledger } from "../ledger/ledger.js";
import type { WalletCommitted } from "./wallet.js";

/** How long a view may take to see what was submitted; milliseconds. */
const viewTimeoutMs = 10_000;

/** Submits as the wallet, and resolves when the wallet's views have it. */
export const submitter =
  (ledger: Ledger, views: WalletViews) =>
  async (submission: Submission): Promise<Either<LedgerError, WalletCommitted>> => {
    const { commandId } = submission;
    const committed = await ledger.submitAndWait({ ...submission, userId: walletUserId });
    if (isLeft(committed)) return committed;
    const seen = await views.waitFor(committed.right.completionOffset, viewTimeoutMs);
    const outcome = isLeft(seen) ? undefined : outcomeIn(views, commandId);
    return outcome === undefined
      ? left(
          ledgerError("SERVICE_NOT_RUNNING", "The wallet's views do not keep up with the ledger.", {
            definiteAnswer: false,
          }),
        )
      : right(outcome);
  };

const outcomeIn = (views: WalletViews, commandId: string): WalletCommitted | undefined => {
  try {
    return views.outcome(commandId);
  } catch (thrown) {
    if (thrown instanceof ViewsUnreadable) return undefined;
    throw thrown;
  }
};
