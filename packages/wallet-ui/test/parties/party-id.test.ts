import { assert } from "chai";
import { isLeft, right } from "fp-ts/lib/Either.js";
import {
  hasKeyFingerprint,
  partyErrorText,
  partyParts,
  readParty,
  shortParty,
} from "../../src/parties/party-id.js";

const key = `1220${"ab12".repeat(15)}cdef`;

describe("a party id", () => {
  it("is read with spaces around it", () => {
    assert.deepEqual(readParty(` alice::${key}\n`), right(`alice::${key}`));
  });

  const rows: ReadonlyArray<readonly [text: string, words: string]> = [
    ["", "Enter a party id."],
    ["alice", 'Expected the form name::fingerprint, found no "::".'],
    ["alice::", "Expected the form name::fingerprint with at most 255 characters."],
    ["::1220", "Expected the form name::fingerprint with at most 255 characters."],
    ["a::b::c", "Expected the form name::fingerprint with at most 255 characters."],
    [`${"a".repeat(186)}::x`, "Expected the form name::fingerprint with at most 255 characters."],
    ["аlice::1220", '"а" is not part of a party id. Copy the id as a whole.'],
    ["ali\u200bce::1220", '"\u200b" is not part of a party id. Copy the id as a whole.'],
  ];
  for (const [text, words] of rows) {
    it(`is not ${JSON.stringify(text.slice(0, 20))}`, () => {
      const read = readParty(text);
      assert.strictEqual(isLeft(read) ? partyErrorText(read.left) : "", words);
    });
  }

  it("has a hint and a fingerprint", () => {
    assert.deepEqual(partyParts(`alice::${key}`), { hint: "alice", fingerprint: key });
    assert.deepEqual(partyParts("alice"), { hint: "alice", fingerprint: "" });
    assert.isTrue(hasKeyFingerprint(`alice::${key}`));
    assert.isFalse(hasKeyFingerprint("alice::1220ab"));
  });

  it("is shortened with the ends of its fingerprint", () => {
    assert.strictEqual(shortParty(`alice::${key}`), "alice::1220ab12…cdef");
    assert.strictEqual(shortParty("alice::participant-one"), "alice::part…-one");
    assert.strictEqual(shortParty("alice::short"), "alice::short");
    assert.strictEqual(shortParty(`${"a".repeat(100)}::short`), `${"a".repeat(23)}…::short`);
    assert.strictEqual(shortParty("alice"), "alice");
  });
});
