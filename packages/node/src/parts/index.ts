// What a ledger consists of, for tests that open one with other parts; it may change at any time.
export type { Journal } from "../journal/journal.js";
export type { LedgerPart } from "../open/ledger-parts.js";
export { ledgerParts, openLedgerOf } from "../open/open-ledger.js";
export { stateKeeperBy } from "../open/state-parts.js";
export { openWallet } from "../wallet/open-wallet.js";
