import { expect } from "chai";
import { codePoints } from "../../src/model/code-points.js";

describe("the length of a text", () => {
  const texts: Readonly<Record<string, number>> = { "": 0, abc: 3, é: 1, "🪙": 1, "🪙🪙a": 3 };
  for (const [shown, length] of Object.entries(texts)) {
    it(`"${shown}" is ${length}, counted in code points`, () => {
      expect(codePoints(shown)).to.equal(length);
    });
  }
});
