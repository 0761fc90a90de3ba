import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { AllocationAction, AllocationEndReason, AllocationState } from "../../../src/index.js";
import { allocated, nextAllocationState } from "../../../src/amulet/allocation/allocation-state.js";

const settleBefore = 1_000;
const actions: ReadonlyArray<AllocationAction> = ["execute", "cancel", "withdraw", "expire"];

const shown = (state: AllocationState, action: AllocationAction, now: number): string => {
  const next = nextAllocationState(state, action, {
    now: BigInt(now),
    settleBefore: BigInt(settleBefore),
  });
  if (isLeft(next)) return next.left;
  return next.right.status === "ended" ? next.right.reason : next.right.status;
};

describe("an allocation", () => {
  const table: ReadonlyArray<readonly [AllocationAction, number, string]> = [
    ["execute", 0, "executed"],
    ["execute", 999, "executed"],
    ["execute", 1_000, "deadline-exceeded"],
    ["execute", 1_001, "deadline-exceeded"],
    ["cancel", 999, "cancelled"],
    ["cancel", 1_000, "cancelled"],
    ["withdraw", 999, "withdrawn"],
    ["withdraw", 1_000, "withdrawn"],
    ["expire", 999, "deadline-not-exceeded"],
    ["expire", 1_000, "expired"],
  ];
  for (const [action, now, outcome] of table) {
    it(`answers ${action} at ${now} of ${settleBefore} with ${outcome}`, () => {
      expect(shown(allocated, action, now)).to.equal(outcome);
    });
  }

  const reasons: ReadonlyArray<AllocationEndReason> = [
    "executed",
    "cancelled",
    "withdrawn",
    "expired",
  ];
  for (const reason of reasons) {
    it(`that was ${reason} stays so`, () => {
      for (const action of actions) {
        for (const now of [0, 999, 1_000, 2_000])
          expect(shown({ status: "ended", reason }, action, now)).to.equal("already-ended");
      }
    });
  }
});
