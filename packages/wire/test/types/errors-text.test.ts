import { expect } from "chai";
import { errorsText } from "../../src/types/errors-text.js";

describe("The text of errors", () => {
  it("is that of the only one, or has a line for each", () => {
    expect(errorsText(["a: wrong"])).to.equal("a: wrong");
    expect(errorsText(["a: wrong", "b: wrong"])).to.equal("2 errors:\n  a: wrong\n  b: wrong");
  });
});
