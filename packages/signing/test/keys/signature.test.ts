import { generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { type KeySpec, keySpecRules, keySpecs } from "../../src/keys/key-spec.js";
import { type PrivateKey, privateKeyFrom, signMessage } from "../../src/keys/private-key.js";
import { publicKeyFrom } from "../../src/keys/public-key.js";
import { type Signature, verifySignature } from "../../src/keys/signature.js";
import { expectLeft, expectRight } from "../support/expect-right.js";
import { fromBase64, keyVector, vectors } from "../support/published-vectors.js";

const newKey = (spec: KeySpec): PrivateKey => {
  const { curve } = keySpecRules[spec];
  const { privateKey } =
    curve === "ed25519"
      ? generateKeyPairSync("ed25519")
      : generateKeyPairSync("ec", { namedCurve: curve });
  return expectRight(privateKeyFrom(privateKey));
};

const keys = new Map(keySpecs.map((spec) => [spec, newKey(spec)]));
const keyOf = (spec: KeySpec): PrivateKey => keys.get(spec) ?? newKey(spec);
const message = Uint8Array.from({ length: 32 }, (_, index) => index);

const flipped = (bytes: Uint8Array, bit: number): Uint8Array => {
  const copy = Uint8Array.from(bytes);
  const at = Math.floor(bit / 8) % copy.length;
  copy[at] = (copy[at] ?? 0) ^ (1 << (bit % 8));
  return copy;
};

describe("verifySignature", () => {
  for (const vector of vectors.signatures) {
    it(`accepts the published signature over the ${vector.what}`, () => {
      const alice = keyVector("alice");
      const key = expectRight(
        publicKeyFrom(alice.keySpec, "CRYPTO_KEY_FORMAT_RAW", fromBase64(alice.publicKeyRaw ?? "")),
      );
      const signature: Signature = {
        format: "SIGNATURE_FORMAT_CONCAT",
        algorithm: "SIGNING_ALGORITHM_SPEC_ED25519",
        signedBy: vector.signedBy,
        bytes: fromBase64(vector.signature),
      };
      expectRight(verifySignature(key, fromBase64(vector.messageBase64), signature));
    });
  }

  for (const spec of keySpecs) {
    const key = keyOf(spec);
    const signature = signMessage(key, message);

    it(`accepts a signature by a key of ${spec}, also with the legacy format`, () => {
      expectRight(verifySignature(key.publicKey, message, signature));
      const legacy: Signature = { ...signature, format: "SIGNATURE_FORMAT_RAW" };
      expectRight(verifySignature(key.publicKey, message, legacy));
    });

    it(`refuses any single bit changed in message or signature by ${spec}`, () => {
      fc.assert(
        fc.property(fc.nat({ max: 8 * 128 }), (bit) => {
          const other = verifySignature(key.publicKey, flipped(message, bit), signature);
          expect(expectLeft(other)).to.deep.equal({ kind: "invalid signature" });
          const bytes = flipped(signature.bytes, bit);
          const changed = verifySignature(key.publicKey, message, { ...signature, bytes });
          expect(expectLeft(changed)).to.deep.equal({ kind: "invalid signature" });
        }),
        { numRuns: 500 },
      );
    });

    it(`refuses another key, algorithm and format than ${spec} has`, () => {
      const { algorithm, signatureFormat } = keySpecRules[spec];
      const refused = (changed: Partial<Signature>) =>
        expectLeft(verifySignature(key.publicKey, message, { ...signature, ...changed }));
      expect(refused({ signedBy: "1220" }).kind).to.equal("other key");
      const otherAlgorithm =
        algorithm === "SIGNING_ALGORITHM_SPEC_ED25519"
          ? "SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256"
          : "SIGNING_ALGORITHM_SPEC_ED25519";
      expect(refused({ algorithm: otherAlgorithm })).to.deep.equal({
        kind: "other algorithm",
        found: otherAlgorithm,
        expected: algorithm,
      });
      const otherFormat =
        signatureFormat === "SIGNATURE_FORMAT_DER"
          ? "SIGNATURE_FORMAT_CONCAT"
          : "SIGNATURE_FORMAT_DER";
      expect(refused({ format: otherFormat })).to.deep.equal({
        kind: "other format",
        found: otherFormat,
        expected: signatureFormat,
      });
    });

    it(`refuses a signature of ${spec} that is cut off, longer, empty or very long`, () => {
      const { bytes } = signature;
      for (const wrong of [
        bytes.subarray(1),
        bytes.subarray(0, -1),
        Buffer.concat([bytes, bytes]),
        new Uint8Array(),
        new Uint8Array(10_000),
      ]) {
        expect(
          isLeft(verifySignature(key.publicKey, message, { ...signature, bytes: wrong })),
        ).to.equal(true);
      }
    });
  }

  it("refuses a signature by another key under the fingerprint of the first", () => {
    for (const spec of keySpecs) {
      const key = keyOf(spec);
      const forged = { ...signMessage(newKey(spec), message), signedBy: key.publicKey.fingerprint };
      expect(isRight(verifySignature(key.publicKey, message, forged))).to.equal(false);
    }
  });
});
