import { join } from "node:path";
import { openViews, type Views } from "@tallystick/views";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import { readThreadsOf } from "../reading/read-threads.js";
import { journalTexts } from "../journal/journal-texts.js";
import type { OpenError } from "../ledger/ledger.js";
import { viewsFileName } from "../journal/views-file.js";
import type { After, LedgerPart } from "./ledger-parts.js";
import { beginViews } from "./start-projection.js";

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
  const { journal, journalId, data, config, timers, threadEnds } = viewed;
  const { projectorThread: thread, sharedJournal, readThreads } = config;
  const texts = journalTexts(journal);
  const threads = readThreadsOf(journal, readThreads, threadEnds("reads"));
  const open = (file: string) => openViews({ file, thread, journalId, texts, timers, threads });
  const file =
    data === undefined ? ":memory:" : join(data, viewsFileName(journal.stream, journalId));
  const first = open(file);
  // of ledgers that share a data folder, one has the file and the others fold in memory
  const isTaken = isLeft(first) && first.left.kind === "in-use" && sharedJournal;
  const views = isTaken ? open(":memory:") : first;
  if (isLeft(views)) return left({ kind: "views", message: views.left.message });
  const begun = await beginViews(views.right, viewed);
  if (!isLeft(begun)) return views;
  await views.right.close();
  return begun;
};
