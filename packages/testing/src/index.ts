export { testCoin, type TestCoin, type TestCoinOptions } from "./coin/test-coin.js";
export { type Effects, expectEffects } from "./ledger/expect-effects.js";
export { expectRefused, type Tried } from "./ledger/expect-refused.js";
export type { Attempt, Scenario } from "./ledger/scenario.js";
export type { Submitter } from "./ledger/submitter.js";
export { expectAlways, type Law } from "./laws/expect-always.js";
export type { TestClock } from "./ledger/test-clock.js";
export {
  testLedger,
  type TestLedger,
  type TestLedgerOptions,
} from "./ledger/test-ledger.js";
