import { existsSync } from "node:fs";
import { join } from "node:path";
import { folderFault } from "@tallystick/background";
import type { StoreProvider } from "@tallystick/event-store";
import { isLeft, left } from "fp-ts/lib/Either.js";
import { sqliteStore } from "./sqlite-store.js";

/** The journal's file in the folder that `sqlite:<folder>` names. */
const JOURNAL_FILE = "journal.db";

/** Why a folder has no journal that can be opened; undefined when it may have one. */
const faultOf = (folder: string, readOnly: boolean): string | undefined =>
  folderFault(folder) ??
  (readOnly && !existsSync(join(folder, JOURNAL_FILE))
    ? `${folder} has no ${JOURNAL_FILE}`
    : undefined);

/** Journals in SQLite files, `sqlite:<folder>`. The folder must exist. */
export const storeProvider: StoreProvider = {
  scheme: "sqlite",
  open: async (folder, { shared, readOnly = false, acceptsLoss = false, notice, onThreadEnd }) => {
    const fault = faultOf(folder, readOnly);
    if (fault !== undefined) {
      const reason = `${fault}; expected the folder of a journal`;
      return left({ kind: "unavailable", outcome: "known", reason });
    }
    const file = join(folder, JOURNAL_FILE);
    const options = { file, lock: !shared, readOnly, acceptLostTail: acceptsLoss, onThreadEnd };
    const opened = await sqliteStore(options);
    if (isLeft(opened)) return opened;
    const { evidence, lostTail } = opened.right.report;
    if (evidence === "unreadable")
      notice?.(`${file}.head cannot be read, so it is unknown whether the journal lost its end`);
    if (lostTail !== undefined) {
      const { acknowledgedPosition, foundPosition } = lostTail;
      notice?.(`${file} ends at position ${foundPosition}, acknowledged ${acknowledgedPosition}`);
    }
    return opened;
  },
};
