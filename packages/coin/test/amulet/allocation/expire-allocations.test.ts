import { expect } from "chai";
import { AmuletAllocation } from "../../../src/index.js";
import { ExternalPartyAmuletRules_ExpireAmuletAllocations } from "../../../src/amulet/allocation/expire-allocations.js";
import { allocate } from "../../allocation-fixture.js";
import { alice, bob, CoinLedger, dso, minute } from "../../coin-fixture.js";

/** Alice has reserved 30 CC twice, for an hour. */
const allocated = () => {
  const ledger = new CoinLedger();
  for (const _ of [1, 2]) {
    const coin = ledger.tap(alice, "30");
    allocate(ledger, { argument: { inputHoldingCids: [coin] } });
  }
  return { ledger, allocations: ledger.active(AmuletAllocation) };
};

const expire = (
  ledger: CoinLedger,
  allocations: ReadonlyArray<{ readonly contractId: string }>,
  by = dso,
  expectedDso = dso,
) =>
  ledger.exercise([by], ExternalPartyAmuletRules_ExpireAmuletAllocations, ledger.externalRules, {
    expectedDso,
    inputs: allocations.map(({ contractId }) => ({
      allocationCid: contractId,
      expireLock: true,
    })),
    observers: [],
  });

describe("allocations no one settled", () => {
  it("are ended together once their time is over, and the sender has the CC back", () => {
    const { ledger, allocations } = allocated();
    ledger.pass(60 * minute);
    expect(expire(ledger, allocations).results).to.have.lengthOf(2);
    expect(ledger.balanceOf(alice)).to.equal("60.0000000000");
    expect(ledger.active(AmuletAllocation)).to.deep.equal([]);
  });

  it("are not ended before, by others, or under other rules than expected", () => {
    const { ledger, allocations } = allocated();
    const attempt = (by: string, expectedDso = dso) =>
      ledger.reasonOf(() => expire(ledger, allocations, by, expectedDso));
    expect(attempt(dso)).to.equal("deadline-not-exceeded");
    ledger.pass(60 * minute);
    expect(attempt(alice)).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(attempt(dso, bob)).to.equal("expectedDso 'bob' matches the dsoParty 'DSO'");
    expect(ledger.active(AmuletAllocation)).to.have.lengthOf(2);
  });
});
