import { expect } from "chai";
import { errorsText } from "../../src/types/errors-text.js";

describe("The text of errors", () => {
  it("is that of the only one, or has a line for each", () => {
    expect(errorsText(["a: wrong"])).to.equal("a: wrong");
    expect(errorsText(["a: wrong", "b: wrong"])).to.equal("2 errors:\n  a: wrong\n  b: wrong");
  });

  it("ends after the first 20", () => {
    const lines = errorsText(Array.from({ length: 91 }, (_, at) => `${at}: wrong`)).split("\n");
    expect([lines.length, lines[0], lines.at(-2), lines.at(-1)]).to.deep.equal([
      22,
      "91 errors:",
      "  19: wrong",
      "  and 71 more",
    ]);
  });
});
