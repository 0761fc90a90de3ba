import { expect } from "chai";
import * as fc from "fast-check";
import {
  Amulet,
  AmuletRules_Transfer,
  LockedAmulet_UnlockV2,
  metadataKeys,
  type Transfer,
  type TransferOutput,
} from "../../../src/index.js";
import {
  alice,
  bob,
  carol,
  cc,
  CoinLedger,
  createdIn,
  day,
  dso,
  minute,
  provider,
  Refused,
} from "../../coin-fixture.js";

const output = (receiver: string, amount: string, more: Partial<TransferOutput> = {}) => ({
  receiver,
  receiverFeeRatio: cc("0"),
  amount: cc(amount),
  lock: undefined,
  ...more,
});

const transferOf = (changes: Partial<Transfer>): Transfer => ({
  sender: alice,
  provider: alice,
  inputs: [],
  outputs: [],
  beneficiaries: undefined,
  ...changes,
});

describe("a transfer by the rules", () => {
  it("spends the inputs, makes the outputs, and gives the rest back", () => {
    const ledger = new CoinLedger();
    ledger.tap(alice, "10");
    ledger.tap(alice, "5.0000000001");
    const result = ledger.transfer(alice, [
      [bob, "7"],
      [carol, "0.0000000001"],
      [alice, "1"],
    ]);
    expect([alice, bob, carol].map((owner) => ledger.balanceOf(owner))).to.deep.equal([
      "8.0000000000",
      "7.0000000000",
      "0.0000000001",
    ]);
    expect(result.createdAmulets.map(({ tag }) => tag)).to.deep.equal([
      "TransferResultAmulet",
      "TransferResultAmulet",
      "TransferResultAmulet",
    ]);
    expect(result.summary.inputAmuletAmount).to.equal(cc("15.0000000001"));
    expect(result.summary.senderChangeAmount).to.equal(cc("7"));
    expect(result.summary.amuletPrice).to.equal(cc("0.1"));
    const change = ledger
      .active(Amulet)
      .find(({ contractId }) => contractId === result.senderChangeAmulet);
    expect(change?.payload.amount.initialAmount).to.equal(cc("7"));
  });

  it("costs nothing: every fee in its summary is 0, and no coupon is earned", () => {
    const ledger = new CoinLedger();
    ledger.tap(alice, "10");
    ledger.openRound(1000n);
    const { summary } = ledger.transfer(alice, [
      [bob, "7"],
      [carol, "1"],
    ]);
    const { holdingFees, outputFees, senderChangeFee } = summary;
    expect([holdingFees, ...outputFees, senderChangeFee]).to.deep.equal([0n, 0n, 0n, 0n]);
    expect(
      ledger.contracts().filter(({ templateId }) => templateId.includes("Coupon")),
    ).to.deep.equal([]);
  });

  it("makes no coin of nothing when there is no change", () => {
    const ledger = new CoinLedger();
    ledger.tap(alice, "10");
    expect(ledger.transfer(alice, [[bob, "10"]]).senderChangeAmulet).to.equal(undefined);
    expect(ledger.coinsOf(alice)).to.deep.equal([]);
  });

  it("makes coins of the round it names, at its rate", () => {
    const ledger = new CoinLedger();
    ledger.tap(alice, "10");
    ledger.openRound(8n, { amuletPrice: cc("0.005") });
    ledger.transfer(alice, [[bob, "4"]]);
    for (const { payload } of ledger.active(Amulet)) {
      expect(payload.amount.createdAt.number).to.equal(8n);
      expect(payload.amount.ratePerRound.rate).to.equal(cc("0.00380518"));
    }
  });

  it("sums up how holdings changed, as of round 0", () => {
    const ledger = new CoinLedger({ price: "0.005", firstRound: 10n });
    ledger.tap(alice, "10");
    ledger.openRound(20n);
    const { summary } = ledger.transfer(alice, [[bob, "4"]]);
    const rate = cc("0.00380518");
    // alice: +6 made in round 20, -10 made in round 10; bob: +4 made in round 20
    expect(Object.fromEntries(summary.balanceChanges)).to.deep.equal({
      [alice]: {
        changeToInitialAmountAsOfRoundZero: cc("-4") + rate * 20n - rate * 10n,
        changeToHoldingFeesRate: 0n,
      },
      [bob]: {
        changeToInitialAmountAsOfRoundZero: cc("4") + rate * 20n,
        changeToHoldingFeesRate: rate,
      },
    });
  });

  const kinds: ReadonlyArray<readonly [string, ReadonlyArray<readonly [string, string]>, string]> =
    [
      ["another party", [[bob, "1"]], "transfer"],
      [
        "another party among others",
        [
          [alice, "1"],
          [bob, "1"],
        ],
        "transfer",
      ],
      [
        "the sender",
        [
          [alice, "1"],
          [alice, "2"],
        ],
        "merge-split",
      ],
      ["nobody", [], "merge-split"],
    ];
  for (const [name, outputs, kind] of kinds)
    it(`to ${name} is called ${kind}`, () => {
      const ledger = new CoinLedger();
      ledger.tap(alice, "10");
      const { meta } = ledger.transfer(alice, outputs);
      expect(meta?.values.get(metadataKeys.txKind)).to.equal(kind);
      expect(meta?.values.get(metadataKeys.sender)).to.equal(
        kind === "transfer" ? alice : undefined,
      );
    });

  it("to a locked output is signed by the holders, who then hold it", () => {
    const ledger = new CoinLedger();
    const coin = ledger.tap(alice, "10");
    const lock = { holders: [carol], expiresAt: ledger.now + day, optContext: undefined };
    const argument = {
      transfer: transferOf({
        inputs: [{ tag: "InputAmulet", value: coin }],
        outputs: [output(bob, "4", { lock })],
      }),
      context: ledger.context,
      expectedDso: dso,
    };
    const lockFor = (by: ReadonlyArray<string>) =>
      ledger.exercise(by, AmuletRules_Transfer, ledger.rules, argument);
    expect(ledger.reasonOf(() => lockFor([alice, bob]))).to.equal("DAML_AUTHORIZATION_ERROR");
    const [made] = lockFor([alice, bob, carol]).createdAmulets;
    if (made?.tag !== "TransferResultLockedAmulet") throw new Error("not locked");
    expect(ledger.lockedBalanceOf(bob)).to.equal("4.0000000000");
    ledger.exercise([bob, carol], LockedAmulet_UnlockV2, made.value, {});
    expect(ledger.balanceOf(bob)).to.equal("4.0000000000");
  });
});

describe("a transfer is refused", () => {
  interface Case {
    readonly transfer?: (ledger: CoinLedger, coin: string) => Partial<Transfer>;
    readonly by?: ReadonlyArray<string>;
    readonly before?: (ledger: CoinLedger) => void;
    readonly expectedDso?: string;
    readonly reason: string;
  }
  const lock = (holders: ReadonlyArray<string>, expiresAt: number) => ({
    lock: { holders, expiresAt, optContext: undefined },
  });
  const many = (count: number) => Array.from({ length: count }, () => output(alice, "0.01"));
  const table: Readonly<Record<string, Case>> = {
    "without the receiver": { by: [alice], reason: "DAML_AUTHORIZATION_ERROR" },
    "without the sender": { by: [bob], reason: "DAML_AUTHORIZATION_ERROR" },
    "without the provider": {
      transfer: () => ({ provider }),
      reason: "DAML_AUTHORIZATION_ERROR",
    },
    "under other rules than expected": { expectedDso: bob, reason: "wrong-contract" },
    "of nothing": { transfer: () => ({ outputs: [output(bob, "0")] }), reason: "invalid-argument" },
    "of less than nothing": {
      transfer: () => ({ outputs: [output(bob, "-1"), output(bob, "1")] }),
      reason: "invalid-argument",
    },
    "with a fee ratio above 1": {
      transfer: () => ({ outputs: [output(bob, "1", { receiverFeeRatio: cc("1.0000000001") })] }),
      reason: "invalid-argument",
    },
    "with a fee ratio below 0": {
      transfer: () => ({ outputs: [output(bob, "1", { receiverFeeRatio: cc("-0.0000000001") })] }),
      reason: "invalid-argument",
    },
    "of more than there is": {
      transfer: () => ({ outputs: [output(bob, "10.0000000001")] }),
      reason: "insufficient-funds",
    },
    "without inputs": { transfer: () => ({ inputs: [] }), reason: "insufficient-funds" },
    "of amounts whose sum no number holds": {
      transfer: () => ({
        outputs: [output(bob, "9999999999999999999999999999"), output(bob, "1")],
      }),
      reason: "arithmetic",
    },
    "of one coin twice": {
      transfer: (_ledger, coin) => ({
        inputs: [
          { tag: "InputAmulet", value: coin },
          { tag: "InputAmulet", value: coin },
        ],
      }),
      reason: "CONTRACT_NOT_ACTIVE",
    },
    "of somebody else's coin": {
      transfer: (ledger) => ({ inputs: [{ tag: "InputAmulet", value: ledger.tap(carol, "10") }] }),
      reason: "wrong-contract",
    },
    "of what is no coin": {
      transfer: (ledger) => ({ inputs: [{ tag: "InputAmulet", value: ledger.rules }] }),
      reason: "WRONGLY_TYPED_CONTRACT",
    },
    "of 101 inputs": {
      transfer: (_ledger, coin) => ({
        inputs: Array.from({ length: 101 }, () => ({ tag: "InputAmulet", value: coin }) as const),
      }),
      reason: "maximum-inputs-exceeded",
    },
    "of 101 outputs": {
      transfer: () => ({ outputs: many(101) }),
      reason: "maximum-outputs-exceeded",
    },
    "to a lock that has expired": {
      transfer: ({ now }) => ({ outputs: [output(bob, "1", lock([alice], now))] }),
      reason: "deadline-exceeded",
    },
    "to a lock of 51 holders": {
      transfer: ({ now }) => ({
        outputs: [
          output(
            bob,
            "1",
            lock(
              Array.from({ length: 51 }, () => alice),
              now + 1,
            ),
          ),
        ],
      }),
      reason: "maximum-lock-holders-exceeded",
    },
    "in a round that has not opened": {
      before: (ledger) => {
        ledger.openRound(1n, { opensAt: ledger.now + 1 });
      },
      reason: "not-yet-open",
    },
    "in a round of another coin": {
      before: (ledger) => {
        ledger.openRound(1n, { dso: bob });
      },
      reason: "wrong-contract",
    },
  };
  for (const [name, { transfer, by, before, expectedDso, reason }] of Object.entries(table))
    it(`${name}: ${reason}`, () => {
      const ledger = new CoinLedger();
      const coin = ledger.tap(alice, "10");
      const inputs = [{ tag: "InputAmulet", value: coin }] as const;
      const asked = transferOf({
        inputs,
        outputs: [output(bob, "1")],
        ...transfer?.(ledger, coin),
      });
      before?.(ledger);
      const attempt = () =>
        ledger.exercise(by ?? [alice, bob], AmuletRules_Transfer, ledger.rules, {
          transfer: asked,
          context: ledger.context,
          expectedDso: expectedDso ?? dso,
        });
      expect(ledger.reasonOf(attempt)).to.equal(reason);
      expect(ledger.balanceOf(alice)).to.equal("10.0000000000");
    });

  it("with the missing amount when funds are short", () => {
    const ledger = new CoinLedger();
    ledger.tap(alice, "10");
    try {
      ledger.transfer(alice, [[bob, "13"]]);
      expect.fail("accepted");
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      expect(thrown.error.code).to.equal("DAML_FAILURE");
      expect(thrown.error.context).to.include({
        error_id: "splice.lfdecentralizedtrust.org/insufficient-funds",
        missingAmount: "3.0000000000",
      });
    }
  });
});

describe("locked coins as inputs", () => {
  const withLocked = (owner: string) => {
    const ledger = new CoinLedger();
    const coin = ledger.tap(owner, "10");
    const lock = { holders: [carol], expiresAt: ledger.now + minute, optContext: undefined };
    const [made] = ledger.exercise([owner, carol], AmuletRules_Transfer, ledger.rules, {
      transfer: transferOf({
        sender: owner,
        provider: owner,
        inputs: [{ tag: "InputAmulet", value: coin }],
        outputs: [output(owner, "10", { lock })],
      }),
      context: ledger.context,
      expectedDso: dso,
    }).createdAmulets;
    if (made?.tag !== "TransferResultLockedAmulet") throw new Error("not locked");
    return { ledger, locked: made.value };
  };

  const table: ReadonlyArray<readonly [string, string, number, string]> = [
    ["when the lock has expired", alice, minute, "accepted"],
    ["while the lock lasts", alice, minute - 1, "deadline-not-reached"],
    ["of somebody else, expired or not", bob, minute, "wrong-contract"],
  ];
  for (const [name, owner, after, outcome] of table)
    it(`can be spent ${name}: ${outcome}`, () => {
      const { ledger, locked } = withLocked(owner);
      ledger.pass(after);
      const spend = () => ledger.transfer(alice, [[carol, "10"]], { inputs: [locked] });
      expect(ledger.reasonOf(spend)).to.equal(outcome);
      expect(ledger.balanceOf(carol)).to.equal(
        outcome === "accepted" ? "10.0000000000" : "0.0000000000",
      );
    });
});

describe("merging and splitting", () => {
  it("takes 100 inputs and makes 100 outputs", () => {
    const ledger = new CoinLedger();
    ledger.tap(alice, "100");
    ledger.transfer(
      alice,
      Array.from({ length: 100 }, () => [alice, "1"] as const),
    );
    expect(ledger.coinsOf(alice)).to.have.lengthOf(100);
    ledger.transfer(alice, [[alice, "100"]]);
    expect(ledger.coinsOf(alice)).to.have.lengthOf(1);
    expect(ledger.balanceOf(alice)).to.equal("100.0000000000");
  });

  it("never changes a balance by one unit, in whatever order and however often", () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 22n });
    const step = fc.record({
      inputs: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
      outputs: fc.array(fc.nat({ max: 100 }), { maxLength: 5 }),
      price: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    });
    const decimal = (units: bigint) => {
      const digits = units.toString().padStart(11, "0");
      return `${digits.slice(0, -10)}.${digits.slice(-10)}`;
    };
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 1, maxLength: 5 }),
        fc.array(step, { maxLength: 8 }),
        (coins, steps) => {
          const ledger = new CoinLedger();
          for (const units of coins) ledger.tap(alice, decimal(units));
          const total = decimal(coins.reduce((sum, units) => sum + units, 0n));
          for (const [number, { inputs, outputs, price }] of steps.entries()) {
            ledger.openRound(BigInt(number + 1), { amuletPrice: cc(decimal(price)) });
            const owned = ledger.active(Amulet);
            const chosen = [...new Set(inputs.map((at) => owned[at % owned.length]))].flatMap(
              (coin) => (coin === undefined ? [] : [coin]),
            );
            const sum = chosen.reduce((all, { payload }) => all + payload.amount.initialAmount, 0n);
            // each output takes a part of what the ones before have left
            let left = sum;
            const made: Array<readonly [string, string]> = [];
            for (const percent of outputs) {
              const part = (left * BigInt(percent)) / 100n;
              if (part === 0n) continue;
              made.push([alice, decimal(part)]);
              left -= part;
            }
            ledger.transfer(alice, made, { inputs: chosen.map(({ contractId }) => contractId) });
            expect(ledger.balanceOf(alice)).to.equal(total);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

it("a transfer leaves nothing but coins behind", () => {
  const ledger = new CoinLedger();
  ledger.tap(alice, "10");
  const before = ledger.contracts().length;
  const { event } = ledger.run([alice, bob], AmuletRules_Transfer, ledger.rules, {
    transfer: transferOf({
      inputs: ledger.coinsOf(alice).map((value) => ({ tag: "InputAmulet", value })),
      outputs: [output(bob, "3")],
    }),
    context: ledger.context,
    expectedDso: dso,
  });
  expect(createdIn(event).map(({ templateId }) => templateId.split(":")[2])).to.deep.equal([
    "Amulet",
    "Amulet",
  ]);
  expect(ledger.contracts()).to.have.lengthOf(before + 1);
});
