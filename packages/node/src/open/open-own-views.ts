import { join } from "node:path";
import { openViews, type Views } from "@tallystick/views";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { eventAt, type Journal } from "../journal/journal.js";
import { journalTexts } from "../journal/journal-texts.js";
import type { OpenError } from "../ledger/ledger.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import { viewsFileName } from "./journal-evidence.js";
import { journalOpenError } from "./open-error.js";

/** Which views are opened, and for what journal. */
export interface OwnViews {
  readonly journal: Journal;
  /** Hash of the journal's first event. */
  readonly journalId: string;
  /** Offset of the journal's last event. */
  readonly ledgerEnd: number;
  /** Offset up to which the journal was pruned: older views cannot be folded on. */
  readonly prunedUpTo: number;
  /** The data folder, if there is one. */
  readonly data: string | undefined;
  readonly config: LedgerConfig;
  /** Is called with what was found when the views have to be built anew. */
  readonly onDamage: (reason: string) => void;
}

/**
 * The views of this very journal, in the data folder wherever the journal itself is: their file is
 * named after its first event, and what is in it is bound to that event, so that those of another
 * are never taken for them.
 */
export const openOwnViews = async (own: OwnViews): Promise<Either<OpenError, Views>> => {
  const { journal, journalId, data, config, onDamage } = own;
  const { projectorThread: thread, sharedJournal } = config;
  const texts = journalTexts(journal);
  const open = (file: string) => openViews({ file, thread, journalId, texts, onDamage });
  const file =
    data === undefined ? ":memory:" : join(data, viewsFileName(journal.stream, journalId));
  const first = await open(file);
  // of ledgers that share a data folder too, one has the file and the others fold in memory
  const isTaken = isLeft(first) && first.left.kind === "in-use" && sharedJournal;
  const views = isTaken ? await open(":memory:") : first;
  if (isLeft(views)) return left({ kind: "views", message: views.left.message });
  const fits = await endsInJournal(views.right, own);
  if (isLeft(fits)) return fits;
  if (fits.right) return views;
  const reset = await views.right.reset();
  return isLeft(reset) ? left({ kind: "views", message: reset.left.message }) : views;
};

/** Whether the journal has the very event that the views folded last. */
const endsInJournal = async (
  views: Views,
  { journal, ledgerEnd, prunedUpTo }: OwnViews,
): Promise<Either<OpenError, boolean>> => {
  const checkpoint = views.checkpoint();
  const hash = views.checkpointHash();
  if (checkpoint === 0) return right(true);
  if (checkpoint > ledgerEnd || checkpoint < prunedUpTo) return right(false);
  const event = await eventAt(journal, checkpoint);
  if (isLeft(event)) return left(journalOpenError({ kind: "store", error: event.left }));
  return right(hash === "" || event.right?.hash === hash);
};
