import { allocationRequestV1, allocationRequestV2 } from "@tallystick/coin";
import { expect } from "chai";
import type { AllocationAsked } from "../../src/index.js";
import { automationOf } from "../automation-of.js";
import { alice, minute, WalletLedger } from "../wallet-ledger.js";

const rejectLapsed = automationOf("reject-lapsed-requests");

describe("the rejection of lapsed requests", () => {
  it("is by the choice of their version, a while after their end, and once", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    const lapsesAt = BigInt(ledger.now + minute);
    const asked: ReadonlyArray<AllocationAsked> = [
      { contractId: "one", version: 1, lapsesAt },
      { contractId: "two", version: 2, lapsesAt },
      { contractId: "later", version: 2, lapsesAt: lapsesAt + BigInt(minute) },
    ];
    const planned = () =>
      ledger.plan(
        rejectLapsed,
        alice,
        {},
        { allocationsAsked: (party) => (party === alice ? asked : []) },
      );
    ledger.now += minute;
    expect(planned(), "the clock may lag").to.deep.equal([]);
    ledger.now += 5_000_000;
    const [first, second, ...more] = planned();
    expect(more).to.deep.equal([]);
    expect(first?.actAs).to.deep.equal([alice]);
    const choices = [first, second].map((each) => each?.commands[0]);
    expect(choices.map((command) => Object(command).templateId)).to.deep.equal([
      `#splice-api-token-allocation-request-v1:${allocationRequestV1.AllocationRequest.name}`,
      `#splice-api-token-allocation-request-v2:${allocationRequestV2.AllocationRequest.name}`,
    ]);
    ledger.done.add(first?.commandId ?? "");
    expect(planned().map(({ commandId }) => commandId)).to.deep.equal([second?.commandId]);
  });
});
