import { expect } from "chai";
import { oneOf, wholeNumber } from "../../src/types/setting-values.js";
import { read, refused } from "../refused.js";

describe("Values of settings", () => {
  it("are whole numbers within their bounds", () => {
    for (const value of [3, 4, 7]) expect(read(wholeNumber(3, 7), value)).to.equal(value);
    for (const value of [2, 8, 3.5, Number.NaN, "3", null])
      expect(refused(wholeNumber(3, 7), value)).to.contain("a whole number from 3 to 7");
    expect(read(wholeNumber(0), Number.MAX_SAFE_INTEGER)).to.equal(Number.MAX_SAFE_INTEGER);
    for (const value of [-1, Number.MAX_SAFE_INTEGER + 1])
      expect(refused(wholeNumber(0), value)).to.contain("expected a whole number of at least 0");
    expect(wholeNumber(3, 7).schema).to.deep.equal({ type: "integer", minimum: 3, maximum: 7 });
  });

  it("are one of some texts", () => {
    const type = oneOf("worker", "main");
    expect([read(type, "worker"), read(type, "main")]).to.deep.equal(["worker", "main"]);
    for (const value of ["", "Main", 1, undefined])
      expect(refused(type, value), String(value)).to.contain("expected one of worker, main");
  });
});
