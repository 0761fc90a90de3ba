import { expect } from "chai";
import { ExternalSubmissionCodec } from "../../src/events/external-submission-codec.js";

const signature = {
  party: "alice::1220",
  signedBy: "1220",
  format: "F",
  algorithm: "A",
  signature: "AA==",
};
const external = {
  hash: "00",
  hashingScheme: "HASHING_SCHEME_VERSION_V2",
  transactionUuid: "u",
  preparedTransaction: "AA==",
  signatures: [signature],
};

describe("the codec of external submissions", () => {
  it("takes what is whole", () => {
    expect(ExternalSubmissionCodec.is(external)).to.equal(true);
    expect(ExternalSubmissionCodec.is({ ...external, signatures: [] })).to.equal(true);
  });

  it("refuses what lacks a field or has another type in it", () => {
    for (const name of Object.keys(external))
      expect(ExternalSubmissionCodec.is({ ...external, [name]: 1 }), name).to.equal(false);
    for (const name of Object.keys(signature)) {
      const broken = { ...external, signatures: [{ ...signature, [name]: undefined }] };
      expect(ExternalSubmissionCodec.is(broken), name).to.equal(false);
    }
  });
});
