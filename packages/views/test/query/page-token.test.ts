import { expect } from "chai";
import * as fc from "fast-check";
import { boundTokens, foreignToken, type TokenRules } from "../../src/query/page-token.js";
import { leftOf, rightOf } from "../journal-fixture.js";

const rules: TokenRules = {
  request: "GetUpdatesPageRequest",
  kind: "updates",
  field: "page_token",
  code: "INVALID_UPDATES_PAGE_TOKEN",
  cause: "The token is of another request.",
};
const content = { parties: ["alice", "bob"], end: 10, format: { verbose: true, shape: "flat" } };
const tokens = boundTokens(rules, "participant", content);

describe("A page token", () => {
  it("gives back the position it was made of", () => {
    const position = fc.array(fc.nat({ max: Number.MAX_SAFE_INTEGER }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(position, (numbers) => {
        expect(rightOf(tokens.read(tokens.write(...numbers)))).to.deep.equal(numbers);
      }),
    );
  });

  it("is of the same request, in whatever order its fields come", () => {
    const other = boundTokens(rules, "participant", {
      format: { shape: "flat", verbose: true },
      end: 10,
      parties: ["alice", "bob"],
    });
    expect(rightOf(other.read(tokens.write(7)))).to.deep.equal([7]);
  });

  for (const [what, of] of [
    ["of another participant", boundTokens(rules, "other", content)],
    ["of another end", boundTokens(rules, "participant", { ...content, end: 11 })],
    [
      "of other parties",
      boundTokens(rules, "participant", { ...content, parties: ["bob", "alice"] }),
    ],
    [
      "of another format",
      boundTokens(rules, "participant", { ...content, format: { verbose: false, shape: "flat" } }),
    ],
    ["of another kind", boundTokens({ ...rules, kind: "contracts" }, "participant", content)],
  ] as const) {
    it(`is foreign to a request ${what}`, () => {
      expect(leftOf(tokens.read(of.write(7)))).to.deep.equal(foreignToken(rules));
    });
  }

  for (const token of ["", "x", "AAAA", "!!!!", "a".repeat(401), "ümläut"]) {
    it(`cannot be ${JSON.stringify(token.slice(0, 10))}`, () => {
      const error = leftOf(tokens.read(token));
      expect(error).to.include({ code: "INVALID_FIELD" });
      expect(JSON.stringify(error)).to.include("page_token");
    });
  }

  it("is not what another becomes when any character is changed", () => {
    const token = tokens.write(1234, 5);
    const letters = "ABCDEFGHabcdefgh0123456789";
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.nat(letters.length - 1), (at, letter) => {
        const changed = token.slice(0, at) + letters[letter] + token.slice(at + 1);
        const bytes = (text: string): string => Buffer.from(text, "base64").toString("hex");
        if (bytes(changed) === bytes(token)) return;
        expect(leftOf(tokens.read(changed)).code).to.equal("INVALID_FIELD");
      }),
    );
  });
});
