import { join } from "node:path";
import { openViews, type Views, type ViewsError } from "@tallystick/views";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { OpenError } from "../ledger/ledger.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";

const openIn = async (
  file: string,
  { projectorThread, sharedJournal }: LedgerConfig,
): Promise<Either<ViewsError, Views>> => {
  const opened = await openViews({ file, thread: projectorThread });
  // ledgers that share a data folder too: one of them has the file, the others fold in memory
  return isLeft(opened) && opened.left.kind === "in-use" && sharedJournal
    ? openViews({ file: ":memory:", thread: projectorThread })
    : opened;
};

/**
 * The views of this very journal, in the data folder wherever the journal itself is: their file is named after its first event,
 * so that those of another are never taken for them.
 *
 * @param journalId hash of the journal's first event
 * @param ledgerEnd offset of the journal's last event; views that are further were made from events that are gone
 */
export const openOwnViews = async (
  journalId: string,
  data: string | undefined,
  config: LedgerConfig,
  ledgerEnd: number,
): Promise<Either<OpenError, Views>> => {
  const name = `views-${journalId.slice(0, 16)}.db`;
  const views = await openIn(data === undefined ? ":memory:" : join(data, name), config);
  if (isLeft(views)) return left({ kind: "views", message: views.left.message });
  if (views.right.checkpoint() > ledgerEnd) {
    const reset = await views.right.reset();
    if (isLeft(reset)) return left({ kind: "views", message: reset.left.message });
  }
  return views;
};
