import { expect } from "chai";
import { sameName } from "../../src/values/same-name.js";

describe("Names of which two are the same", () => {
  for (const [names, says] of [
    [[], undefined],
    [["a", "b"], undefined],
    [["a", "b", "a"], "a is there twice"],
    [["owner", "x", "oWner"], "owner and oWner differ only in upper and lower case; rename one"],
  ] as const) {
    it(`are found: ${names.join()}`, () => {
      expect(sameName(names)).to.equal(says);
    });
  }
});
