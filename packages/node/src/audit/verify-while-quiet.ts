import type { StoreError } from "@tallystick/event-store";
import { type Either, left } from "fp-ts/lib/Either.js";
import type { Journal } from "../journal/journal.js";
import type { Finding } from "../ledger/finding.js";
import { verifyStoreFiles } from "./verify-streams.js";

/** A check of a short journal may last while so many events are appended. */
const minEvents = 10_000;

/** One of a long journal, while it grows by this part of its length. */
const partOfJournal = 1 / 32;

/** How often these are counted; milliseconds. */
const countMs = 100;

/**
 * Checks the files of the store, and gives up when too many events are appended meanwhile: as long
 * as the check reads, nothing of the journal's log can be used again, which grows with each event.
 * Left `unavailable` then, and `closed` when `ending` was aborted.
 *
 * @param ledgerEnd gives the offset of the last event there is
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
  const counting = setInterval(() => {
    isTooMuch = ledgerEnd() - begun > most;
    if (isTooMuch) stop.abort();
  }, everyMs).unref();
  try {
    const checked = await verifyStoreFiles(journal, AbortSignal.any([ending, stop.signal]));
    if (!isTooMuch || ending.aborted) return checked;
    const reason = `more than ${most} events were appended meanwhile, and the journal's log must not grow by more; the next round tries again`;
    return left({ kind: "unavailable", outcome: "known", reason });
  } finally {
    clearInterval(counting);
  }
};
