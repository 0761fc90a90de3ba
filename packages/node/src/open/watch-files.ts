import { existsSync } from "node:fs";
import { join } from "node:path";
import { systemTimers, type Timers } from "@tallystick/background";
import { viewsFileName, walletFileName } from "../journal/views-file.js";
import type { LedgerNotice } from "../ledger/ledger-observer.js";

/** How often the files are checked; milliseconds. */
const lookEveryMs = 5_000;

/** A file that may be removed while it is used, and the consequence. */
interface WatchedFile {
  readonly name: string;
  readonly meaning: string;
}

const cache = "the views continue in the removed file, and are rebuilt at the next start";

/** The files of a data folder that a node can run without. */
const watchedFiles = (viewsFile: string): ReadonlyArray<WatchedFile> => [
  { name: viewsFile, meaning: cache },
  { name: walletFileName, meaning: cache },
  {
    name: join("snapshot", "manifest"),
    meaning:
      "the state is kept in memory, and is written with the next snapshot or folded from the journal at the next start",
  },
  {
    name: "journal.db.head",
    meaning:
      "until the next start recreates it, only views and snapshot can show that the journal lost its end; stop the node and " +
      "check the journal with audit verify",
  },
];

/**
 * Watches the files that a ledger can run without in its data folder, if it has one. Returns the
 * function that stops it.
 */
export const watchDataFolder = (
  data: string | undefined,
  { stream, journalId }: { readonly stream: string; readonly journalId: string },
  notice: (notice: LedgerNotice) => void,
  timers?: Timers,
): (() => void) =>
  data === undefined
    ? () => undefined
    : watchFiles(data, watchedFiles(viewsFileName(stream, journalId)), notice, lookEveryMs, timers);

/** Reports when a file is removed, and when it exists again. Returns the function that stops it. */
export const watchFiles = (
  data: string,
  files: ReadonlyArray<WatchedFile>,
  notice: (notice: LedgerNotice) => void,
  everyMs: number = lookEveryMs,
  timers: Timers = systemTimers,
): (() => void) => {
  const seen = new Set<string>();
  const gone = new Set<string>();
  const look = (): void => {
    for (const { name, meaning } of files) {
      if (existsSync(join(data, name))) {
        seen.add(name);
        if (gone.delete(name)) notice({ kind: "file-removed", message: `${name} exists again` });
      } else if (seen.has(name) && !gone.has(name)) {
        gone.add(name);
        const message = `${name} was removed while the node runs: ${meaning}`;
        notice({ kind: "file-removed", message });
      }
    }
  };
  look();
  const timer = timers.every(everyMs, look).unref();
  return () => timer.cancel();
};
