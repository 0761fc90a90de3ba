import { constantInt } from "@tallystick/coin";
import type { LedgerError } from "@tallystick/core";
import { everythingFor } from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { OpenNode } from "./open-process.js";
import { simUser } from "./submissions.js";

const collected = async <A, B>(
  items: AsyncIterable<Either<LedgerError, A>>,
  take: (item: A) => ReadonlyArray<B>,
): Promise<Either<LedgerError, ReadonlyArray<B>>> => {
  const all: Array<B> = [];
  for await (const item of items) {
    if (isLeft(item)) return item;
    all.push(...take(item.right));
  }
  return right(all);
};

/** The ids of the contracts that a party sees as active after an offset, sorted. */
export const activeContracts = async (
  { ledger }: OpenNode,
  party: string,
  activeAtOffset: number,
): Promise<Either<LedgerError, ReadonlyArray<string>>> => {
  const query = { activeAtOffset, eventFormat: everythingFor(party) };
  const read = await collected(ledger.queries.activeContracts(query), ({ contractEntry }) => [
    contractEntry.JsActiveContract.createdEvent.contractId,
  ]);
  return isLeft(read) ? read : right(read.right.toSorted());
};

/** The transactions a party sees up to an offset: `offset updateId`. */
const transactions = (
  { ledger }: OpenNode,
  party: string,
  endInclusive: number,
  beginExclusive: number,
): Promise<Either<LedgerError, ReadonlyArray<string>>> =>
  collected(
    ledger.queries.updates({
      beginExclusive,
      endInclusive,
      updateFormat: {
        includeTransactions: {
          transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
          eventFormat: everythingFor(party),
        },
      },
    }),
    ({ update }) =>
      "Transaction" in update
        ? [`${update.Transaction.value.offset} ${update.Transaction.value.updateId}`]
        : [],
  );

/** The completions of a party's submissions: `offset submissionId`. */
const completions = (
  { ledger }: OpenNode,
  party: string,
  beginExclusive: number,
): Promise<Either<LedgerError, ReadonlyArray<string>>> =>
  collected(
    ledger.queries.completions({ userId: simUser, parties: [party], beginExclusive }),
    ({ completionResponse }) =>
      "Completion" in completionResponse
        ? [
            `${completionResponse.Completion.value.offset} ${completionResponse.Completion.value.submissionId}`,
          ]
        : [],
  );

export const historyOf = async (open: OpenNode, party: string, end: number) => {
  const begin = Math.min(open.ledger.prunedUpTo(), end);
  const updates = end === begin ? right([]) : await transactions(open, party, end, begin);
  if (isLeft(updates)) return updates;
  const ended = await completions(open, party, begin);
  return isLeft(ended)
    ? ended
    : right({ transactions: updates.right, completions: ended.right, begin });
};

/** The amounts of coins are the same in each. */
const anyRound = { number: constantInt(0n) };

/** The unlocked coins of a party in its wallet's views, in units of 10^-10; with their offset. */
export const balanceOf = (
  { walletViews }: OpenNode,
  party: string,
): Either<LedgerError, { readonly units: bigint; readonly offset: number }> | undefined => {
  if (walletViews === undefined) return undefined;
  try {
    const balance = walletViews.balances.now(party, anyRound);
    if (isLeft(balance)) throw new Error(balance.left);
    return right({ units: balance.right.unlocked, offset: walletViews.checkpoint() });
  } catch (thrown) {
    const cause = thrown instanceof Error ? thrown.message : String(thrown);
    return left({
      code: "SERVICE_NOT_RUNNING",
      cause,
      context: {},
      resources: [],
      definiteAnswer: true,
    });
  }
};
