import { join } from "node:path";
import type { StoreProvider } from "@tallystick/event-store";
import { sqliteStore } from "./sqlite-store.js";

/** The journal's file in the folder that `sqlite:<folder>` names. */
export const JOURNAL_FILE = "journal.db";

/** Journals in SQLite files, `sqlite:<folder>`. The folder must exist. */
export const storeProvider: StoreProvider = {
  scheme: "sqlite",
  open: (folder, { shared, readOnly = false }) =>
    sqliteStore({ file: join(folder, JOURNAL_FILE), lock: !shared, readOnly }),
};
