import { expect } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import {
  AllocateExternalPartyRequest,
  GenerateExternalPartyTopologyRequest,
} from "../../src/signing/external-party-codecs.js";

const generate = {
  synchronizer: "s",
  partyHint: "alice",
  publicKey: { format: "F", keyData: "AA==", keySpec: "K" },
};
const allocate = { synchronizer: "s", onboardingTransactions: [{ transaction: "AA==" }] };

describe("the requests of external parties", () => {
  it("fill in what may be left out", () => {
    const generated = GenerateExternalPartyTopologyRequest.decode(generate);
    expect(isRight(generated) && generated.right).to.deep.include({
      localParticipantObservationOnly: false,
      otherConfirmingParticipantUids: [],
      confirmationThreshold: 0,
      observingParticipantUids: [],
    });
    const allocated = AllocateExternalPartyRequest.decode(allocate);
    expect(isRight(allocated) && allocated.right).to.deep.include({
      multiHashSignatures: [],
      identityProviderId: "",
      waitForAllocation: true,
      userId: "",
    });
  });

  it("need the rest", () => {
    for (const name of Object.keys(generate)) {
      expect(
        isLeft(GenerateExternalPartyTopologyRequest.decode({ ...generate, [name]: undefined })),
        name,
      ).to.equal(true);
    }
    for (const name of Object.keys(allocate)) {
      expect(
        isLeft(AllocateExternalPartyRequest.decode({ ...allocate, [name]: undefined })),
        name,
      ).to.equal(true);
    }
  });
});
