import { expect } from "chai";
import * as fc from "fast-check";
import { Amulet, AmuletRules_Transfer, LockedAmulet } from "../../../src/index.js";
import { alice, bob, carol, cc, CoinLedger, createdIn, dso, Refused } from "../../coin-fixture.js";
import { output, transferOf } from "../../transfer-fixture.js";

describe("the limits of a transfer", () => {
  const errorOf = (attempt: () => unknown) => {
    try {
      attempt();
    } catch (thrown) {
      if (thrown instanceof Refused) return thrown.error;
      throw thrown;
    }
    throw new Error("accepted");
  };

  it("are 100 inputs; more are the command's own error", () => {
    const ledger = new CoinLedger();
    for (let n = 0; n < 101; n += 1) ledger.tap(alice, "1");
    const error = errorOf(() => ledger.transfer(alice, [[bob, "1"]]));
    expect(error.context).to.include({
      error_id: "splice.lfdecentralizedtrust.org/maximum-inputs-exceeded",
      category: "8",
    });
    ledger.transfer(alice, [[bob, "1"]], { inputs: ledger.coinsOf(alice).slice(1) });
  });

  it("are 100 outputs; more are the command's own error", () => {
    const ledger = new CoinLedger();
    ledger.tap(alice, "200");
    const many = Array.from({ length: 101 }, () => [bob, "1"] as const);
    expect(errorOf(() => ledger.transfer(alice, many)).context).to.include({
      error_id: "splice.lfdecentralizedtrust.org/maximum-outputs-exceeded",
      category: "8",
    });
    ledger.transfer(alice, many.slice(1));
  });

  it("are funds, of which there may be more later", () => {
    const ledger = new CoinLedger();
    ledger.tap(alice, "10");
    expect(errorOf(() => ledger.transfer(alice, [[bob, "13"]])).context).to.include({
      error_id: "splice.lfdecentralizedtrust.org/insufficient-funds",
      category: "9",
    });
  });

  it("count the holders of a lock once each, and the owner not at all", () => {
    const ledger = new CoinLedger();
    const coin = ledger.tap(alice, "10");
    const holders = Array.from({ length: 60 }, (_, n) => [alice, bob, carol][n % 3] ?? "");
    const attempt = () =>
      ledger.exercise([alice, bob, carol], AmuletRules_Transfer, ledger.rules, {
        transfer: transferOf({
          inputs: [{ tag: "InputAmulet", value: coin }],
          outputs: [
            output(alice, "1", {
              lock: { holders, expiresAt: BigInt(ledger.now + 1), optContext: undefined },
            }),
          ],
        }),
        context: ledger.context,
        expectedDso: dso,
      });
    expect(ledger.reasonOf(attempt)).to.equal("accepted");
    expect(ledger.active(LockedAmulet)[0]?.payload.lock.holders).to.deep.equal([bob, carol]);
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
