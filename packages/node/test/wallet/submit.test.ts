import { ledgerError, type TransactionCommitted } from "@tallystick/core";
import type { WalletViews } from "@tallystick/views/wallet";
import { expect } from "chai";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { outcomeOf } from "../../src/wallet/submit.js";

type Found = Awaited<ReturnType<Ledger["transactionAt"]>>;

const outcome = (offset: number | undefined, found: Found) => {
  const ledger: Pick<Ledger, "transactionAt"> = { transactionAt: () => Promise.resolve(found) };
  const views: Pick<WalletViews, "outcome"> = { outcome: () => offset };
  // border: nothing else of them is used
  return outcomeOf(ledger as Ledger, views as WalletViews)("tap-1");
};

const codeOf = (answer: Either<{ readonly code: string }, unknown>): string =>
  isLeft(answer) ? answer.left.code : "none";

describe("What a command of the wallet led to", () => {
  it("is nothing when the views know of none", async () => {
    const never = right(undefined);
    expect(await outcome(undefined, never)).to.deep.equal(right(undefined));
  });

  it("is what its first command answered, as the journal has it", async () => {
    const transaction: Pick<TransactionCommitted, "updateId" | "nodes"> = {
      updateId: "1220ab",
      nodes: [],
    };
    // border: nothing else of it is used
    const found = right(transaction as TransactionCommitted);
    expect(await outcome(7, found)).to.deep.equal(
      right({ updateId: "1220ab", offset: 7, argument: null, nodes: [], result: null }),
    );
  });

  it("is a duplicate, not a command to be done again, when it was pruned", async () => {
    expect(codeOf(await outcome(7, right(undefined)))).to.equal("DUPLICATE_COMMAND");
  });

  it("is not known while the journal cannot be read", async () => {
    const unreadable = left(ledgerError("SERVICE_NOT_RUNNING", "The disk."));
    expect(codeOf(await outcome(7, unreadable))).to.equal("SERVICE_NOT_RUNNING");
  });
});
