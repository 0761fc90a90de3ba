import { expect } from "chai";
import { publicKeyFrom } from "../../src/keys/public-key.js";
import { publicKeyOfTopology, topologyKeyOf } from "../../src/topology/topology-key.js";
import { expectMessage, expectRight } from "../support/expect-right.js";
import { fromBase64, keyVector, vectors } from "../support/published-vectors.js";

describe("a key of the topology", () => {
  for (const vector of vectors.fingerprints) {
    it(`is the key of ${vector.name} again`, () => {
      const format = "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO";
      const key = expectRight(
        publicKeyFrom(vector.keySpec, format, fromBase64(vector.publicKeyDerX509Spki)),
      );
      const topologyKey = topologyKeyOf(key);
      expect(topologyKey.usage).to.deep.equal([1, 5, 4]);
      expect(expectRight(publicKeyOfTopology(topologyKey)).fingerprint).to.equal(
        vector.fingerprint,
      );
    });
  }

  it("may have the raw form, and no unknown format or kind", () => {
    const { publicKeyRaw, fingerprint } = keyVector("alice");
    const raw = { format: 3, publicKey: fromBase64(publicKeyRaw ?? ""), usage: [4], keySpec: 1 };
    expect(expectRight(publicKeyOfTopology(raw)).fingerprint).to.equal(fingerprint);
    expect(expectMessage(publicKeyOfTopology({ ...raw, format: 1 }))).to.contain(
      "key format: found 1",
    );
    expect(expectMessage(publicKeyOfTopology({ ...raw, keySpec: 9 }))).to.contain(
      "key spec: found 9",
    );
    expect(expectMessage(publicKeyOfTopology({ ...raw, keySpec: 2 }))).to.contain("Ed25519");
  });
});
