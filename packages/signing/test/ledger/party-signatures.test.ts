import { base64Encode, type PartyKeys } from "@tallystick/core";
import { expect } from "chai";
import * as fc from "fast-check";
import { isRight } from "fp-ts/lib/Either.js";
import { type PrivateKey, signMessage } from "../../src/keys/private-key.js";
import { checkPartySignatures } from "../../src/ledger/party-signatures.js";
import { expectMessage, expectRight } from "../support/expect-right.js";
import { newKey } from "../topology/signing-party.js";

const hash = new Uint8Array(32).fill(7);
const keys = [
  newKey(),
  newKey("SIGNING_KEY_SPEC_EC_P256"),
  newKey("SIGNING_KEY_SPEC_EC_SECP256K1"),
];
const registered = (of: ReadonlyArray<PrivateKey>, threshold: number): PartyKeys => ({
  keys: of.map(({ publicKey: { keySpec, fingerprint, der } }) => ({
    keySpec,
    fingerprint,
    publicKey: base64Encode(der),
  })),
  threshold,
  serial: 1,
});
const known: ReadonlyMap<string, PartyKeys> = new Map([
  ["alice", registered(keys, 2)],
  ["bob", registered([newKey()], 1)],
]);
const check = (
  actAs: ReadonlyArray<string>,
  given: Readonly<Record<string, ReadonlyArray<PrivateKey>>>,
) =>
  checkPartySignatures(
    actAs,
    Object.entries(given).map(([party, by]) => ({
      party,
      signatures: by.map((key) => signMessage(key, hash)),
    })),
    hash,
    (party) => known.get(party),
  );

describe("checkPartySignatures", () => {
  it("counts signatures of distinct keys up to the threshold", () => {
    const counted = expectRight(check(["alice"], { alice: keys }));
    expect(counted.map(({ party }) => party)).to.deep.equal(["alice", "alice", "alice"]);
    expectRight(check(["alice"], { alice: keys.slice(1) }));
    const [first] = keys;
    if (first === undefined) throw new Error("three keys");
    expect(expectMessage(check(["alice"], { alice: [first] }))).to.contain(
      "Received 1 valid signatures from distinct keys (0 invalid), but expected at least 2",
    );
    expect(expectMessage(check(["alice"], { alice: [first, first] }))).to.contain(
      "Received 1 valid",
    );
  });

  it("tolerates bad signatures among enough good ones", () => {
    expectRight(check(["alice"], { alice: [...keys.slice(0, 2), newKey()] }));
  });

  it("takes several entries of one party together, and does not look at other parties", () => {
    const given = [
      { party: "alice", signatures: keys.slice(0, 1).map((key) => signMessage(key, hash)) },
      { party: "alice", signatures: keys.slice(1, 2).map((key) => signMessage(key, hash)) },
      { party: "mallory", signatures: [signMessage(newKey(), hash)] },
    ];
    expect(
      expectRight(checkPartySignatures(["alice"], given, hash, (party) => known.get(party))).length,
    ).to.equal(2);
  });

  it("names the parties that did not sign, and those without keys", () => {
    expect(expectMessage(check(["alice", "bob"], {}))).to.equal(
      "The following actAs parties did not provide an external signature: alice, bob",
    );
    expect(expectMessage(check(["carol"], { carol: keys }))).to.equal(
      "Could not find party signing keys for carol.",
    );
  });

  it("refuses more signatures than there are keys, and more than 50", () => {
    const [first] = keys;
    if (first === undefined) throw new Error("three keys");
    const many = (count: number) => Array.from({ length: count }, () => first);
    expect(expectMessage(check(["alice"], { alice: many(4) }))).to.contain(
      "more than the number of registered signing keys (3)",
    );
    expect(expectMessage(check(["alice"], { alice: many(51) }))).to.contain(
      "maximum number of signatures allowed (50)",
    );
  });

  it("accepts just what has enough good signatures of distinct keys of every acting party", () => {
    const four = [newKey(), newKey(), newKey(), newKey("SIGNING_KEY_SPEC_EC_P256")];
    const good = four.map((each) => signMessage(each, hash));
    const bad = four.map((each) => signMessage(each, new Uint8Array(32)));
    const picked = fc.array(fc.tuple(fc.nat(3), fc.boolean()), { maxLength: 5 });
    fc.assert(
      fc.property(picked, picked, fc.integer({ min: 1, max: 3 }), (ofAlice, ofBob, threshold) => {
        const chosen = [ofAlice, ofBob];
        const given = chosen.map((picks, at) => ({
          party: at === 0 ? "alice" : "bob",
          signatures: picks.flatMap(([index, isGood]) => (isGood ? good : bad)[index] ?? []),
        }));
        const counts = chosen.map(
          (picks) => new Set(picks.filter(([, isGood]) => isGood).map(([index]) => index)).size,
        );
        const expected = chosen.every(
          (picks, at) =>
            picks.length > 0 && picks.length <= four.length && (counts[at] ?? 0) >= threshold,
        );
        const found = checkPartySignatures(["alice", "bob"], given, hash, () =>
          registered(four, threshold),
        );
        expect(isRight(found)).to.equal(expected);
        if (isRight(found)) {
          const [first = 0, second = 0] = counts;
          expect(found.right).to.have.length(first + second);
        }
      }),
      { numRuns: 120 },
    );
  });

  const broken: ReadonlyArray<readonly [string, PartyKeys["keys"][number]]> = [
    [
      "of an unknown kind",
      { keySpec: "SIGNING_KEY_SPEC_EC_ED448", fingerprint: "f", publicKey: "" },
    ],
    [
      "that is no Base64",
      { keySpec: "SIGNING_KEY_SPEC_EC_CURVE25519", fingerprint: "f", publicKey: "*" },
    ],
    [
      "that is no key",
      { keySpec: "SIGNING_KEY_SPEC_EC_CURVE25519", fingerprint: "f", publicKey: "AAAA" },
    ],
  ];
  for (const [what, key] of broken) {
    it(`counts no signature of a registered key ${what}`, () => {
      const [signer] = keys;
      if (signer === undefined) throw new Error("three keys");
      const signature = { ...signMessage(signer, hash), signedBy: "f" };
      const given = [{ party: "alice", signatures: [signature] }];
      const found = checkPartySignatures(["alice"], given, hash, () => ({
        keys: [key],
        threshold: 1,
        serial: 1,
      }));
      expect(expectMessage(found)).to.contain("Received 0 valid signatures");
    });
  }
});
