import { expect } from "chai";
import fc from "fast-check";
import { partyHintOf } from "../../src/index.js";

const userIds = fc.stringMatching(/^[a-z0-9A-Z@^$.!`\-#+'~_|:()]{1,20}$/);
// those in which an escape could be mistaken for something else
const trickyIds = fc.stringMatching(/^[a0_:@.-]{1,8}$/);

describe("the name of a user's party", () => {
  it("is the user's where a party can be called so, and escapes the rest", () => {
    const rows = {
      alice: "alice",
      "auth0|64af": "auth0_007c64af",
      "alice@example.com": "alice_0040example_002ecom",
      a_b: "a__b",
      "user:7-x": "user:7-x",
      "a::b": "a_003a:b",
      "a:": "a_003a",
    };
    const hints = Object.fromEntries(Object.keys(rows).map((id) => [id, partyHintOf(id)]));
    expect(hints).to.deep.equal(rows);
  });

  it("is another one for each user and count, and the name of a party", () => {
    const seed = 20_261_123;
    for (const ids of [userIds, trickyIds]) {
      fc.assert(
        fc.property(ids, ids, fc.integer({ min: 1, max: 999 }), (one, other, count) => {
          const hint = partyHintOf(one, count);
          expect(hint).to.match(/^[a-zA-Z0-9:\-_ ]+$/);
          expect(hint.includes("::") || hint.endsWith(":")).to.equal(false);
          expect(hint === partyHintOf(other)).to.equal(one === other && count === 1);
        }),
        { seed, numRuns: 2_000 },
      );
    }
  });
});
