export { randomIds } from "./ids.js";
export type {
  AllocateParty,
  Committed,
  CreateUser,
  Ids,
  Ledger,
  LedgerOptions,
  OpenFailure,
  Submitted,
  Submitter,
} from "./ledger.js";
export { defaultLedgerConfig, type LedgerConfig } from "./ledger-config.js";
export { defaultAdminUser, openLedger } from "./open-ledger.js";
export { sha256 } from "./sha256.js";
export { storeMessage } from "./store-message.js";
