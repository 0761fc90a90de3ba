import { expect } from "chai";
import { AmuletTransferInstruction, transferInstructionV1 } from "../../../src/index.js";
import { AmuletRules_Amulet_ExpireTransferInstructions } from "../../../src/amulet/instruction/expire-transfer-instructions.js";
import { LockedAmulet_OwnerExpireLockV2 } from "../../../src/amulet/holding/amulet.js";
import { alice, bob, carol, CoinLedger, dso, minute } from "../../coin-fixture.js";

/** Alice has begun a transfer to bob and one to carol, an hour each. */
const begun = () => {
  const ledger = new CoinLedger();
  for (const receiver of [bob, carol]) {
    const coin = ledger.tap(alice, "10");
    ledger.exercise([alice], transferInstructionV1.TransferFactory_Transfer, ledger.externalRules, {
      expectedAdmin: dso,
      transfer: ledger.transferOf(alice, receiver, "10", { inputHoldingCids: [coin] }),
      extraArgs: ledger.extraArgs(),
    });
  }
  return { ledger, instructions: ledger.active(AmuletTransferInstruction) };
};

const expire = (
  ledger: CoinLedger,
  inputs: ReadonlyArray<{ readonly contractId: string; readonly expireLock?: boolean }>,
  by = dso,
  expectedDso = dso,
) =>
  ledger.run([by], AmuletRules_Amulet_ExpireTransferInstructions, ledger.rules, {
    expectedDso,
    inputs: inputs.map(({ contractId, expireLock = true }) => ({
      transferInstructionCid: contractId,
      expireLock,
    })),
    observers: [bob],
  });

describe("transfers no one accepted", () => {
  it("are ended together once their time is over, and the sender has the CC back", () => {
    const { ledger, instructions } = begun();
    ledger.pass(60 * minute);
    const { result } = expire(ledger, instructions);
    expect(result.results.map(({ output }) => output.tag)).to.deep.equal([
      "TransferInstructionResult_Failed",
      "TransferInstructionResult_Failed",
    ]);
    expect(ledger.balanceOf(alice)).to.equal("20.0000000000");
    expect(ledger.active(AmuletTransferInstruction)).to.deep.equal([]);
  });

  it("end without a lock when the owner has taken the CC back", () => {
    const { ledger, instructions } = begun();
    const [first] = instructions;
    if (first === undefined) throw new Error("no transfer");
    ledger.pass(60 * minute);
    ledger.exercise([alice], LockedAmulet_OwnerExpireLockV2, first.payload.lockedAmulet, {});
    const { contractId } = first;
    expect(ledger.reasonOf(() => expire(ledger, [{ contractId }]))).to.equal("CONTRACT_NOT_FOUND");
    expire(ledger, [{ contractId, expireLock: false }]);
    expect(ledger.active(AmuletTransferInstruction)).to.have.lengthOf(1);
  });

  it("are not ended before, by others, or under other rules than expected", () => {
    const { ledger, instructions } = begun();
    const attempt = (by: string, expectedDso = dso) =>
      ledger.reasonOf(() => expire(ledger, instructions, by, expectedDso));
    expect(attempt(dso)).to.equal("deadline-not-exceeded");
    ledger.pass(60 * minute);
    expect(attempt(alice)).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(attempt(dso, bob)).to.equal("The expectedDso must match the AmuletDso");
    expect(ledger.balanceOf(alice)).to.equal("0.0000000000");
  });
});
