import { assert } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { amountErrorText } from "../../src/money/amount-error.js";
import { readTransferAmount } from "../../src/money/transfer-amount.js";
import { numeric } from "./arbitrary-numeric.js";

const available = numeric(50_000_000_000n);

const errorOf = (text: string): string => {
  const read = readTransferAmount(text, "en", available);
  return isLeft(read) ? amountErrorText(read.left) : `read ${read.right}`;
};

describe("an amount to send", () => {
  it("is above zero and at most what is available", () => {
    assert.strictEqual(errorOf("5"), "read 50000000000");
    assert.strictEqual(errorOf("0"), "Enter an amount above zero.");
    assert.strictEqual(errorOf("-1"), "Enter an amount above zero.");
    assert.strictEqual(errorOf("5.0000000001"), "Only 5.00 is available.");
  });

  it("is only read while the balance is not known", () => {
    assert.isTrue(isRight(readTransferAmount("6", "en", undefined)));
  });
});
