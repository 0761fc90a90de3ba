import { createHash } from "node:crypto";
import { expect } from "chai";
import {
  fingerprintOf,
  hashPurposes,
  hexOf,
  isFingerprint,
  purposedHash,
} from "../../src/keys/fingerprint.js";
import { fromBase64, keyVector } from "../support/published-vectors.js";

describe("purposedHash", () => {
  it("is SHA-256 over the purpose and the parts, with the multihash prefix", () => {
    const sha = createHash("sha256").update(Buffer.from("0000000b0102", "hex")).digest("hex");
    const hash = purposedHash(hashPurposes.topologyTransaction, Uint8Array.of(1), Uint8Array.of(2));
    expect(hexOf(hash)).to.equal(`1220${sha}`);
    expect(hash.length).to.equal(34);
  });

  it("differs between purposes", () => {
    const hashes = Object.values(hashPurposes).map((purpose) => hexOf(purposedHash(purpose)));
    expect(new Set(hashes).size).to.equal(hashes.length);
  });
});

describe("fingerprintOf", () => {
  it("is the published one", () => {
    const alice = keyVector("alice");
    expect(fingerprintOf(fromBase64(alice.publicKeyRaw ?? ""))).to.equal(alice.fingerprint);
  });
});

describe("isFingerprint", () => {
  it("is true for 68 lower-case hex digits that begin with 1220", () => {
    const { fingerprint } = keyVector("bob");
    expect(isFingerprint(fingerprint)).to.equal(true);
    for (const wrong of [
      "",
      fingerprint.slice(1),
      `${fingerprint}0`,
      fingerprint.toUpperCase(),
      `1320${fingerprint.slice(4)}`,
    ])
      expect(isFingerprint(wrong)).to.equal(false);
  });
});
