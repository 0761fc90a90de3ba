import { assert } from "chai";
import {
  canSign,
  importPrivateKey,
  isPair,
  makeKey,
  signBytes,
} from "../../src/custody/custody-key.js";

const { subtle } = globalThis.crypto;

const failed = async (promise: Promise<unknown>): Promise<boolean> => {
  try {
    await promise;
    return false;
  } catch {
    return true;
  }
};

describe("a key of this browser", () => {
  it("signs and cannot be read out", async () => {
    const { key, pkcs8 } = await makeKey(subtle);
    assert.match(key.fingerprint, /^1220[0-9a-f]{64}$/);
    assert.isFalse(key.privateKey.extractable);
    assert.isTrue(await failed(subtle.exportKey("pkcs8", key.privateKey)));
    assert.isTrue(await isPair(subtle, key));
    const again = await importPrivateKey(subtle, pkcs8);
    assert.isTrue(await isPair(subtle, { ...key, privateKey: again }));
    const signature = await signBytes(subtle, key, Uint8Array.of(1));
    assert.include(signature, {
      format: "SIGNATURE_FORMAT_CONCAT",
      signedBy: key.fingerprint,
      signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_ED25519",
    });
  });

  it("is not that of another pair", async () => {
    const [one, other] = [await makeKey(subtle), await makeKey(subtle)];
    assert.isFalse(await isPair(subtle, { ...one.key, privateKey: other.key.privateKey }));
  });

  it("needs a browser that has WebCrypto", async () => {
    assert.isTrue(await canSign(subtle));
    assert.isFalse(await canSign(undefined));
  });
});
