export { embeddedDatabase, serverDatabase, type StoreDatabase } from "./database/open-database.js";
export { type Following, followLedger } from "./follow-ledger.js";
export { embeddedSource } from "./source/embedded-source.js";
export type { LedgerSource, Scope } from "./source/ledger-source.js";
export { type RemoteLedger, remoteSource } from "./source/remote-source.js";
export { type DeclaredIndex, QueryStore } from "./store/query-store.js";
