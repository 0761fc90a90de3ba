import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import { givenBy, grantOf } from "../../../src/pages/console/grant.js";
import { rightParts, type RightKind } from "../../../src/pages/console/right-words.js";
import { lackOf, partyNamed } from "../typed.js";

const [operator, bob] = [partyNamed("operator"), partyNamed("bob")];

const ofParties: ReadonlyArray<RightKind> = ["CanActAs", "CanReadAs", "CanExecuteAs"];
const others: ReadonlyArray<RightKind> = [
  "CanReadAsAnyParty",
  "CanExecuteAsAnyParty",
  "ParticipantAdmin",
  "IdentityProviderAdmin",
];

describe("a right that is given", () => {
  it("is what the API calls it, of its party", () => {
    for (const kind of ofParties) {
      const grant = grantOf({ kind, party: ` ${bob} ` });
      expect(isRight(grant) && rightParts(grant.right.right)).to.deep.equal({ kind, party: bob });
    }
    for (const kind of others) {
      const grant = grantOf({ kind, party: "" });
      expect(isRight(grant) && rightParts(grant.right.right)).to.deep.equal({ kind, party: "" });
    }
  });

  it("lacks its party", () => {
    for (const kind of ofParties) expect(lackOf(grantOf({ kind, party: "bob" }))).to.match(/party/);
  });

  it("asks first where it spends the operator's coins, or administers the node", () => {
    const asks = (kind: RightKind, party: string) => givenBy({ kind, party }, operator);
    expect(asks("CanActAs", operator)).to.equal("coins");
    expect(asks("CanExecuteAs", operator)).to.equal("coins");
    expect(asks("CanExecuteAsAnyParty", "")).to.equal("coins");
    expect(asks("ParticipantAdmin", "")).to.equal("administration");
    expect(asks("IdentityProviderAdmin", "")).to.equal("administration");
    expect(asks("CanReadAs", operator)).to.equal(undefined);
    expect(asks("CanReadAsAnyParty", "")).to.equal(undefined);
    expect(asks("CanActAs", bob)).to.equal(undefined);
  });
});
