import { base64Encode, type PartyKeys } from "@tallystick/core";
import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { hashPreparedTransaction } from "../../src/hashing/hash-prepared-transaction.js";
import { hashingSchemes } from "../../src/hashing/hashing-scheme.js";
import { signMessage } from "../../src/keys/private-key.js";
import { publicKeyFrom } from "../../src/keys/public-key.js";
import { type Signature, verifySignature } from "../../src/keys/signature.js";
import { preparedDifference } from "../../src/ledger/compare-prepared.js";
import { checkPartySignatures } from "../../src/ledger/party-signatures.js";
import { decodePreparedTransaction } from "../../src/messages/prepared-transaction.js";
import { expectRight } from "../support/expect-right.js";
import { fromBase64, preparedVector } from "../support/published-vectors.js";
import { newKey } from "../topology/signing-party.js";

const key = newKey();
const other = newKey();
const bytes = fromBase64(preparedVector("exercise-nested-create").preparedTransaction);
const read = (encoded: Uint8Array) => decodePreparedTransaction(encoded);
const original = expectRight(read(bytes));
const { actAs } = original.metadata.submitterInfo;

const registered = (der: Uint8Array): PartyKeys => ({
  keys: [
    {
      keySpec: key.publicKey.keySpec,
      fingerprint: key.publicKey.fingerprint,
      publicKey: base64Encode(der),
    },
  ],
  threshold: 1,
  serial: 1,
});

/** All that an execution is checked with. */
interface Execution {
  readonly bytes: Uint8Array;
  readonly signature: Signature;
  readonly der: Uint8Array;
  readonly scheme: (typeof hashingSchemes)[number];
}

/**
 * What an execution passes before anything of it takes effect: reading, hash, signatures, and that
 * interpretation gives the same transaction.
 */
const isAccepted = ({ bytes: given, signature, der, scheme }: Execution): boolean => {
  const prepared = read(given);
  if (isLeft(prepared)) return false;
  const hash = hashPreparedTransaction(prepared.right, scheme);
  if (isLeft(hash)) return false;
  const signatures = actAs.map((party) => ({ party, signatures: [signature] }));
  const counted = checkPartySignatures(
    prepared.right.metadata.submitterInfo.actAs,
    signatures,
    hash.right.hash,
    () => registered(der),
  );
  return isRight(counted) && preparedDifference(prepared.right, given, original) === undefined;
};

const signed = (scheme: Execution["scheme"]): Execution => ({
  bytes,
  signature: signMessage(key, expectRight(hashPreparedTransaction(original, scheme)).hash),
  der: key.publicKey.der,
  scheme,
});

const flipped = (from: Uint8Array, bit: number): Uint8Array =>
  Uint8Array.from(from, (byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));

const bitsOf = (from: Uint8Array): number => from.length * 8;

describe("A signed transaction", () => {
  for (const scheme of hashingSchemes) {
    it(`is accepted as it is (${scheme.slice(-2)})`, () => {
      expect(isAccepted(signed(scheme))).to.equal(true);
    });
  }

  // with the 10,000 bits of these, more than a sample would try; nested nodes are sampled below
  for (const name of ["create-minimal", "metadata-global-key-mapping"]) {
    it(`has another hash, or is another transaction, with any single bit of ${name} changed`, () => {
      const encoded = fromBase64(preparedVector(name).preparedTransaction);
      const unchanged = expectRight(read(encoded));
      const { hash } = expectRight(hashPreparedTransaction(unchanged, "HASHING_SCHEME_VERSION_V2"));
      const kept: Array<number> = [];
      for (let bit = 0; bit < bitsOf(encoded); bit++) {
        const changed = flipped(encoded, bit);
        const prepared = read(changed);
        if (isLeft(prepared)) continue;
        const rehashed = hashPreparedTransaction(prepared.right, "HASHING_SCHEME_VERSION_V2");
        const isSigned = isRight(rehashed) && Buffer.compare(rehashed.right.hash, hash) === 0;
        if (isSigned && preparedDifference(prepared.right, changed, unchanged) === undefined)
          kept.push(bit);
      }
      expect(kept).to.deep.equal([]);
      expect(bitsOf(encoded), "bits tried").to.be.above(7_000);
    });
  }

  it("is refused with any single bit of signature, key or hash changed", () => {
    const execution = signed("HASHING_SCHEME_VERSION_V3");
    const { signature, der } = execution;
    for (let bit = 0; bit < bitsOf(signature.bytes); bit++) {
      const changed = { ...signature, bytes: flipped(signature.bytes, bit) };
      expect(isAccepted({ ...execution, signature: changed }), `signature ${bit}`).to.equal(false);
    }
    for (let bit = 0; bit < bitsOf(der); bit++)
      expect(isAccepted({ ...execution, der: flipped(der, bit) }), `key ${bit}`).to.equal(false);
    const { hash } = expectRight(hashPreparedTransaction(original, execution.scheme));
    for (let bit = 0; bit < bitsOf(hash); bit++) {
      const verified = verifySignature(key.publicKey, flipped(hash, bit), signature);
      expect(isLeft(verified), `hash ${bit}`).to.equal(true);
    }
  });

  it("is refused with some bits of its bytes changed, metadata and parts that no hash covers among them", () => {
    const execution = signed("HASHING_SCHEME_VERSION_V2");
    const bits = fc.uniqueArray(fc.nat(bitsOf(bytes) - 1), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(bits, (changes) => {
        const changed = changes.reduce(flipped, bytes);
        return !isAccepted({ ...execution, bytes: changed });
      }),
      { numRuns: 300 },
    );
  });

  const signature = signed("HASHING_SCHEME_VERSION_V2").signature;
  const { hash } = expectRight(hashPreparedTransaction(original, "HASHING_SCHEME_VERSION_V2"));
  const purposes: ReadonlyArray<readonly [string, Signature]> = [
    ["of another key under its own name", signMessage(other, hash)],
    [
      "of another key under this one's name",
      { ...signMessage(other, hash), signedBy: signature.signedBy },
    ],
    ["for the other scheme", signed("HASHING_SCHEME_VERSION_V3").signature],
    ["over the hash in hex", signMessage(key, Buffer.from(Buffer.from(hash).toString("hex")))],
    ["over the multihash, as of a topology", signMessage(key, Buffer.of(0x12, 0x20, ...hash))],
    ["over the bytes themselves", signMessage(key, bytes)],
    ["of another algorithm", { ...signature, algorithm: "SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256" }],
    ["in another form", { ...signature, format: "SIGNATURE_FORMAT_DER" }],
  ];
  for (const [what, given] of purposes) {
    it(`is refused with a signature ${what}`, () => {
      const execution = signed("HASHING_SCHEME_VERSION_V2");
      expect(isAccepted({ ...execution, signature: given })).to.equal(false);
    });
  }

  it("is refused when the bytes are written in another way, though they say the same", () => {
    const execution = signed("HASHING_SCHEME_VERSION_V2");
    // an unknown field at the end of the message
    const longer = Uint8Array.from([...bytes, 0xf8, 0x07, 0x00]);
    expect(isRight(read(longer))).to.equal(true);
    expect(isAccepted({ ...execution, bytes: longer })).to.equal(false);
  });

  it("is refused when its key does not have the fingerprint it is registered under", () => {
    const execution = signed("HASHING_SCHEME_VERSION_V2");
    const stolen = { ...execution, der: other.publicKey.der, signature: signMessage(other, hash) };
    expect(isAccepted(stolen)).to.equal(false);
    const key2 = expectRight(
      publicKeyFrom(
        "SIGNING_KEY_SPEC_EC_CURVE25519",
        "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO",
        other.publicKey.der,
      ),
    );
    expect(key2.fingerprint).to.not.equal(key.publicKey.fingerprint);
  });
});
