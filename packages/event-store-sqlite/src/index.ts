export type { DurabilitySettings } from "./database.js";
export type { LostTail, OpeningReport } from "./opening-check.js";
export { type SqliteStore, type SqliteStoreOptions, sqliteStore } from "./sqlite-store.js";
export { storeProvider } from "./sqlite-provider.js";
