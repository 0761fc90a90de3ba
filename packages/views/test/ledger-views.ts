import type { Database } from "@tallystick/sqlite";
import type { Either } from "fp-ts/lib/Either.js";
import { type FoldedFile, openFoldedFile } from "../src/fold/folded-file.js";
import type { OpenViews, Views, ViewsError } from "../src/interface/views.js";
import { ledgerFold } from "../src/ledger/ledger-fold.js";
import { openViews } from "../src/ledger/open-views.js";
import type { Reading } from "../src/query/reading.js";
import type { ViewsCheckpoint } from "../src/sqlite/views-kind.js";
import { rightOf } from "./journal-fixture.js";

/** Views that have begun with their journal. */
export const viewsOf = (options: OpenViews): Views => {
  const views = rightOf(openViews(options));
  views.begin(options.journalId ?? "", Number.MAX_SAFE_INTEGER);
  return views;
};

type LedgerFile = FoldedFile<ViewsCheckpoint, Reading, void>;

/** A file of the ledger's views in the thread that folds into it. */
export const openLedgerFile = (
  path: string,
  journal = "",
  keepsTexts = false,
): Either<ViewsError, LedgerFile> =>
  openFoldedFile(ledgerFold(undefined, keepsTexts), { path, journal });

/** The same, begun. */
export const ledgerFile = (path = ":memory:", journal = "", keepsTexts = false): LedgerFile => {
  const file = rightOf(openLedgerFile(path, journal, keepsTexts));
  file.begin(journal, Number.MAX_SAFE_INTEGER);
  return file;
};

/** The database of a file that is open. */
export const databaseOf = ({ db }: Pick<LedgerFile, "db">): Database => {
  if (db === undefined) throw new Error("the file is not open");
  return db;
};
