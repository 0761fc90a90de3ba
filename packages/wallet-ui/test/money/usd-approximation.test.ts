import { assert } from "chai";
import fc from "fast-check";
import { usdApproximation } from "../../src/money/usd-approximation.js";
import { arbitraryNumeric, numeric } from "./arbitrary-numeric.js";

describe("an amount in dollars", () => {
  const one = numeric(10_000_000_000n);

  it("is the exact product, rounded once", () => {
    assert.strictEqual(usdApproximation(one, "0.0050000000", "en-US"), "< $0.01");
    assert.strictEqual(usdApproximation(one, "0.015", "en-US"), "≈ $0.02");
    assert.strictEqual(usdApproximation(one, "0.025", "en-US"), "≈ $0.02");
    assert.strictEqual(usdApproximation(one, "0.0250000001", "en-US"), "≈ $0.03");
    assert.strictEqual(usdApproximation(one, "1234.5", "en-US"), "≈ $1,234.50");
    assert.strictEqual(usdApproximation(numeric(-10_000_000_000n), "2", "en-US"), "≈ −$2.00");
    assert.strictEqual(usdApproximation(numeric(0n), "2", "en-US"), "≈ $0.00");
  });

  it("is absent for what is no price", () => {
    for (const price of ["", "x", "0", "-1", "NaN", "1e3"])
      assert.isUndefined(usdApproximation(one, price, "en-US"), price);
  });

  it("is never more than half a cent away", () => {
    const prices = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(arbitraryNumeric, prices, (value, price) => {
        const digits = String(price).padStart(11, "0");
        const text = `${digits.slice(0, -10)}.${digits.slice(-10)}`;
        const shown = usdApproximation(value, text, "en-US") ?? "";
        if (shown.startsWith("<")) return;
        const cents = BigInt(shown.replaceAll(/[^0-9]/g, ""));
        const exact = (value < 0n ? -value : value) * price * 100n;
        const off = cents * 10n ** 20n - exact;
        assert.isTrue((off < 0n ? -off : off) * 2n <= 10n ** 20n);
      }),
    );
  });
});
