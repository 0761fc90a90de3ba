export { Database, type DatabaseOptions, type TransactionMode } from "./database.js";
export { type DriverName, sqliteDriver } from "./driver.js";
export { exclusiveLock } from "./exclusive-lock.js";
export { logCopyingThread } from "./log-copying-thread.js";
export { sqliteCode, sqliteError } from "./sqlite-error.js";
export { type RunResult, Statement } from "./statement.js";
export { terminateThread } from "./terminate-thread.js";
