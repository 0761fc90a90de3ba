import { createPublicKey, generateKeyPairSync, generateKeySync } from "node:crypto";
import { expect } from "chai";
import { keySpecRules, keySpecs } from "../../src/keys/key-spec.js";
import {
  privateKeyDer,
  privateKeyFrom,
  privateKeyFromDer,
  signMessage,
} from "../../src/keys/private-key.js";
import { verifySignature } from "../../src/keys/signature.js";
import { expectMessage, expectRight } from "../support/expect-right.js";
import { hex, keyVector, vectors } from "../support/published-vectors.js";

/** What comes before the seed in the PKCS #8 of an Ed25519 key. */
const ED25519_PKCS8 = "302e020100300506032b657004220420";

describe("privateKeyFrom", () => {
  for (const spec of keySpecs) {
    it(`reads a key of ${spec} from node:crypto and from its DER`, () => {
      const { curve } = keySpecRules[spec];
      const { privateKey } =
        curve === "ed25519"
          ? generateKeyPairSync("ed25519")
          : generateKeyPairSync("ec", { namedCurve: curve });
      const key = expectRight(privateKeyFrom(privateKey));
      expect(key.publicKey.keySpec).to.equal(spec);
      const again = expectRight(privateKeyFromDer(privateKeyDer(key)));
      expect(again.publicKey.fingerprint).to.equal(key.publicKey.fingerprint);
      const message = new Uint8Array(34);
      expectRight(verifySignature(key.publicKey, message, signMessage(again, message)));
    });
  }

  it("refuses keys that parties do not sign with", () => {
    const { privateKey, publicKey } = generateKeyPairSync("x25519");
    expect(expectMessage(privateKeyFrom(privateKey))).to.contain("x25519");
    expect(
      expectMessage(
        privateKeyFrom(createPublicKey(publicKey.export({ format: "pem", type: "spki" }))),
      ),
    ).to.contain("public");
    expect(expectMessage(privateKeyFrom(generateKeySync("hmac", { length: 128 })))).to.contain(
      "secret",
    );
    expect(expectMessage(privateKeyFromDer(Uint8Array.of(1, 2, 3)))).to.contain("PKCS #8");
  });
});

describe("signMessage", () => {
  it("gives the published Ed25519 signatures, which are determined by key and message", () => {
    const seed = keyVector("alice").privateSeedHex ?? "";
    const key = expectRight(
      privateKeyFromDer(Uint8Array.from(Buffer.from(ED25519_PKCS8 + seed, "hex"))),
    );
    for (const vector of vectors.signatures) {
      const signature = signMessage(key, Buffer.from(vector.messageBase64, "base64"));
      expect(hex(signature.bytes)).to.equal(
        Buffer.from(vector.signature, "base64").toString("hex"),
      );
      expect(signature.signedBy).to.equal(vector.signedBy);
    }
  });
});
