import type { StoreError } from "@tallystick/event-store";
import { type Either, left } from "fp-ts/lib/Either.js";
import { type Journal, timersOf } from "../journal/journal.js";
import type { Finding } from "../ledger/finding.js";
import { verifyStoreFiles } from "./verify-streams.js";

/** Events that may be appended during the check of a short journal. */
const minEvents = 10_000;

/** Part of its length by which a long journal may grow during the check. */
const partOfJournal = 1 / 32;

/** How often they are counted; milliseconds. */
const countMs = 100;

/**
 * Checks the files of the store, and aborts when too many events are appended meanwhile: during the
 * check the journal's log cannot be reused, and grows with each event. Left `unavailable` then, and
 * `closed` when `ending` was aborted.
 *
 * @param ledgerEnd returns the offset of the last event
 * @param everyMs how often events are counted; milliseconds
 */
export const verifyFilesWhileQuiet = async (
  journal: Journal,
  ledgerEnd: () => number,
  ending: AbortSignal,
  everyMs: number = countMs,
): Promise<Either<StoreError, ReadonlyArray<Finding>>> => {
  const begun = ledgerEnd();
  const most = Math.max(minEvents, Math.floor(begun * partOfJournal));
  const stop = new AbortController();
  let isTooMuch = false;
  const count = (): void => {
    isTooMuch = ledgerEnd() - begun > most;
    if (isTooMuch) stop.abort();
  };
  const counting = timersOf(journal).every(everyMs, count).unref();
  try {
    const checked = await verifyStoreFiles(journal, {
      signal: AbortSignal.any([ending, stop.signal]),
    });
    if (!isTooMuch || ending.aborted) return checked;
    const reason = `stopped, because more than ${most} events were appended during the check, and SQLite cannot truncate the write-ahead log while it runs; the next round tries again`;
    return left({ kind: "unavailable", outcome: "known", reason });
  } finally {
    counting.cancel();
  }
};
