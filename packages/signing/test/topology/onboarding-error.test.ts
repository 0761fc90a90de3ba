import { expect } from "chai";
import { invalidOnboarding, unauthorizedOnboarding } from "../../src/topology/onboarding-error.js";

describe("onboarding errors", () => {
  it("tell transactions that do not fit from signatures that are missing", () => {
    expect(invalidOnboarding("a")).to.deep.equal({ kind: "invalid argument", message: "a" });
    expect(unauthorizedOnboarding("b")).to.deep.equal({ kind: "unauthorized", message: "b" });
  });
});
