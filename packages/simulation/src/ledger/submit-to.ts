import type { LedgerError, Submission } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { SubmissionAnswer } from "./attempts.js";

/** Submits, and waits for the transaction or for the completion alone. */
export const submitTo = async (
  ledger: Ledger,
  submission: Submission,
  waits: boolean,
): Promise<Either<LedgerError, SubmissionAnswer>> => {
  if (waits) {
    const committed = await ledger.submitAndWait(submission);
    if (isLeft(committed)) return committed;
    const { completionOffset: offset, updateId } = committed.right;
    return right({ offset, updateId });
  }
  const submitted = await ledger.submit(submission);
  return isLeft(submitted)
    ? submitted
    : right({ offset: submitted.right.completionOffset, updateId: undefined });
};
