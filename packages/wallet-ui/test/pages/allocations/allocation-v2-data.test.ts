import { expect } from "chai";
import {
  allocateBodyV2,
  type AllocationV2,
  isAllocatedV2,
  isBound,
  isForWallet,
  type LegSide,
  lockedBy,
  nextDeadline,
  ownCoinIn,
  type Specification,
} from "../../../src/pages/allocations/allocation-v2-data.js";

const account = (owner: string | null) => ({ owner, provider: null, id: "" });
const leg = (side: LegSide["side"], amount: string, more: Partial<LegSide> = {}): LegSide => ({
  transferLegId: "pay",
  side,
  otherside: account("bob"),
  amount,
  instrumentId: "Amulet",
  ...more,
});
const asked = (more: Partial<Specification> = {}): Specification => ({
  admin: "dso",
  authorizer: account("alice"),
  transferLegSides: [leg("SenderSide", "5.0"), leg("ReceiverSide", "2.0")],
  committed: false,
  ...more,
});
const settlement = { executors: ["venue"], id: "trade 7", cid: "00ab" };
const deadline = "2026-01-01T01:00:00.123456Z";
const deadlineMs = Date.parse("2026-01-01T01:00:00.123Z");

describe("allocations of the second version", () => {
  it("lock what is sent and kept, less what is received", () => {
    expect(Number(lockedBy(asked()))).to.equal(3);
    expect(Number(lockedBy(asked({ nextIterationFunding: { Amulet: "4.0" } })))).to.equal(7);
    expect(lockedBy(asked({ transferLegSides: [leg("ReceiverSide", "2.0")] }))).to.equal("0");
    expect(lockedBy(asked({ transferLegSides: [] }))).to.equal("0");
  });

  it("are the party's where they are of its own account, and of the network's coin", () => {
    const others = [
      asked({ admin: "other" }),
      asked({ authorizer: account("bob") }),
      asked({ authorizer: { owner: "alice", provider: "bank", id: "" } }),
      asked({ authorizer: { owner: "alice", id: "savings" } }),
    ];
    const request = { cid: "c", settlement, allocations: [...others, asked()] };
    expect(ownCoinIn(request, "alice", "dso")).to.deep.equal([asked()]);
  });

  it("are for this wallet between accounts of parties alone, in coins", () => {
    const of = (more: Partial<LegSide>) =>
      isForWallet(asked({ transferLegSides: [leg("SenderSide", "1", more)] }));
    expect(of({})).to.equal(true);
    expect(of({ instrumentId: "other" })).to.equal(false);
    expect(of({ otherside: account(null) })).to.equal(false);
    expect(of({ otherside: { owner: "bob", provider: "bank", id: "" } })).to.equal(false);
  });

  it("are requested with everything that is asked", () => {
    const specification = asked({
      settlementDeadline: deadline,
      nextIterationFunding: { Amulet: "4.0" },
      committed: true,
      meta: { values: { a: "b" } },
    });
    expect(allocateBodyV2(settlement, specification)).to.deep.equal({
      settlement: {
        executors: ["venue"],
        settlement_ref: { id: "trade 7", cid: "00ab" },
        settlement_deadline: deadlineMs * 1_000 + 456,
        meta: {},
      },
      transfer_leg_sides: [
        { transfer_leg_id: "pay", side: "SENDERSIDE", otherside: "bob", amount: "5.0", meta: {} },
        { transfer_leg_id: "pay", side: "RECEIVERSIDE", otherside: "bob", amount: "2.0", meta: {} },
      ],
      next_iteration_funding: { Amulet: "4.0" },
      committed: true,
      meta: { a: "b" },
    });
    const bare = allocateBodyV2({ executors: ["venue"], id: "s", cid: null }, asked());
    expect(bare).to.not.have.any.keys("next_iteration_funding");
    expect(bare.settlement).to.deep.equal({
      executors: ["venue"],
      settlement_ref: { id: "s" },
      meta: {},
    });
  });

  it("are there for the same settlement of the same executors", () => {
    const own: AllocationV2 = { cid: "c", settlement, allocation: asked(), expiresAt: deadline };
    expect(isAllocatedV2([own], settlement)).to.equal(true);
    for (const other of [{ id: "trade 8" }, { cid: null }, { executors: ["venue", "x"] }])
      expect(isAllocatedV2([own], { ...settlement, ...other })).to.equal(false);
  });

  it("bind until their deadline when they are committed", () => {
    const committed = asked({ committed: true, settlementDeadline: deadline });
    expect(isBound(asked(), 0)).to.equal(false);
    expect(isBound(asked({ committed: true }), deadlineMs)).to.equal(true);
    expect(isBound(committed, deadlineMs - 1)).to.equal(true);
    expect(isBound(committed, deadlineMs)).to.equal(false);
    const own: AllocationV2 = { cid: "c", settlement, allocation: committed, expiresAt: deadline };
    expect(nextDeadline([own], deadlineMs - 5)).to.equal(5);
    expect(nextDeadline([own], deadlineMs)).to.equal(undefined);
    expect(nextDeadline([{ ...own, allocation: asked() }], 0)).to.equal(undefined);
  });
});
