import { generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { type KeySpec, keySpecRules, keySpecs } from "../../src/keys/key-spec.js";
import { ed25519Spki, publicKeyFrom, rawEd25519Key } from "../../src/keys/public-key.js";
import { expectMessage, expectRight } from "../support/expect-right.js";
import { fromBase64, hex, keyVector, vectors } from "../support/published-vectors.js";

const SPKI = "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO";
const alice = keyVector("alice");
const dave = keyVector("dave-p256");
const erin = keyVector("erin-secp256k1");

const generated = (spec: KeySpec): Uint8Array => {
  const { curve } = keySpecRules[spec];
  const { publicKey } =
    curve === "ed25519"
      ? generateKeyPairSync("ed25519")
      : generateKeyPairSync("ec", { namedCurve: curve });
  return Uint8Array.from(publicKey.export({ format: "der", type: "spki" }));
};

describe("publicKeyFrom", () => {
  for (const vector of vectors.fingerprints) {
    it(`gives the published fingerprint of ${vector.name}`, () => {
      const key = expectRight(
        publicKeyFrom(vector.keySpec, SPKI, fromBase64(vector.publicKeyDerX509Spki)),
      );
      expect(key.fingerprint).to.equal(vector.fingerprint);
      expect(key.keySpec).to.equal(vector.keySpec);
    });
  }

  it("reads the raw form of Ed25519 and the legacy DER of P-256 as the same keys", () => {
    const raw = publicKeyFrom(
      alice.keySpec,
      "CRYPTO_KEY_FORMAT_RAW",
      fromBase64(alice.publicKeyRaw ?? ""),
    );
    expect(expectRight(raw).fingerprint).to.equal(alice.fingerprint);
    const der = publicKeyFrom(
      dave.keySpec,
      "CRYPTO_KEY_FORMAT_DER",
      fromBase64(dave.publicKeyDerX509Spki),
    );
    expect(expectRight(der).fingerprint).to.equal(dave.fingerprint);
  });

  for (const spec of keySpecs) {
    it(`reads a new key of ${spec} and no key of another kind`, () => {
      const der = generated(spec);
      expectRight(publicKeyFrom(spec, SPKI, der));
      for (const other of keySpecs.filter((each) => each !== spec))
        expect(isLeft(publicKeyFrom(other, SPKI, der))).to.equal(true);
    });
  }

  it("refuses the raw form of other curves and the legacy form of secp256k1", () => {
    const raw = publicKeyFrom(
      erin.keySpec,
      "CRYPTO_KEY_FORMAT_RAW",
      fromBase64(erin.publicKeyDerX509Spki),
    );
    expect(expectMessage(raw)).to.contain("expected an Ed25519 key");
    const der = publicKeyFrom(
      erin.keySpec,
      "CRYPTO_KEY_FORMAT_DER",
      fromBase64(erin.publicKeyDerX509Spki),
    );
    expect(expectMessage(der)).to.contain("expected a P-256 or P-384 key");
  });

  it("refuses keys of another length, with bytes behind them, and no keys at all", () => {
    const der = fromBase64(alice.publicKeyDerX509Spki);
    const longer = Uint8Array.from([...der, 0]);
    for (const bytes of [der.subarray(1), longer, new Uint8Array(), new Uint8Array(300)])
      expect(isLeft(publicKeyFrom(alice.keySpec, SPKI, bytes))).to.equal(true);
    for (const length of [31, 33]) {
      expect(
        isLeft(publicKeyFrom(alice.keySpec, "CRYPTO_KEY_FORMAT_RAW", new Uint8Array(length))),
      ).to.equal(true);
    }
  });

  it("refuses points that are not on the curve", () => {
    const der = fromBase64(dave.publicKeyDerX509Spki);
    der[der.length - 1] = (der.at(-1) ?? 0) ^ 1;
    expect(expectMessage(publicKeyFrom(dave.keySpec, SPKI, der))).to.contain(
      "SubjectPublicKeyInfo",
    );
    const zero = ed25519Spki(new Uint8Array(32));
    expect(expectMessage(publicKeyFrom(alice.keySpec, SPKI, zero))).to.contain("not a point");
  });

  it("gives any bytes a key or an error, and never throws", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...keySpecs),
        fc.uint8Array({ maxLength: 100 }),
        (spec, bytes) => {
          expect(isLeft(publicKeyFrom(spec, SPKI, bytes))).to.equal(true);
        },
      ),
    );
  });
});

describe("the SubjectPublicKeyInfo of Ed25519", () => {
  it("is a prefix and the 32 bytes", () => {
    const raw = fromBase64(alice.publicKeyRaw ?? "");
    expect(hex(ed25519Spki(raw))).to.equal(hex(fromBase64(alice.publicKeyDerX509Spki)));
    expect(hex(rawEd25519Key(ed25519Spki(raw)))).to.equal(hex(raw));
  });
});
