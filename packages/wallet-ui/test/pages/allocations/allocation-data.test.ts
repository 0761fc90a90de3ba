import { expect } from "chai";
import {
  type Allocation,
  isAllocated,
  type Settlement,
} from "../../../src/pages/allocations/allocation-data.js";

const settlement: Settlement = {
  executor: "exchange",
  settlementRef: { id: "trade 7" },
  requestedAt: "2026-01-01T00:00:00Z",
  allocateBefore: "2026-01-01T01:00:00Z",
  settleBefore: "2026-01-01T02:00:00Z",
};

const allocation: Allocation = {
  cid: "00ab",
  settlement,
  legId: "pay",
  leg: {
    sender: "alice",
    receiver: "bob",
    amount: "1",
    instrumentId: { admin: "dso", id: "Amulet" },
  },
};

describe("whether a leg is allocated", () => {
  it("is by the executor, the reference and the leg together", () => {
    const other = { ...settlement, settlementRef: { id: "trade 8" } };
    expect(isAllocated([allocation], settlement, "pay")).to.equal(true);
    expect(isAllocated([allocation], settlement, "get")).to.equal(false);
    expect(isAllocated([allocation], other, "pay")).to.equal(false);
    expect(isAllocated([allocation], { ...settlement, executor: "other" }, "pay")).to.equal(false);
    expect(isAllocated([], settlement, "pay")).to.equal(false);
  });
});
