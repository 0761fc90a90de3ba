import { expect } from "chai";
import { exerciseSentence, isSaid } from "../../src/description/coin-sentences.js";
import type { Value } from "../../src/messages/value.js";
import { create, exercise, numeric, party, record, text, time } from "./coin-messages.js";

const rules = create(
  "00bb",
  "Splice.ExternalPartyAmuletRules:ExternalPartyAmuletRules",
  record({}),
);
const through = (module: string, entityName: string) => ({
  interfaceId: {
    packageId: "cd".repeat(32),
    moduleName: `Splice.Api.Token.${module}`,
    entityName,
  },
});
const optional = (value: Value | undefined): Value => ({ kind: "optional", value });
const list = (...value: ReadonlyArray<Value>): Value => ({ kind: "list", value });
const side = (constructorName: string): Value => ({
  kind: "enum",
  value: { enumId: undefined, constructorName },
});
const deadline = 1_767_225_600_000_000n;

const account = (owner: string, provider?: string, id = "") =>
  record({
    owner: optional(party(owner)),
    provider: optional(provider === undefined ? undefined : party(provider)),
    id: text(id),
  });

const leg = (id: string, constructorName: string, amount: string, other: Value) =>
  record({
    transferLegId: text(id),
    side: side(constructorName),
    otherside: other,
    amount: numeric(amount),
    instrumentId: text("Amulet"),
  });

const specification = (changes: Readonly<Record<string, Value>> = {}) =>
  record({
    admin: party("dso"),
    authorizer: account("alice"),
    transferLegSides: list(
      leg("1", "SenderSide", "5.0", account("bob")),
      leg("2", "ReceiverSide", "2.0", account("carol", "bank", "savings")),
    ),
    settlementDeadline: optional(time(deadline)),
    nextIterationFunding: optional(undefined),
    committed: { kind: "bool", value: false },
    ...changes,
  });

const settlement = record({
  executors: list(party("venue"), party("broker")),
  id: text("trade-7"),
});

const allocate = (allocation: Value) =>
  exerciseSentence(
    exercise(
      rules,
      "AllocationFactory_Allocate",
      record({ settlement, allocation }),
      through("AllocationInstructionV2", "AllocationFactory"),
    ),
    rules,
  );

const plain =
  "for the settlement trade-7 by venue, broker, alice sends 5.0 Amulet to bob; " +
  "receives 2.0 Amulet from carol (at bank, account savings), (issued by dso), until 2026-01-01T00:00:00Z";

describe("The sentences of allocations", () => {
  it("say who settles, both directions, and until when", () => {
    expect(allocate(specification())).to.equal(`Reserves ${plain}`);
  });

  it("say what binds: that it cannot be withdrawn, and what further rounds may use", () => {
    const funding: Value = {
      kind: "textMap",
      value: [{ key: "Amulet", value: numeric("7.5") }],
    };
    const binding = specification({
      committed: { kind: "bool", value: true },
      nextIterationFunding: optional(funding),
    });
    expect(allocate(binding)).to.equal(
      `Reserves ${plain}, it cannot be withdrawn before the deadline, ` +
        "the executors may use it for further rounds and other transfers, with 7.5 Amulet",
    );
    const open = specification({
      settlementDeadline: optional(undefined),
      transferLegSides: list(),
    });
    expect(allocate(open)).to.contain(
      "alice transfers nothing yet, (issued by dso), without deadline",
    );
  });

  it("say the one transfer of the first version", () => {
    const first = record({
      settlement: record({
        executor: party("venue"),
        settlementRef: record({ id: text("trade-1") }),
        settleBefore: time(deadline),
      }),
      transferLegId: text("1"),
      transferLeg: record({
        sender: party("alice"),
        receiver: party("bob"),
        amount: numeric("5.0"),
        instrumentId: record({ admin: party("dso"), id: text("Amulet") }),
      }),
    });
    const made = exercise(
      rules,
      "AllocationFactory_Allocate",
      record({ allocation: first }),
      through("AllocationInstructionV1", "AllocationFactory"),
    );
    const words =
      "for the settlement trade-1 by venue, 5.0 Amulet (issued by dso) from alice to bob, until 2026-01-01T00:00:00Z";
    expect(exerciseSentence(made, rules)).to.equal(`Reserves ${words}`);
    const allocation = create(
      "00dd",
      "Splice.AmuletAllocation:AmuletAllocation",
      record({ allocation: first }),
    );
    const back = exercise(
      allocation,
      "Allocation_Withdraw",
      record({}),
      through("AllocationV1", "Allocation"),
    );
    expect(exerciseSentence(back, allocation)).to.equal(`Takes back what is reserved ${words}`);
    expect(exerciseSentence(back, undefined)).to.equal(
      "Takes back what is reserved for a settlement",
    );
  });

  it("say what is taken back or rejected, in the second version too", () => {
    const allocation = create(
      "00dd",
      "Splice.AmuletAllocationV2:AmuletAllocationV2",
      record({ settlement, allocation: specification() }),
    );
    const back = exercise(
      allocation,
      "Allocation_Withdraw",
      record({}),
      through("AllocationV2", "Allocation"),
    );
    expect(exerciseSentence(back, allocation)).to.equal(`Takes back what is reserved ${plain}`);
    const request = create("00ee", "Trade:Request", record({}), "app");
    const no = exercise(
      request,
      "AllocationRequest_Reject",
      record({}),
      through("AllocationRequestV2", "AllocationRequest"),
    );
    expect(exerciseSentence(no, request)).to.equal(
      "Rejects a request to reserve holdings for a settlement",
    );
  });

  it("leave a doubt of what else happens inside", () => {
    const allocation = create("00dd", "Splice.AmuletAllocationV2:AmuletAllocationV2", record({}));
    expect(isSaid(allocation, "AllocationFactory_Allocate")).to.equal(true);
    expect(isSaid(allocation, "TransferFactory_Transfer")).to.equal(false);
  });
});
