import { expect } from "chai";
import { Amulet, AmuletRules_Transfer, metadataKeys, type Transfer } from "../../../src/index.js";
import { LockedAmulet_UnlockV2 } from "../../../src/amulet/holding/amulet.js";
import {
  alice,
  bob,
  carol,
  cc,
  CoinLedger,
  day,
  dso,
  partyOf,
  provider,
  Refused,
} from "../../coin-fixture.js";
import { output, transferOf } from "../../transfer-fixture.js";

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

  it("creates no empty coin when there is no change", () => {
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
  for (const [name, outputs, kind] of kinds) {
    it(`to ${name} is called ${kind}`, () => {
      const ledger = new CoinLedger();
      ledger.tap(alice, "10");
      const { meta } = ledger.transfer(alice, outputs);
      expect(meta?.values.get(metadataKeys.txKind)).to.equal(kind);
      expect(meta?.values.get(metadataKeys.sender)).to.equal(
        kind === "transfer" ? alice : undefined,
      );
    });
  }

  it("to a locked output is signed by the holders, who then hold it", () => {
    const ledger = new CoinLedger();
    const coin = ledger.tap(alice, "10");
    const lock = { holders: [carol], expiresAt: BigInt(ledger.now + day), optContext: undefined };
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
    lock: { holders, expiresAt: BigInt(expiresAt), optContext: undefined },
  });
  const holders = Array.from({ length: 51 }, (_, n) => partyOf(`holder${n}`));
  const many = (count: number) => Array.from({ length: count }, () => output(alice, "0.01"));
  const table: Readonly<Record<string, Case>> = {
    "without the receiver": { by: [alice], reason: "DAML_AUTHORIZATION_ERROR" },
    "without the sender": { by: [bob], reason: "DAML_AUTHORIZATION_ERROR" },
    "without the provider": {
      transfer: () => ({ provider }),
      reason: "DAML_AUTHORIZATION_ERROR",
    },
    "under other rules than expected": {
      expectedDso: bob,
      reason: "DSO party expected by caller 'bob' does not match actual DSO party 'DSO'",
    },
    "of nothing": {
      transfer: () => ({ outputs: [output(bob, "0")] }),
      reason: "Amount is positive",
    },
    "of less than nothing": {
      transfer: () => ({ outputs: [output(bob, "-1"), output(bob, "1")] }),
      reason: "Amount is positive",
    },
    "with a fee ratio above 1": {
      transfer: () => ({ outputs: [output(bob, "1", { receiverFeeRatio: cc("1.0000000001") })] }),
      reason: "Receiver fee ratio 1.0000000001 is not between 0.0 and 1.0",
    },
    "with a fee ratio below 0": {
      transfer: () => ({ outputs: [output(bob, "1", { receiverFeeRatio: cc("-0.0000000001") })] }),
      reason: "Receiver fee ratio -0.0000000001 is not between 0.0 and 1.0",
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
      reason: "ArithmeticError while evaluating (ADD_NUMERIC 9999999999999999999999999999.0 1.0).",
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
      reason: "Contract group identifier mismatch",
    },
    "of what is no coin": {
      transfer: (ledger) => ({ inputs: [{ tag: "InputAmulet", value: ledger.rules }] }),
      reason: "WRONGLY_TYPED_CONTRACT",
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
      by: [alice, bob, ...holders],
      transfer: ({ now }) => ({ outputs: [output(bob, "1", lock(holders, now + 1))] }),
      reason: "Fewer than the allowed number of lock holders",
    },
    "in a round that has not opened": {
      before: (ledger) => {
        ledger.openRound(1n, { opensAt: BigInt(ledger.now + 1) });
      },
      reason: "deadline-not-exceeded",
    },
    "in a round of another coin": {
      before: (ledger) => {
        ledger.openRound(1n, { dso: bob });
      },
      reason: "Contract group identifier mismatch",
    },
  };
  for (const [name, { transfer, by, before, expectedDso, reason }] of Object.entries(table)) {
    it(`${name}: ${reason}`, () => {
      const ledger = new CoinLedger({ parties: holders });
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
  }

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
        requiredAmount: "3.0",
      });
    }
  });
});
