import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import {
  type AllocationDraft,
  allocationOf,
  noAllocation,
} from "../../../src/pages/allocations/allocation-draft.js";
import { lackOf, partyNamed, typedAmount } from "../typed.js";

const hourMicros = 3_600_000_000;

const filled: AllocationDraft = {
  settlement: " trade 7 ",
  leg: " pay ",
  executor: partyNamed("exchange"),
  receiver: partyNamed("bob"),
  amount: typedAmount("2.5"),
  term: "24",
};

describe("what is typed to allocate coins", () => {
  it("is an allocation that must be settled within twice its time", () => {
    expect(allocationOf(filled, 1_000)).to.deep.equal(
      right({
        settlement: {
          executor: filled.executor,
          settlement_ref: { id: "trade 7" },
          requested_at: 1_000_000,
          allocate_before: 1_000_000 + 24 * hourMicros,
          settle_before: 1_000_000 + 48 * hourMicros,
        },
        transfer_leg_id: "pay",
        transfer_leg: { receiver: filled.receiver, amount: "2.5000000000" },
      }),
    );
  });

  it("lacks something where a field is empty, or no party or amount", () => {
    const parts: ReadonlyArray<Partial<AllocationDraft>> = [
      { settlement: " " },
      { leg: "" },
      { executor: "exchange" },
      { receiver: "" },
      { amount: noAllocation.amount },
    ];
    for (const part of parts) {
      expect(lackOf(allocationOf({ ...filled, ...part }, 0)), JSON.stringify(part)).to.match(
        /all fields/,
      );
    }
  });
});
