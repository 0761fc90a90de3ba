import { expect } from "chai";
import {
  allocationInstructionV1,
  allocationV1,
  AmuletAllocation,
  AmuletAllocation_DsoExpire,
  AmuletRules_DevNet_FeatureApp,
  contextKeys,
  type ContextKey,
  LockedAmulet,
  metadataKeys,
  FeaturedAppActivityMarker,
} from "../../../src/index.js";
import { LockedAmulet_OwnerExpireLockV2 } from "../../../src/amulet/holding/amulet.js";
import {
  allocate,
  allocationIn,
  type Asking,
  coinLeg,
  settlementOf,
} from "../../allocation-fixture.js";
import {
  alice,
  bob,
  carol,
  CoinLedger,
  type CoinLedgerOptions,
  cc,
  day,
  dso,
  minute,
  provider,
} from "../../coin-fixture.js";

const { AllocationFactory_PublicFetch } = allocationInstructionV1;
const { Allocation, Allocation_Cancel, Allocation_ExecuteTransfer, Allocation_Withdraw } =
  allocationV1;

const rich = (options: CoinLedgerOptions = {}): CoinLedger => {
  const ledger = new CoinLedger(options);
  ledger.tap(alice, "100");
  return ledger;
};

/** Alice has reserved 30 of her 100 CC for bob. */
const waiting = () => {
  const ledger = rich();
  return { ledger, cid: allocationIn(allocate(ledger)) };
};

const balances = (ledger: CoinLedger): ReadonlyArray<string> => [
  ledger.balanceOf(alice),
  ledger.lockedBalanceOf(alice),
  ledger.balanceOf(bob),
];
const setAside = ["70.0000000000", "30.0000000000", "0.0000000000"];
const delivered = ["70.0000000000", "0.0000000000", "30.0000000000"];
const returned = ["100.0000000000", "0.0000000000", "0.0000000000"];

describe("reserving CC", () => {
  it("locks the amount for the DSO until the settlement's deadline and gives the change back", () => {
    const ledger = rich();
    const result = allocate(ledger, {
      leg: { meta: { values: new Map([[metadataKeys.reason, "a trade"]]) } },
    });
    expect(balances(ledger)).to.deep.equal(setAside);
    expect(result.senderChangeCids).to.deep.equal(ledger.coinsOf(alice));
    expect(result.meta.values.get(metadataKeys.reason)).to.equal(undefined);
    const [locked] = ledger.active(LockedAmulet);
    expect(locked?.payload.lock).to.deep.include({
      holders: [dso],
      expiresAt: BigInt(ledger.now + 60 * minute),
    });
    expect(locked?.payload.lock.optContext).to.equal(
      `allocation for transfer leg "payment" to '${bob}'`,
    );
    const view = ledger.views(Allocation).get(allocationIn(result));
    expect(view?.holdingCids).to.deep.equal([locked?.contractId]);
    expect(view?.allocation.settlement).to.deep.equal(settlementOf(ledger));
    expect(view?.allocation.transferLeg.amount).to.equal(cc("30"));
  });

  const refused: Readonly<Record<string, readonly [(ledger: CoinLedger) => Asking, string]>> = {
    "by the receiver": [() => ({ by: bob }), "DAML_AUTHORIZATION_ERROR"],
    "by the executor": [() => ({ by: provider }), "DAML_AUTHORIZATION_ERROR"],
    "with another administrator's rules": [
      () => ({ argument: { expectedAdmin: carol } }),
      "Expected admin 'carol' matches actual admin 'DSO'",
    ],
    "of another instrument": [
      () => ({ leg: { instrumentId: { admin: dso, id: "Gold" } } }),
      "Instrument-id must match the factory",
    ],
    "of another administrator's coin": [
      () => ({ leg: { instrumentId: { admin: carol, id: "Amulet" } } }),
      "Instrument-id must match the factory",
    ],
    "of nothing": [() => ({ leg: { amount: cc("0") } }), "Transfer amount must be positive"],
    "of less than nothing": [
      () => ({ leg: { amount: cc("-1") } }),
      "Transfer amount must be positive",
    ],
    "without holdings": [
      () => ({ argument: { inputHoldingCids: [] } }),
      "At least one input holding must be provided",
    ],
    "for a settlement of the future": [
      ({ now }) => ({ settlement: { requestedAt: BigInt(now + 1) } }),
      "deadline-not-exceeded",
    ],
    "asked for in the future": [
      ({ now }) => ({ argument: { requestedAt: BigInt(now + 1) } }),
      "deadline-not-exceeded",
    ],
    "too late": [
      ({ now }) => ({ settlement: { allocateBefore: BigInt(now) } }),
      "deadline-exceeded",
    ],
    "with a settlement that ends before the allocation": [
      ({ now }) => ({ settlement: { settleBefore: BigInt(now + 30 * minute - 1) } }),
      "Allocation.settlement.allocateBefore <= Allocation.settlement.settleBefore",
    ],
    "of more than there is": [() => ({ leg: { amount: cc("100.1") } }), "insufficient-funds"],
    "of somebody else's holding": [
      (ledger) => ({ argument: { inputHoldingCids: [ledger.tap(carol, "50")] } }),
      "Contract group identifier mismatch",
    ],
    "of one holding 101 times": [
      (ledger) => ({
        argument: {
          inputHoldingCids: Array.from({ length: 101 }, () => ledger.coinsOf(alice)[0] ?? ""),
        },
      }),
      "CONTRACT_NOT_ACTIVE",
    ],
  };
  for (const [name, [asking, outcome]] of Object.entries(refused)) {
    it(`${name} is refused: ${outcome}`, () => {
      const ledger = rich();
      const asked = asking(ledger);
      expect(ledger.reasonOf(() => allocate(ledger, asked))).to.equal(outcome);
      expect(ledger.active(AmuletAllocation)).to.deep.equal([]);
    });
  }

  const accepted: Readonly<Record<string, (ledger: CoinLedger) => Asking>> = {
    "until the last moment": ({ now }) => ({ settlement: { allocateBefore: BigInt(now + 1) } }),
    "with one deadline for both": ({ now }) => ({
      settlement: { settleBefore: BigInt(now + 30 * minute) },
    }),
    "for years": ({ now }) => ({ settlement: { settleBefore: BigInt(now + 900 * day) } }),
  };
  for (const [name, asking] of Object.entries(accepted)) {
    it(`${name} is possible`, () => {
      const ledger = rich();
      expect(ledger.reasonOf(() => allocate(ledger, asking(ledger)))).to.equal("accepted");
    });
  }

  it("needs what outlives rounds in the context", () => {
    const ledger = rich();
    const extraArgs = { context: { values: new Map() }, meta: { values: new Map() } };
    expect(ledger.reasonOf(() => allocate(ledger, { argument: { extraArgs } }))).to.equal(
      "Missing context entry for",
    );
  });

  it("happens at a factory that anyone can look at who expects its administrator", () => {
    const ledger = rich();
    const look = (expectedAdmin: string) =>
      ledger.exercise([bob], AllocationFactory_PublicFetch, ledger.externalRules, {
        expectedAdmin,
        actor: bob,
      });
    expect(look(dso).admin).to.equal(dso);
    expect(ledger.reasonOf(() => look(carol))).to.equal(
      "Expected admin 'carol' matches actual admin 'DSO'",
    );
  });
});

describe("CC reserved", () => {
  const everybody = [provider, alice, bob];
  const inTime = 60 * minute - 1;
  const late = 60 * minute;
  const choices = [Allocation_ExecuteTransfer, Allocation_Cancel, Allocation_Withdraw] as const;
  type Ending = (typeof choices)[number];
  const endBy = (
    ledger: CoinLedger,
    choice: Ending,
    by: ReadonlyArray<string>,
    cid: string,
    more: Partial<Record<ContextKey, string | boolean>> = {},
  ) => ledger.run(by, choice, cid, { extraArgs: ledger.extraArgs(more) }).result;

  const refusedTo = "DAML_AUTHORIZATION_ERROR";
  const table: ReadonlyArray<readonly [Ending, ReadonlyArray<string>, number, string]> = [
    [Allocation_ExecuteTransfer, everybody, 0, "executed"],
    [Allocation_ExecuteTransfer, everybody, inTime, "executed"],
    [Allocation_ExecuteTransfer, everybody, late, "deadline-exceeded"],
    [Allocation_ExecuteTransfer, [provider, alice], 0, refusedTo],
    [Allocation_ExecuteTransfer, [provider, bob], 0, refusedTo],
    [Allocation_ExecuteTransfer, [alice, bob], 0, refusedTo],
    [Allocation_ExecuteTransfer, [dso], 0, refusedTo],
    [Allocation_Cancel, everybody, 0, "cancelled"],
    [Allocation_Cancel, everybody, late, "cancelled"],
    [Allocation_Cancel, [provider, alice], 0, refusedTo],
    [Allocation_Cancel, [provider, bob], 0, refusedTo],
    [Allocation_Cancel, [alice, bob], 0, refusedTo],
    [Allocation_Withdraw, [alice], 0, "withdrawn"],
    [Allocation_Withdraw, [alice], late, "withdrawn"],
    [Allocation_Withdraw, [provider], 0, refusedTo],
    [Allocation_Withdraw, [bob], late, refusedTo],
    [Allocation_Withdraw, [dso], late, refusedTo],
  ];
  for (const [choice, by, after, outcome] of table) {
    it(`answers ${choice.name} by ${by.map((party) => party.split("::")[0] ?? "").join()} after ${after} us with ${outcome}`, () => {
      const { ledger, cid } = waiting();
      ledger.pass(after);
      const isOver = ["executed", "cancelled", "withdrawn"].includes(outcome);
      const reason = ledger.reasonOf(() => endBy(ledger, choice, by, cid));
      expect(reason).to.equal(isOver ? "accepted" : outcome);
      const expected = !isOver ? setAside : outcome === "executed" ? delivered : returned;
      expect(balances(ledger)).to.deep.equal(expected);
      expect(ledger.active(AmuletAllocation)).to.have.lengthOf(isOver ? 0 : 1);
    });
  }

  const expire = (ledger: CoinLedger, cid: string, by = dso, expireLock = true) =>
    ledger.exercise([by], AmuletAllocation_DsoExpire, cid, { expireLock });
  const expiries: ReadonlyArray<readonly [string, number, string]> = [
    [dso, late, "accepted"],
    [dso, inTime, "deadline-not-exceeded"],
    [alice, late, refusedTo],
    [provider, late, refusedTo],
  ];
  for (const [by, after, outcome] of expiries) {
    it(`answers expiry by ${by.split("::")[0] ?? ""} after ${after} us with ${outcome}`, () => {
      const { ledger, cid } = waiting();
      ledger.pass(after);
      expect(ledger.reasonOf(() => expire(ledger, cid, by))).to.equal(outcome);
      expect(balances(ledger)).to.deep.equal(outcome === "accepted" ? returned : setAside);
    });
  }

  type End = (ledger: CoinLedger, cid: string) => unknown;
  const endings: ReadonlyArray<readonly [string, End]> = [
    ["executed", (ledger, cid) => endBy(ledger, Allocation_ExecuteTransfer, everybody, cid)],
    ["cancelled", (ledger, cid) => endBy(ledger, Allocation_Cancel, everybody, cid)],
    ["withdrawn", (ledger, cid) => endBy(ledger, Allocation_Withdraw, [alice], cid)],
    [
      "expired",
      (ledger, cid) => {
        ledger.pass(late);
        return expire(ledger, cid);
      },
    ],
  ];
  for (const [first, end] of endings) {
    for (const [second, again] of endings) {
      it(`that was ${first} cannot be ${second} any more`, () => {
        const { ledger, cid } = waiting();
        end(ledger, cid);
        const before = balances(ledger);
        expect(ledger.reasonOf(() => again(ledger, cid))).to.equal("CONTRACT_NOT_FOUND");
        expect(balances(ledger)).to.deep.equal(before);
      });
    }
  }

  it("is delivered with the coins named", () => {
    const ledger = rich();
    const meta = { values: new Map([[metadataKeys.reason, "a trade"]]) };
    const cid = allocationIn(allocate(ledger, { leg: { meta } }));
    const { result } = ledger.run(everybody, Allocation_ExecuteTransfer, cid, {
      extraArgs: ledger.extraArgs(),
    });
    expect(result.receiverHoldingCids).to.deep.equal(ledger.coinsOf(bob));
    expect(result.senderHoldingCids).to.deep.equal([]);
    expect(Object.fromEntries(result.meta.values)).to.deep.equal({
      [metadataKeys.txKind]: "transfer",
      [metadataKeys.sender]: alice,
    });
  });

  it("cannot be unlocked by the owner before the deadline", () => {
    const { ledger } = waiting();
    const [locked] = ledger.active(LockedAmulet);
    const takeOut = () =>
      ledger.exercise([alice], LockedAmulet_OwnerExpireLockV2, locked?.contractId ?? "", {});
    expect(ledger.reasonOf(takeOut)).to.equal("deadline-not-exceeded");
  });

  it("when unlocked after expiry leaves an allocation that ends without a coin", () => {
    for (const [name, end] of [
      [
        "withdraw",
        (ledger, cid) =>
          endBy(ledger, Allocation_Withdraw, [alice], cid, { [contextKeys.expireLock]: false }),
      ],
      [
        "cancel",
        (ledger, cid) =>
          endBy(ledger, Allocation_Cancel, everybody, cid, { [contextKeys.expireLock]: false }),
      ],
      ["expire", (ledger, cid) => expire(ledger, cid, dso, false)],
    ] satisfies ReadonlyArray<readonly [string, End]>) {
      const { ledger, cid } = waiting();
      const [locked] = ledger.active(LockedAmulet);
      expect(
        ledger.reasonOf(() => end(ledger, cid)),
        name,
      ).to.equal("deadline-not-exceeded");
      ledger.pass(late);
      ledger.exercise([alice], LockedAmulet_OwnerExpireLockV2, locked?.contractId ?? "", {});
      expect(
        ledger.reasonOf(() => expire(ledger, cid)),
        name,
      ).to.equal("CONTRACT_NOT_FOUND");
      expect(end(ledger, cid), name).to.deep.include({ senderHoldingCids: [] });
      expect(balances(ledger), name).to.deep.equal(returned);
    }
  });

  it("leaves an executor with a featured app right its marker when it is executed", () => {
    const { ledger, cid } = waiting();
    const { featuredAppRightCid } = ledger.exercise(
      [provider],
      AmuletRules_DevNet_FeatureApp,
      ledger.rules,
      { provider },
    );
    endBy(ledger, Allocation_ExecuteTransfer, everybody, cid, {
      [contextKeys.featuredAppRight]: featuredAppRightCid,
    });
    expect(ledger.active(FeaturedAppActivityMarker).map(({ payload }) => payload)).to.deep.equal([
      { dso, provider, beneficiary: provider, weight: cc("1") },
    ]);
  });

  it("earns nothing with someone else's right, and is not executed", () => {
    const { ledger, cid } = waiting();
    const { featuredAppRightCid } = ledger.exercise(
      [carol],
      AmuletRules_DevNet_FeatureApp,
      ledger.rules,
      { provider: carol },
    );
    const attempt = () =>
      endBy(ledger, Allocation_ExecuteTransfer, everybody, cid, {
        [contextKeys.featuredAppRight]: featuredAppRightCid,
      });
    expect(ledger.reasonOf(attempt)).to.equal("Contract mismatch");
  });

  it("belongs to one leg: the sender may be its receiver too", () => {
    const ledger = rich();
    const cid = allocationIn(allocate(ledger, { leg: coinLeg({ receiver: alice }) }));
    ledger.run([provider, alice], Allocation_ExecuteTransfer, cid, {
      extraArgs: ledger.extraArgs(),
    });
    expect(ledger.balanceOf(alice)).to.equal("100.0000000000");
  });
});
