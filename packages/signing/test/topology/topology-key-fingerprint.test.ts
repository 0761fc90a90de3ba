import { generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { type KeySpec, keySpecRules, keySpecs } from "../../src/keys/key-spec.js";
import { publicKeyFrom } from "../../src/keys/public-key.js";
import { topologyKeyFingerprint } from "../../src/topology/topology-key-fingerprint.js";
import { expectMessage, expectRight } from "../support/expect-right.js";
import { fromBase64, vectors } from "../support/published-vectors.js";

const x509 = "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO";

const keyOf = (spec: KeySpec, publicKey: Uint8Array, format = 4) => ({
  format,
  keySpec: keySpecRules[spec].number,
  publicKey,
  usage: [],
});

const derOfNewKey = (spec: KeySpec): Uint8Array => {
  const { curve } = keySpecRules[spec];
  const { publicKey } =
    curve === "ed25519"
      ? generateKeyPairSync("ed25519")
      : generateKeyPairSync("ec", { namedCurve: curve });
  return Uint8Array.from(publicKey.export({ format: "der", type: "spki" }));
};

describe("topologyKeyFingerprint", () => {
  for (const { name, keySpec, publicKeyDerX509Spki, fingerprint } of vectors.fingerprints) {
    it(`is the published one of ${name}`, () => {
      const key = keyOf(keySpec, fromBase64(publicKeyDerX509Spki));
      expect(expectRight(topologyKeyFingerprint(key))).to.equal(fingerprint);
    });
  }

  for (const spec of keySpecs) {
    it(`is that of node:crypto for new keys of ${spec}, and no other point is one`, () => {
      const der = derOfNewKey(spec);
      const key = expectRight(publicKeyFrom(spec, x509, der));
      expect(expectRight(topologyKeyFingerprint(keyOf(spec, der)))).to.equal(key.fingerprint);
      for (let at = 0; at < der.length; at++) {
        const changed = der.with(at, (der[at] ?? 0) ^ 1);
        const isKey = !isLeft(publicKeyFrom(spec, x509, changed));
        const isOurs = !isLeft(topologyKeyFingerprint(keyOf(spec, changed)));
        if (isOurs) expect(isKey, `byte ${at}`).to.equal(true);
      }
    });
  }

  it("names what is wrong", () => {
    const ed25519 = derOfNewKey("SIGNING_KEY_SPEC_EC_CURVE25519");
    const p256 = derOfNewKey("SIGNING_KEY_SPEC_EC_P256");
    const [ed, p] = ["SIGNING_KEY_SPEC_EC_CURVE25519", "SIGNING_KEY_SPEC_EC_P256"] as const;
    const messages = [
      keyOf(ed, ed25519, 1),
      { ...keyOf(ed, ed25519), keySpec: 9 },
      keyOf(ed, ed25519, 3),
      keyOf(p, p256, 3),
      keyOf(p, ed25519),
      keyOf(ed, new Uint8Array(32), 3),
    ].map((key) => expectMessage(topologyKeyFingerprint(key)));
    expect(messages).to.deep.equal([
      "key format: found 1, expected 2, 3 or 4",
      "key spec: found 9, expected 1 to 4",
      "key: found 44 bytes, expected those of an Ed25519 key",
      "key format RAW: expected an Ed25519 key, found SIGNING_KEY_SPEC_EC_P256",
      "key: found 44 bytes, expected an uncompressed point in DER",
      "key: not a point of the curve that can sign",
    ]);
  });
});
