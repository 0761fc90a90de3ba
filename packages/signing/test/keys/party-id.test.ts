import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import { parsePartyId, partyIdOf } from "../../src/keys/party-id.js";
import { expectMessage } from "../support/expect-right.js";
import { keyVector } from "../support/published-vectors.js";

const { fingerprint } = keyVector("alice");

describe("partyIdOf", () => {
  it("is the hint and the fingerprint", () => {
    expect(partyIdOf("alice", fingerprint)).to.deep.equal(right(`alice::${fingerprint}`));
    expect(partyIdOf("a".repeat(185), fingerprint)).to.deep.equal(
      right(`${"a".repeat(185)}::${fingerprint}`),
    );
  });

  it("refuses hints that are none", () => {
    expect(expectMessage(partyIdOf("", fingerprint))).to.equal("Party hint is empty");
    for (const hint of ["a::b", "ä", "a/b", "a:", "a".repeat(186)])
      expect(expectMessage(partyIdOf(hint, fingerprint))).to.contain("party_hint");
    expect(expectMessage(partyIdOf("alice", "1220"))).to.contain("party_hint");
  });
});

describe("parsePartyId", () => {
  it("gives hint and namespace", () => {
    expect(parsePartyId(`alice::${fingerprint}`)).to.deep.equal(
      right({ hint: "alice", namespace: fingerprint }),
    );
  });

  it("refuses other forms", () => {
    for (const text of ["alice", "::x", "a::", "a::b::c"])
      expect(expectMessage(parsePartyId(text))).to.contain("<hint>::<fingerprint>");
  });
});
