import { expect } from "chai";
import {
  allocationInstructionV2,
  allocationV2,
  AmuletAllocation,
  type AllocationPayload,
  transferInstructionV2,
} from "../../src/index.js";
import { AmuletAllocationV2 } from "../../src/amulet/allocation/amulet-allocation-v2.js";
import { basicAccount } from "../../src/token-standard/accounts.js";
import { receiverSide, senderSide } from "../../src/token-standard/legs.js";
import { allocate as allocateV1, allocationIn, settlementOf } from "../allocation-fixture.js";
import { alice, bob, carol, cc, type CoinLedger, dso, minute, provider } from "../coin-fixture.js";
import { noMeta, V2World } from "./v2-world.js";

type Leg = allocationV2.TransferLeg;

const leg = (id: number, sender: string, receiver: string, amount: string): Leg => ({
  transferLegId: `leg ${id}`,
  sender: basicAccount(sender),
  receiver: basicAccount(receiver),
  amount: cc(amount),
  instrumentId: "Amulet",
  meta: noMeta,
});

const settlement = { executors: [provider], id: "trade", cid: undefined, meta: noMeta };

interface Terms {
  readonly committed?: boolean;
  readonly deadline?: bigint;
  readonly funding?: string;
}

const allocate = (
  ledger: CoinLedger,
  legs: ReadonlyArray<Leg>,
  party: string,
  { committed = false, deadline, funding }: Terms = {},
): string => {
  const { output } = ledger.exercise(
    [party],
    allocationInstructionV2.AllocationFactory_Allocate,
    ledger.externalRules,
    {
      settlement,
      allocation: {
        admin: dso,
        authorizer: basicAccount(party),
        transferLegSides: legs.flatMap((each) => [
          ...(each.sender.owner === party ? [senderSide(each)] : []),
          ...(each.receiver.owner === party ? [receiverSide(each)] : []),
        ]),
        settlementDeadline: deadline,
        nextIterationFunding:
          funding === undefined ? undefined : new Map([["Amulet", cc(funding)]]),
        committed,
        meta: noMeta,
      },
      requestedAt: BigInt(ledger.now),
      inputHoldingCids: ledger.coinsOf(party),
      extraArgs: ledger.extraArgs(),
      actors: [party],
    },
  );
  if (output.tag !== "AllocationInstructionResult_Completed") throw new Error(output.tag);
  return output.value.allocationCid;
};

const settle = (
  ledger: CoinLedger,
  legs: ReadonlyArray<Leg>,
  cids: ReadonlyArray<string>,
  more: Partial<allocationV2.FinalizedAllocation> = {},
  by: ReadonlyArray<string> = [provider],
) =>
  ledger.exercise(by, allocationV2.SettlementFactory_SettleBatch, ledger.externalRules, {
    settlement,
    transferLegs: legs,
    allocations: cids.map((allocationCid) => ({
      allocationCid,
      extraTransferLegSides: [],
      nextIterationFunding: undefined,
      ...more,
    })),
    actors: by,
    extraArgs: ledger.extraArgs(),
  });

const allOf = (ledger: CoinLedger, party: string): number =>
  Number(ledger.balanceOf(party)) + Number(ledger.lockedBalanceOf(party));

describe("settlement in batches", () => {
  it("nets what accounts send and receive, and locks only what is missing", () => {
    const { ledger } = new V2World();
    const legs = [leg(0, alice, bob, "100"), leg(1, bob, alice, "70"), leg(2, bob, carol, "5")];
    const cids = [alice, bob, carol].map((party) => allocate(ledger, legs, party));
    expect(ledger.lockedBalanceOf(alice)).to.equal("30.0000000000");
    expect(ledger.lockedBalanceOf(bob)).to.equal("0.0000000000");
    settle(ledger, legs, cids);
    expect([alice, bob, carol].map((party) => allOf(ledger, party))).to.deep.equal([
      1470, 1525, 1505,
    ]);
    expect(ledger.active(AmuletAllocationV2)).to.deep.equal([]);
  });

  it("takes 25 legs with 50 allocations of 50 accounts", () => {
    const world = new V2World();
    const parties = Array.from(
      { length: 25 },
      (_, n) => [`a${n}::1220aa`, `b${n}::1220bb`] as const,
    );
    const ledger = world.withParties(parties.flat());
    const legs = parties.map(([from, to], n) => leg(n, from, to, "1"));
    for (const [from] of parties) ledger.tap(from, "2");
    const cids = parties.flatMap(([from, to]) => [
      allocate(ledger, legs, from),
      allocate(ledger, legs, to),
    ]);
    settle(ledger, legs, cids);
    expect(parties.every(([, to]) => ledger.balanceOf(to) === "1.0000000000")).to.equal(true);
  });

  it("is refused when an authorisation is missing, superfluous, or another executor's", () => {
    const { ledger } = new V2World();
    const legs = [leg(0, alice, bob, "10"), leg(1, bob, carol, "10")];
    const cids = [alice, bob, carol].map((party) => allocate(ledger, legs, party));
    const refused = (attempt: () => unknown) => ledger.reasonOf(attempt);
    expect(refused(() => settle(ledger, legs, cids.slice(1)))).to.match(
      /^'missing authorizations'/,
    );
    expect(refused(() => settle(ledger, legs.slice(0, 1), cids))).to.match(
      /^'superfluous authorizations'/,
    );
    expect(refused(() => settle(ledger, legs, cids, {}, [carol]))).to.match(/^'actors' does not/);
  });

  it("goes on in iterations with what is set aside", () => {
    const { ledger } = new V2World();
    const legs = [leg(0, alice, bob, "10")];
    const cids = [alice, bob].map((party) => allocate(ledger, legs, party, { funding: "50" }));
    expect(ledger.lockedBalanceOf(alice)).to.equal("60.0000000000");
    const funding = { nextIterationFunding: new Map([["Amulet", cc("40")]]) };
    settle(ledger, legs, cids, funding);
    const next = ledger.active(AmuletAllocationV2);
    expect(next.map(({ payload }) => payload.numIterations)).to.deep.equal([1n, 1n]);
    expect(ledger.lockedBalanceOf(alice)).to.equal("40.0000000000");
    const last = leg(1, bob, alice, "15");
    const sides = next.map(({ contractId, payload }) => ({
      allocationCid: contractId,
      extraTransferLegSides:
        payload.allocation.authorizer.owner === alice ? [receiverSide(last)] : [senderSide(last)],
      nextIterationFunding: undefined,
    }));
    ledger.exercise([provider], allocationV2.SettlementFactory_SettleBatch, ledger.externalRules, {
      settlement,
      transferLegs: [last],
      allocations: sides,
      actors: [provider],
      extraArgs: ledger.extraArgs(),
    });
    expect([alice, bob].map((party) => ledger.balanceOf(party))).to.deep.equal([
      "1505.0000000000",
      "1495.0000000000",
    ]);
  });
});

describe("an allocation", () => {
  const withdraw = (ledger: CoinLedger, cid: string) =>
    ledger.exercise([alice], allocationV2.Allocation_Withdraw, cid, {
      actors: [alice],
      extraArgs: ledger.extraArgs(),
    });

  it("that is committed cannot be withdrawn before its deadline", () => {
    const { ledger } = new V2World();
    const legs = [leg(0, alice, bob, "10")];
    const deadline = BigInt(ledger.now + 60 * minute);
    const bound = allocate(ledger, legs, alice, { committed: true, deadline });
    expect(ledger.reasonOf(() => withdraw(ledger, bound))).to.equal(
      "cannot-withdraw-committed-allocation",
    );
    ledger.pass(61 * minute);
    withdraw(ledger, bound);
    expect(ledger.lockedBalanceOf(alice)).to.equal("0.0000000000");
  });

  it("expires after 90 days, and the DSO cancels it then", () => {
    const { ledger } = new V2World();
    const cid = allocate(ledger, [leg(0, alice, bob, "10")], alice);
    const cancel = () =>
      ledger.exercise([dso], allocationV2.Allocation_Cancel, cid, {
        actors: [dso],
        extraArgs: ledger.extraArgs(),
      });
    expect(ledger.reasonOf(cancel)).to.equal("deadline-not-exceeded");
    ledger.pass(90 * 24 * 60 * minute);
    cancel();
    expect(ledger.balanceOf(alice)).to.equal("1500.0000000000");
  });

  it("of the first version is settled with one of the second", () => {
    const { ledger } = new V2World();
    const asked: Partial<AllocationPayload["allocation"]["settlement"]> = {
      settlementRef: { id: "trade", cid: undefined },
    };
    expect(settlementOf(ledger, asked).executor).to.equal(provider);
    const first = allocationIn(allocateV1(ledger, { settlement: asked }));
    expect(ledger.active(AmuletAllocation)[0]?.payload.expiresAt).to.equal(
      BigInt(ledger.now + 60 * minute),
    );
    const legs = [{ ...leg(0, alice, bob, "30"), transferLegId: "payment" }];
    settle(ledger, legs, [first, allocate(ledger, legs, bob)]);
    expect(ledger.balanceOf(bob)).to.equal("1530.0000000000");
  });
});

describe("a transfer of the second version", () => {
  const transfer = (ledger: CoinLedger, actors: ReadonlyArray<string>, days = 1) =>
    ledger.exercise(actors, transferInstructionV2.TransferFactory_Transfer, ledger.externalRules, {
      transfer: {
        ...ledger.transferOf(alice, bob, "10"),
        sender: basicAccount(alice),
        receiver: basicAccount(bob),
        executeBefore: BigInt(ledger.now + days * 24 * 60 * minute),
      },
      actors,
      extraArgs: ledger.extraArgs(),
    });

  it("is made at once when the receiver acts too, and waits for it otherwise", () => {
    const { ledger } = new V2World();
    expect(transfer(ledger, [alice, bob]).output.tag).to.equal(
      "TransferInstructionResult_Completed",
    );
    const { output } = transfer(ledger, [alice]);
    if (output.tag !== "TransferInstructionResult_Pending") throw new Error(output.tag);
    ledger.exercise(
      [bob],
      transferInstructionV2.TransferInstruction_Accept,
      output.value.transferInstructionCid,
      { actors: [bob], extraArgs: ledger.extraArgs() },
    );
    expect(ledger.balanceOf(bob)).to.equal("1520.0000000000");
  });

  it("takes at most 90 days", () => {
    const { ledger } = new V2World();
    expect(ledger.reasonOf(() => transfer(ledger, [alice], 91))).to.match(
      /^'transferLifetime' is greater than 'tokenStandardMaxTTL'/,
    );
  });
});
