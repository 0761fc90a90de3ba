import { base64Encode, type PartyKeys } from "@tallystick/core";
import { expect } from "chai";
import { type PrivateKey, signMessage } from "../../src/keys/private-key.js";
import { checkPartySignatures } from "../../src/ledger/party-signatures.js";
import { expectLeft, expectRight } from "../support/expect-right.js";
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
    expect(expectLeft(check(["alice"], { alice: [first] }))).to.contain(
      "Received 1 valid signatures from distinct keys (0 invalid), but expected at least 2",
    );
    expect(expectLeft(check(["alice"], { alice: [first, first] }))).to.contain("Received 1 valid");
  });

  it("tolerates bad signatures beside enough good ones", () => {
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
    expect(expectLeft(check(["alice", "bob"], {}))).to.equal(
      "The following actAs parties did not provide an external signature: alice, bob",
    );
    expect(expectLeft(check(["carol"], { carol: keys }))).to.equal(
      "Could not find party signing keys for carol.",
    );
  });

  it("refuses more signatures than there are keys, and more than 50", () => {
    const [first] = keys;
    if (first === undefined) throw new Error("three keys");
    const many = (count: number) => Array.from({ length: count }, () => first);
    expect(expectLeft(check(["alice"], { alice: many(4) }))).to.contain(
      "more than the number of registered signing keys (3)",
    );
    expect(expectLeft(check(["alice"], { alice: many(51) }))).to.contain(
      "maximum number of signatures allowed (50)",
    );
  });
});
