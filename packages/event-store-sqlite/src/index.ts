export type { DurabilitySettings } from "./files/database.js";
export type { LostTail, OpeningReport } from "./checks/opening-check.js";
export { type SqliteStore, type SqliteStoreOptions, sqliteStore } from "./sqlite-store.js";
export { storeProvider } from "./sqlite-provider.js";
