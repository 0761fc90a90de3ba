import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type {
  TransferEndReason,
  TransferInstructionAction,
  TransferInstructionState,
} from "../../../src/index.js";
import {
  nextTransferState,
  pendingTransfer,
} from "../../../src/amulet/instruction/transfer-instruction-state.js";

const executeBefore = 1_000;
const actions: ReadonlyArray<TransferInstructionAction> = [
  "accept",
  "reject",
  "withdraw",
  "expire",
];

const shown = (
  state: TransferInstructionState,
  action: TransferInstructionAction,
  now: number,
): string => {
  const next = nextTransferState(state, action, {
    now: BigInt(now),
    executeBefore: BigInt(executeBefore),
  });
  if (isLeft(next)) return next.left;
  return next.right.status === "ended" ? next.right.reason : next.right.status;
};

describe("a transfer instruction that is pending", () => {
  const table: ReadonlyArray<readonly [TransferInstructionAction, number, string]> = [
    ["accept", 0, "completed"],
    ["accept", 999, "completed"],
    ["accept", 1_000, "deadline-exceeded"],
    ["accept", 1_001, "deadline-exceeded"],
    ["reject", 999, "rejected"],
    ["reject", 1_000, "rejected"],
    ["withdraw", 999, "withdrawn"],
    ["withdraw", 1_000, "withdrawn"],
    ["expire", 999, "deadline-not-exceeded"],
    ["expire", 1_000, "expired"],
  ];
  for (const [action, now, outcome] of table) {
    it(`answers ${action} at ${now} of ${executeBefore} with ${outcome}`, () => {
      expect(shown(pendingTransfer, action, now)).to.equal(outcome);
    });
  }
});

describe("a transfer instruction that has ended", () => {
  const reasons: ReadonlyArray<TransferEndReason> = [
    "completed",
    "rejected",
    "withdrawn",
    "expired",
  ];
  for (const reason of reasons) {
    it(`as ${reason} stays so`, () => {
      for (const action of actions) {
        for (const now of [0, 999, 1_000, 2_000])
          expect(shown({ status: "ended", reason }, action, now)).to.equal("already-ended");
      }
    });
  }
});
