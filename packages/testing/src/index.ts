export { expectRefused, type Tried } from "./ledger/expect-refused.js";
export type { TestClock } from "./ledger/test-clock.js";
export {
  type Submitter,
  testLedger,
  type TestLedger,
  type TestLedgerOptions,
} from "./ledger/test-ledger.js";
