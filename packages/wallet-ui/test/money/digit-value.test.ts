import { assert } from "chai";
import { digitOf } from "../../src/money/digit-value.js";

describe("digits", () => {
  it("of every script that this Unicode has are known with their value", () => {
    let run = 0;
    for (let code = 0; code < 0x1_fbff; code++) {
      const character = String.fromCodePoint(code);
      if (/\p{Nd}/u.test(character)) {
        assert.strictEqual(digitOf(character)?.value, run % 10, code.toString(16));
        run += 1;
      } else {
        run = 0;
      }
    }
  });

  it("are not letters, signs or numerals of other kinds", () => {
    for (const character of ["a", "-", ".", "½", "²", "Ⅷ", "①"])
      assert.isUndefined(digitOf(character), character);
  });
});
