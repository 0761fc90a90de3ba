import { expect } from "chai";
import { fateOfChoice } from "../../src/history/fate.js";

describe("how something that waited has ended", () => {
  it("is by the choice that ended it", () => {
    for (const [choice, fate] of [
      ["TransferInstruction_Accept", "completed"],
      ["TransferInstruction_Update", "expired"],
      ["TransferOffer_Accept", "accepted"],
      ["AppPaymentRequest_Reject", "rejected"],
      ["SubscriptionRequest_AcceptAndMakePayment", "accepted"],
      ["SubscriptionIdleState_CancelSubscription", "cancelled"],
      ["Allocation_ExecuteTransfer", "completed"],
      ["MintingDelegationProposal_Withdraw", "withdrawn"],
      ["AcceptedTransferOffer_Abort", "cancelled"],
      ["Archive", undefined],
    ] as const)
      expect(fateOfChoice(choice), choice).to.equal(fate);
  });
});
