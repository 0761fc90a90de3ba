import { expect } from "chai";
import { AmuletRules_Transfer, transferInstructionV1 } from "../../../src/index.js";
import { alice, bob, carol, CoinLedger, dso, minute } from "../../coin-fixture.js";
import { output, transferOf } from "../../transfer-fixture.js";

describe("a locked coin", () => {
  const withLocked = (owner: string) => {
    const ledger = new CoinLedger();
    const coin = ledger.tap(owner, "10");
    const lock = {
      holders: [carol],
      expiresAt: BigInt(ledger.now + minute),
      optContext: undefined,
    };
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
    ["while the lock lasts", alice, minute - 1, "deadline-not-exceeded"],
    ["of somebody else, expired or not", bob, minute, "Contract group identifier mismatch"],
  ];
  for (const [name, owner, after, outcome] of table) {
    it(`can be a holding of the token standard's transfer ${name}: ${outcome}`, () => {
      const { ledger, locked } = withLocked(owner);
      ledger.pass(after);
      const spend = () =>
        ledger.exercise(
          [alice],
          transferInstructionV1.TransferFactory_Transfer,
          ledger.externalRules,
          {
            expectedAdmin: dso,
            transfer: ledger.transferOf(alice, alice, "10", { inputHoldingCids: [locked] }),
            extraArgs: ledger.extraArgs(),
          },
        );
      expect(ledger.reasonOf(spend)).to.equal(outcome);
      expect(ledger.balanceOf(alice)).to.equal(
        outcome === "accepted" ? "10.0000000000" : "0.0000000000",
      );
    });
  }

  it("is not an input of a transfer by the rules, not even when the lock has expired", () => {
    const { ledger, locked } = withLocked(alice);
    ledger.pass(minute);
    const spend = () => ledger.transfer(alice, [[carol, "10"]], { inputs: [locked] });
    expect(ledger.reasonOf(spend)).to.equal("WRONGLY_TYPED_CONTRACT");
  });
});
