import { assert } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { amountErrorText } from "../../src/money/amount-error.js";
import { parseAmount } from "../../src/money/parse-amount.js";

const textOf = (typed: string): string => {
  const read = parseAmount(typed, "en");
  return isLeft(read) ? amountErrorText(read.left) : "";
};

describe("the words for what is no amount", () => {
  it("name what was found and what to write", () => {
    assert.include(textOf("1,234"), 'write decimals with "."');
    assert.include(textOf("1,5"), 'Write decimals with "."');
    assert.strictEqual(textOf("0.12345678901"), "Found 11 decimals, expected at most 10.");
    assert.strictEqual(
      textOf("1".repeat(29)),
      "Found 29 digits before the decimals, expected at most 28.",
    );
    assert.strictEqual(textOf("5x"), '"x" is not part of a number. Enter digits only.');
  });
});
