import { expect } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import {
  HashingSchemeVersionWire,
  SignatureWire,
  SignedTransactionWire,
  SigningPublicKeyWire,
} from "../../src/signing/signature-codecs.js";

const signature = {
  format: "SIGNATURE_FORMAT_RAW",
  signature: "AA==",
  signedBy: "1220",
  signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_ED25519",
};
const key = {
  format: "CRYPTO_KEY_FORMAT_RAW",
  keyData: "AA==",
  keySpec: "SIGNING_KEY_SPEC_EC_P256",
};

describe("the shapes of signatures and keys", () => {
  it("need every name of an enumeration, but null stands for the unspecified one", () => {
    for (const name of ["format", "signingAlgorithmSpec"]) {
      const [absent, none, unknown] = [undefined, null, "NOPE"].map((value) =>
        SignatureWire.decode({ ...signature, [name]: value }),
      );
      expect(
        [absent, none, unknown].map((read) => read !== undefined && isLeft(read)),
        name,
      ).to.deep.equal([true, false, true]);
    }
  });

  it("have no texts where none are given", () => {
    const { format, signingAlgorithmSpec } = signature;
    const read = SignatureWire.decode({ format, signingAlgorithmSpec, signedBy: null });
    expect(isRight(read) && read.right).to.include({ signature: "", signedBy: "" });
  });

  it("refuse values of another type", () => {
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
