import type { Transfer } from "../src/index.js";
import type { TransferOutput } from "../src/amulet/transfer/transfer-types.js";
import { alice, cc } from "./coin-fixture.js";

/** An output of a transfer without a lock, unless more says otherwise. */
export const output = (receiver: string, amount: string, more: Partial<TransferOutput> = {}) => ({
  receiver,
  receiverFeeRatio: cc("0"),
  amount: cc(amount),
  lock: undefined,
  ...more,
});

/** A transfer of alice's by herself, of nothing to no one, with changes. */
export const transferOf = (changes: Partial<Transfer>): Transfer => ({
  sender: alice,
  provider: alice,
  inputs: [],
  outputs: [],
  beneficiaries: undefined,
  ...changes,
});
