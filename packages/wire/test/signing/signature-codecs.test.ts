import { expect } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import {
  HashingSchemeVersionWire,
  SignatureWire,
  SignedTransactionWire,
  SigningPublicKeyWire,
} from "../../src/signing/signature-codecs.js";

const signature = { format: "F", signature: "AA==", signedBy: "1220", signingAlgorithmSpec: "A" };
const key = { format: "F", keyData: "AA==", keySpec: "SIGNING_KEY_SPEC_EC_P256" };

describe("the shapes of signatures and keys", () => {
  it("need every field", () => {
    for (const name of Object.keys(signature)) {
      expect(isLeft(SignatureWire.decode({ ...signature, [name]: undefined })), name).to.equal(
        true,
      );
    }
    for (const name of Object.keys(key))
      expect(isLeft(SigningPublicKeyWire.decode({ ...key, [name]: 1 })), name).to.equal(true);
    expect(isRight(SignatureWire.decode(signature))).to.equal(true);
    expect(isRight(SigningPublicKeyWire.decode(key))).to.equal(true);
  });

  it("have no signatures on a transaction when none are given", () => {
    const read = SignedTransactionWire.decode({ transaction: "AA==" });
    expect(isRight(read) && read.right.signatures).to.deep.equal([]);
  });

  it("know the hashing schemes of version 3.5", () => {
    const schemes = ["UNSPECIFIED", "V2", "V3"].map((name) => `HASHING_SCHEME_VERSION_${name}`);
    for (const scheme of schemes)
      expect(isRight(HashingSchemeVersionWire.decode(scheme))).to.equal(true);
    expect(isLeft(HashingSchemeVersionWire.decode("HASHING_SCHEME_VERSION_V4"))).to.equal(true);
  });
});
