import { join } from "node:path";
import { openViews, type Views } from "@tallystick/views";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import { journalTexts } from "../journal/journal-texts.js";
import type { OpenError } from "../ledger/ledger.js";
import { viewsFileName } from "../journal/views-file.js";
import type { After, LedgerPart } from "./ledger-parts.js";
import { journalOpenError } from "./journal/open-error.js";
import { endsInJournal, readingNotice } from "./start-projection.js";

type Viewed = "journal" | "journalId" | "pipeline";

/**
 * The views of this journal, in the data folder wherever the journal is: their file is named after
 * its first event, and its checksums depend on that event, so that views of another journal are not
 * accepted.
 */
export const ownViews: LedgerPart<"views", Viewed> = {
  open: (viewed) => openOwnViews(viewed),
  close: (views) => views.close(),
};

const openOwnViews = async (viewed: After<Viewed>): Promise<Either<OpenError, Views>> => {
  const { journal, journalId, data, config, notice, threadEnds, timers } = viewed;
  const onThreadEnd = threadEnds("views");
  const { projectorThread: thread, sharedJournal } = config;
  const texts = journalTexts(journal);
  const onDamage = (message: string): void => notice({ kind: "views-damaged", message });
  const onUnreadable = (reason: string | undefined): void => notice(readingNotice(reason));
  const open = (file: string) =>
    openViews({ file, thread, journalId, texts, timers, onThreadEnd, onDamage, onUnreadable });
  const file =
    data === undefined ? ":memory:" : join(data, viewsFileName(journal.stream, journalId));
  const first = await open(file);
  // of ledgers that share a data folder, one has the file and the others fold in memory
  const isTaken = isLeft(first) && first.left.kind === "in-use" && sharedJournal;
  const views = isTaken ? await open(":memory:") : first;
  if (isLeft(views)) return left({ kind: "views", message: views.left.message });
  const { rebuiltBecause } = views.right;
  if (rebuiltBecause !== undefined) notice({ kind: "views-rebuilt", message: rebuiltBecause });
  const { offset: ledgerEnd, pruning } = viewed.pipeline.committed().state;
  const folded = { journal, ledgerEnd, prunedUpTo: pruning.upTo };
  const fits = await endsInJournal(views.right, folded);
  if (isLeft(fits)) {
    await views.right.close();
    return left(journalOpenError({ kind: "store", error: fits.left }));
  }
  if (fits.right) return views;
  const reset = await views.right.reset();
  return isLeft(reset) ? left({ kind: "views", message: reset.left.message }) : views;
};
