import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import {
  AllocateExternalPartyRequest,
  GenerateExternalPartyTopologyRequest,
} from "../../src/signing/external-party-codecs.js";

const generate = {
  synchronizer: "s",
  partyHint: "alice",
  publicKey: {
    format: "CRYPTO_KEY_FORMAT_RAW",
    keyData: "AA==",
    keySpec: "SIGNING_KEY_SPEC_EC_P256",
  },
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

  it("read what lacks the rest, which is checked later", () => {
    expect(GenerateExternalPartyTopologyRequest.decode({})).to.have.nested.property(
      "right.partyHint",
      "",
    );
    expect(AllocateExternalPartyRequest.decode({}))
      .to.have.nested.property("right.onboardingTransactions")
      .that.deep.equals([]);
  });
});
