import { type LedgerError, type Micros, timestampFromText } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import type { Queries } from "@tallystick/views";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { refused, type WalletError } from "../rows/wallet-row.js";

/** A moment of the ledger. */
export interface LedgerMoment {
  readonly offset: number;
  /** Of the last transaction up to there; microseconds since the Unix epoch. */
  readonly recordTime: Micros;
}

const anyTransaction = {
  includeTransactions: {
    eventFormat: { filtersByParty: {}, filtersForAnyParty: { cumulative: [] } },
    transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
  },
} as const;

type Reader = Pick<Ledger, "ledgerEnd" | "prunedUpTo"> & {
  readonly queries: Pick<Queries, "updatesPage">;
};

/** The first transaction after an offset; undefined when there is none. */
const firstAfter = async (
  ledger: Reader,
  beginOffsetExclusive: number,
  endOffsetInclusive: number,
): Promise<Either<LedgerError, LedgerMoment | undefined>> => {
  const page = await ledger.queries.updatesPage({
    beginOffsetExclusive,
    endOffsetInclusive,
    maxPageSize: 1,
    updateFormat: anyTransaction,
  });
  if (isLeft(page)) return page;
  const [update] = page.right.updates;
  if (update === undefined || !("Transaction" in update.update)) return right(undefined);
  const { offset, recordTime } = update.update.Transaction.value;
  const read = timestampFromText(recordTime);
  return right(isLeft(read) ? undefined : { offset, recordTime: read.right });
};

/**
 * The moment of the last transaction whose record time is not after a time: record times only grow
 * with the offsets, so that a few transactions are read, however many there are.
 *
 * @returns Left 404: there is none, or what was before has been pruned
 */
export const momentAt = async (
  ledger: Reader,
  time: Micros,
): Promise<Either<WalletError | LedgerError, LedgerMoment>> => {
  const end = ledger.ledgerEnd();
  let found: LedgerMoment | undefined;
  let [from, to] = [ledger.prunedUpTo(), end];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const next = await firstAfter(ledger, middle, to);
    if (isLeft(next)) return next;
    if (next.right !== undefined && next.right.recordTime <= time) {
      found = next.right;
      from = next.right.offset;
    } else {
      to = middle;
    }
  }
  return found === undefined
    ? refused(404, "Nothing is known of that time: the ledger began later, or was pruned.")
    : right(found);
};
