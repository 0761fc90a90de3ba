import { join } from "node:path";
import type { StoreProvider } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";
import { sqliteStore } from "./sqlite-store.js";

/** The journal's file in the folder that `sqlite:<folder>` names. */
const JOURNAL_FILE = "journal.db";

/** Journals in SQLite files, `sqlite:<folder>`. The folder must exist. */
export const storeProvider: StoreProvider = {
  scheme: "sqlite",
  open: async (folder, { shared, readOnly = false, acceptsLoss = false, notice, onThreadEnd }) => {
    const file = join(folder, JOURNAL_FILE);
    const options = { file, lock: !shared, readOnly, acceptLostTail: acceptsLoss, onThreadEnd };
    const opened = await sqliteStore(options);
    if (isLeft(opened)) return opened;
    const { evidence, lostTail } = opened.right.report;
    if (evidence === "unreadable")
      notice?.(`${file}.head cannot be read: it is not known whether the journal lost its end`);
    if (lostTail !== undefined) {
      const { acknowledgedPosition, foundPosition } = lostTail;
      notice?.(`${file} ends at position ${foundPosition}, acknowledged ${acknowledgedPosition}`);
    }
    return opened;
  },
};
