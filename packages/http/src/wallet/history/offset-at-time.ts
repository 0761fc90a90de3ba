import { type Micros, timestampFromText } from "@tallystick/core";
import { type Ledger, orThrow } from "@tallystick/node";
import type { Queries } from "@tallystick/views";
import { isLeft } from "fp-ts/lib/Either.js";
import { refused } from "../rows/wallet-row.js";

interface LedgerMoment {
  readonly offset: number;
  /** Record time of the last transaction up to there; microseconds since the Unix epoch. */
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
): Promise<LedgerMoment | undefined> => {
  const page = orThrow(
    await ledger.queries.updatesPage({
      beginOffsetExclusive,
      endOffsetInclusive,
      maxPageSize: 1,
      updateFormat: anyTransaction,
    }),
  );
  const [update] = page.updates;
  if (update === undefined || !("Transaction" in update.update)) return undefined;
  const { offset, recordTime } = update.update.Transaction.value;
  const read = timestampFromText(recordTime);
  return isLeft(read) ? undefined : { offset, recordTime: read.right };
};

/**
 * The last transaction whose record time is not after a time, by binary search: record times do not
 * decrease. 404 when there is none, or when it was pruned.
 */
export const momentAt = async (ledger: Reader, time: bigint): Promise<LedgerMoment> => {
  const end = ledger.ledgerEnd();
  let found: LedgerMoment | undefined;
  let [from, to] = [ledger.prunedUpTo(), end];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const next = await firstAfter(ledger, middle, to);
    if (next !== undefined && next.recordTime <= time) {
      found = next;
      from = next.offset;
    } else {
      to = middle;
    }
  }
  if (found === undefined)
    throw refused(404, "Nothing is known of that time: the ledger began later, or was pruned.");
  return found;
};
