import { expect } from "chai";
import { coinRelease } from "../../src/index.js";
import {
  BatchingUtility,
  BatchingUtility_ExecuteBatch,
} from "../../src/delegation/batching-utility.js";
import { alice, bob, CoinLedger } from "../coin-fixture.js";
import { holdingsOf, payment } from "./batching-operations.js";
import { V2World } from "./v2-world.js";

describe("a batch of actions of the token standard", () => {
  it("uses what is left of one in the next, in both versions, and says what is left", () => {
    const { ledger } = new V2World();
    const before = Number(ledger.balanceOf(alice));
    const utility = ledger.create([alice], BatchingUtility, { user: alice });
    const { actionResults, outputHoldingMap } = ledger.exercise(
      [alice],
      BatchingUtility_ExecuteBatch,
      utility,
      {
        inputHoldingMap: holdingsOf(alice, ledger.coinsOf(alice)),
        actions: [
          payment({ ledger }, 1, alice, bob, "10"),
          payment({ ledger }, 2, alice, bob, "20"),
        ],
        archiveAfterExecution: true,
      },
    );
    expect(actionResults.map(({ tag }) => tag)).to.deep.equal([
      "TSAR_TransferInstructionResultV1",
      "TSAR_TransferInstructionResultV2",
    ]);
    expect(Number(ledger.balanceOf(alice))).to.equal(before - 30);
    expect(outputHoldingMap).to.deep.equal(holdingsOf(alice, ledger.coinsOf(alice)));
    expect(ledger.active(BatchingUtility)).to.deep.equal([]);
  });

  it("is all or nothing", () => {
    const { ledger } = new V2World();
    const utility = ledger.create([alice], BatchingUtility, { user: alice });
    const before = ledger.coinsOf(alice);
    const execute = () =>
      ledger.exercise([alice], BatchingUtility_ExecuteBatch, utility, {
        inputHoldingMap: holdingsOf(alice, before),
        actions: [
          payment({ ledger }, 2, alice, bob, "10"),
          payment({ ledger }, 2, alice, bob, "1000000"),
        ],
        archiveAfterExecution: false,
      });
    expect(execute).to.throw();
    expect(ledger.coinsOf(alice)).to.deep.equal(before);
  });

  it("is not there in the earlier release", () => {
    const ledger = new CoinLedger({ packages: coinRelease["0.6.1"] });
    expect(() => ledger.create([alice], BatchingUtility, { user: alice })).to.throw();
  });
});
