import { expect } from "chai";
import { numericMaxUnits, numericFromUnits, numericToText } from "@tallystick/core";
import fc from "fast-check";
import { transferInstructionV1 } from "../../src/index.js";
import { AmuletRules_Mint } from "../../src/amulet/minting/amulet-rules-mint.js";
import { alice, bob, CoinLedger, dso, rightOf } from "../coin-fixture.js";

const most = numericMaxUnits;
const shown = (units: bigint): string => numericToText(rightOf(numericFromUnits(units)));

// coins at the end of the range must not be worth more in round 0 than a number holds, so their
// rate is as good as nothing
const ledgerWith = (amounts: ReadonlyArray<bigint>): CoinLedger => {
  const ledger = new CoinLedger({ price: "1000000000000000" });
  for (const units of amounts) {
    ledger.exercise([dso, alice], AmuletRules_Mint, ledger.rules, {
      receiver: alice,
      amount: rightOf(numericFromUnits(units)),
      openRound: ledger.round,
    });
  }
  return ledger;
};

describe("the greatest amount that a coin can have", () => {
  it("is transferred, split and merged to the last unit", () => {
    const ledger = ledgerWith([most]);
    ledger.transfer(alice, [[bob, shown(most)]]);
    expect(ledger.balanceOf(bob)).to.equal("9999999999999999999999999999.9999999999");
    ledger.transfer(bob, [
      [bob, shown(1n)],
      [bob, shown(most - 1n)],
    ]);
    expect(ledger.coinsOf(bob)).to.have.length(2);
    ledger.transfer(bob, [[bob, shown(most)]]);
    expect(ledger.coinsOf(bob)).to.have.length(1);
    expect(ledger.balanceOf(bob)).to.equal(shown(most));
  });

  it("is locked for a two-step transfer and comes back", () => {
    const ledger = ledgerWith([most]);
    const { output } = ledger.exercise(
      [alice],
      transferInstructionV1.TransferFactory_Transfer,
      ledger.externalRules,
      {
        expectedAdmin: dso,
        transfer: ledger.transferOf(alice, bob, shown(most)),
        extraArgs: ledger.extraArgs(),
      },
    );
    if (output.tag !== "TransferInstructionResult_Pending") throw new Error(output.tag);
    expect(ledger.lockedBalanceOf(alice)).to.equal(shown(most));
    ledger.exercise(
      [alice],
      transferInstructionV1.TransferInstruction_Withdraw,
      output.value.transferInstructionCid,
      { extraArgs: ledger.extraArgs() },
    );
    expect(ledger.balanceOf(alice)).to.equal(shown(most));
  });

  it("is the most that coins can be merged to; beyond it they stay as they are", () => {
    const near = fc.oneof(
      fc.bigInt({ min: 1n, max: 3n }),
      fc.bigInt({ min: most / 3n - 3n, max: most / 3n + 3n }),
      fc.bigInt({ min: most / 2n - 3n, max: most / 2n + 3n }),
      fc.bigInt({ min: most - 3n, max: most }),
    );
    fc.assert(
      fc.property(fc.array(near, { minLength: 1, maxLength: 4 }), (amounts) => {
        const ledger = ledgerWith(amounts);
        const sum = amounts.reduce((total, units) => total + units, 0n);
        const merge = (): unknown => ledger.transfer(alice, []);
        expect(ledger.reasonOf(merge)).to.match(
          sum <= most ? /^accepted$/ : /^ArithmeticError .*ADD_NUMERIC/,
        );
        expect(ledger.coinsOf(alice)).to.have.length(sum <= most ? 1 : amounts.length);
      }),
    );
  });

  it("cannot be exceeded by a command's own amount", () => {
    const ledger = ledgerWith([]);
    const beyond = "10000000000000000000000000000.0000000000";
    const mint = (amount: string): unknown =>
      ledger.submit(
        [dso, alice],
        [
          {
            kind: "ExerciseCommand",
            templateId: "#splice-amulet:Splice.AmuletRules:AmuletRules",
            contractId: ledger.rules,
            choice: "AmuletRules_Mint",
            choiceArgument: { receiver: alice, amount, openRound: ledger.round },
          },
        ],
      );
    expect(ledger.reasonOf(() => mint(beyond))).to.equal("INVALID_ARGUMENT");
    expect(ledger.reasonOf(() => mint("0.00000000001"))).to.equal("COMMAND_PREPROCESSING_FAILED");
    expect(ledger.reasonOf(() => mint("0.0000000001"))).to.equal("accepted");
  });
});
