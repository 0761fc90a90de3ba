// What a token of one's own needs besides the interfaces of the token standard: see examples/token.
// Each function that is a `ChoiceProgram` runs inside a choice's body, by `yield*`.

export {
  basicAccount,
  burnAccount,
  isBasicAccount,
  isSameAccount,
  mintAccount,
  principalOf,
  accountParties,
} from "./token-standard/accounts.js";
export { transferToV1, transferToV2 } from "./token-standard/bridge-v1.js";
export { neededInContext } from "./token-standard/choice-context.js";
export {
  type AccountChange,
  eventLogFor,
  logAccountChange,
} from "./token-standard/holdings-change.js";
export { netCredit, receiverSide, senderSide } from "./token-standard/legs.js";
export { settleBatch, settleBatchObservers } from "./token-standard/settle-batch.js";
export { availableActions } from "./amulet/allocation/allocation-rules.js";
export { cancelled, requireWithdrawable } from "./amulet/allocation/end-allocation.js";
export { constantInt, minus, plus, plusInt, zero } from "./model/arithmetic.js";
export { requireThat } from "./model/coin-error.js";
export { requireBefore, requireReached } from "./model/deadline.js";
export { requireActors } from "./model/require-related.js";
