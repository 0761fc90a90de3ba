import { generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import {
  partySignaturesOfWire,
  publicKeyOfWire,
  signatureOfWire,
  signaturesOfWire,
} from "../../../src/v2/signing/signatures-of-wire.js";
import { leftOf, rightOf } from "../../fixtures/outcomes.js";

const signedBy = `1220${"ab".repeat(32)}`;
const signature = {
  format: "SIGNATURE_FORMAT_CONCAT",
  signature: "AAEC",
  signedBy,
  signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_ED25519",
};
const party = `alice::${signedBy}`;

describe("a signature of a request", () => {
  it("has its bytes and the names of format and algorithm", () => {
    expect(rightOf(signatureOfWire(signature))).to.deep.equal({
      format: "SIGNATURE_FORMAT_CONCAT",
      algorithm: "SIGNING_ALGORITHM_SPEC_ED25519",
      signedBy,
      bytes: Uint8Array.of(0, 1, 2),
    });
  });

  it("has whatever bytes were sent", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const wire = { ...signature, signature: Buffer.from(bytes).toString("base64") };
        expect(Buffer.from(rightOf(signatureOfWire(wire)).bytes).equals(bytes)).to.equal(true);
      }),
    );
  });

  for (const format of [
    "SIGNATURE_FORMAT_RAW",
    "SIGNATURE_FORMAT_DER",
    "SIGNATURE_FORMAT_CONCAT",
  ]) {
    it(`may be of ${format}`, () => {
      expect(rightOf(signatureOfWire({ ...signature, format })).format).to.equal(format);
    });
  }

  const bad: ReadonlyArray<
    readonly [change: Partial<typeof signature>, texts: ReadonlyArray<string>]
  > = [
    [{ format: "SIGNATURE_FORMAT_SYMBOLIC" }, ["format: Signing algorithm spec SIGNATURE_FORMAT_"]],
    [{ format: "SIGNATURE_FORMAT_UNSPECIFIED" }, ["format: Signature format must be specified"]],
    [
      { signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_UNSPECIFIED" },
      ["signature: Signing algorithm spec SIGNING_ALGORITHM_SPEC_UNSPECIFIED not supported"],
    ],
    [{ signedBy: "ab" }, ['found the fingerprint "ab", expected 1220 and 64 hex digits']],
    [{ signedBy: signedBy.toUpperCase() }, ["expected 1220 and 64 hex digits"]],
    [{ signature: "?" }, ["SinglePartySignatures.signature"]],
  ];
  for (const [change, texts] of bad) {
    it(`is refused with ${JSON.stringify(change).slice(0, 60)}`, () => {
      const error = leftOf(signatureOfWire({ ...signature, ...change }));
      expect(error.code).to.equal("INVALID_FIELD");
      for (const text of texts) expect(error.cause).to.contain(text);
    });
  }

  it("is shown cut in an error", () => {
    const long = "x".repeat(5_000);
    const error = leftOf(signatureOfWire({ ...signature, signedBy: long }));
    expect(error.cause).to.have.length.below(600);
  });
});

describe("the signatures of a request", () => {
  it("are all of them in their order, or the first error", () => {
    const second = { ...signature, signature: "AwQ=" };
    const read = rightOf(signaturesOfWire([signature, second]));
    expect(read.map(({ bytes }) => bytes.length)).to.deep.equal([3, 2]);
    expect(rightOf(signaturesOfWire([]))).to.deep.equal([]);
    const wrong = [signature, { ...signature, signature: "?" }, { ...signature, format: "" }];
    expect(leftOf(signaturesOfWire(wrong, "multi_hash_signatures.signatures")).cause).to.contain(
      "multi_hash_signatures.signatures",
    );
  });

  it("belong to parties with a namespace", () => {
    expect(rightOf(partySignaturesOfWire([{ party, signatures: [signature] }]))).to.have.lengthOf(
      1,
    );
    for (const name of ["alice", "::1220", "alice::", `alice::${signedBy}::x`, ""]) {
      const error = leftOf(partySignaturesOfWire([{ party: name, signatures: [signature] }]));
      expect(error.code, name).to.equal("INVALID_FIELD");
      expect(error.cause).to.contain("SinglePartySignatures.party");
    }
    const inner = [{ party, signatures: [{ ...signature, signature: "?" }] }];
    expect(leftOf(partySignaturesOfWire(inner)).code).to.equal("INVALID_FIELD");
  });
});

describe("the public key of a request", () => {
  const { publicKey } = generateKeyPairSync("ed25519");
  const der = publicKey.export({ type: "spki", format: "der" });
  const key = {
    format: "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO",
    keyData: der.toString("base64"),
    keySpec: "SIGNING_KEY_SPEC_EC_CURVE25519",
  };

  it("is read in its X.509 form and as its bytes alone", () => {
    const whole = rightOf(publicKeyOfWire(key));
    const raw = {
      ...key,
      format: "CRYPTO_KEY_FORMAT_RAW",
      keyData: der.subarray(-32).toString("base64"),
    };
    expect(rightOf(publicKeyOfWire(raw))).to.deep.equal(whole);
  });

  const bad: ReadonlyArray<readonly [change: Partial<typeof key>, field: string]> = [
    [{ format: "PEM" }, "public_key.format"],
    [{ keySpec: "ED25519" }, "public_key.key_spec"],
    [{ keyData: "?" }, "public_key.key_data"],
    [{ keyData: "" }, "publicKey"],
    [{ keyData: "AAEC" }, "publicKey"],
    [{ keySpec: "SIGNING_KEY_SPEC_EC_P256" }, "publicKey"],
  ];
  for (const [change, field] of bad) {
    it(`is refused with ${JSON.stringify(change)}`, () => {
      const error = leftOf(publicKeyOfWire({ ...key, ...change }));
      expect(error.code).to.equal(field === "publicKey" ? "INVALID_ARGUMENT" : "INVALID_FIELD");
      expect(error.cause).to.contain(field);
    });
  }
});
