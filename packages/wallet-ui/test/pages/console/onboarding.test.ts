import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import { nobody, onboardingOf } from "../../../src/pages/console/onboarding.js";
import { lackOf } from "../typed.js";

const operator = "operator::1220ab";

describe("what is typed to give a user a wallet", () => {
  it("is a wallet of a party of its own, the operator's or another", () => {
    const draft = { ...nobody, name: " carol ", party: " savings::1220ab " };
    expect(onboardingOf(draft, operator)).to.deep.equal(right({ name: "carol" }));
    expect(onboardingOf({ ...draft, whose: "operator" }, operator)).to.deep.equal(
      right({ name: "carol", party_id: operator }),
    );
    expect(onboardingOf({ ...draft, whose: "other" }, operator)).to.deep.equal(
      right({ name: "carol", party_id: "savings::1220ab" }),
    );
  });

  it("lacks a user name that is one, and a party where another is chosen", () => {
    expect(lackOf(onboardingOf(nobody, operator))).to.match(/user name first/);
    expect(lackOf(onboardingOf({ ...nobody, name: "a b" }, operator))).to.match(/cannot contain/);
    const other = { ...nobody, name: "carol", whose: "other" } as const;
    expect(lackOf(onboardingOf(other, operator))).to.match(/party first/);
  });

  it("takes no party for the operator's before that is known", () => {
    const draft = { ...nobody, name: "carol", whose: "operator" } as const;
    expect(lackOf(onboardingOf(draft, undefined))).to.match(/not known yet/);
  });
});
