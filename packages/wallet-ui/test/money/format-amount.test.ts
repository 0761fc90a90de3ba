import { numericFromText } from "@tallystick/core/numeric";
import { assert } from "chai";
import fc from "fast-check";
import { isLeft, right } from "fp-ts/lib/Either.js";
import {
  type AmountFormat,
  amountEcho,
  formatDecimal,
  formatAmount,
  spokenAmount,
} from "../../src/money/format-amount.js";
import { parseAmount } from "../../src/money/parse-amount.js";
import { arbitraryNumeric } from "./arbitrary-numeric.js";

const amount = (text: string) => {
  const read = numericFromText(text);
  if (isLeft(read)) throw new Error(text);
  return read.right;
};

const locales = (
  "en en-IN de de-CH fr fr-CH es es-MX pt-BR pt-PT it pl sv ru tr ar-EG fa he hi mr-IN bn my ne " +
  "ja zh ko th zh-u-nu-hanidec vi"
).split(" ");

const rows: ReadonlyArray<
  readonly [value: string, locale: string, format: AmountFormat, expected: string]
> = [
  ["5", "en", {}, "5.00"],
  ["1234.5", "en", {}, "1,234.50"],
  ["1234.5", "de", {}, "1.234,50"],
  ["1234.5", "es", {}, "1.234,50"],
  ["1234567.125", "en-IN", {}, "12,34,567.125"],
  ["0.0000000001", "en", {}, "0.0000000001"],
  ["-0.0000000001", "en", {}, "−0.0000000001"],
  ["5", "en", { decimals: "full" }, "5.0000000000"],
  ["5", "en", { sign: "always" }, "+5.00"],
  ["0", "en", { sign: "always" }, "0.00"],
  ["-5", "en", { sign: "always" }, "−5.00"],
  ["1234.5", "ar-EG", {}, "١٬٢٣٤٫٥٠"],
  [
    "9999999999999999999999999999.9999999999",
    "en",
    {},
    "9,999,999,999,999,999,999,999,999,999.9999999999",
  ],
];

describe("an amount as text", () => {
  for (const [value, locale, format, expected] of rows) {
    it(`${value} in ${locale} is ${expected}`, () => {
      assert.strictEqual(formatAmount(amount(value), locale, format), expected);
    });
  }

  for (const locale of locales) {
    it(`is read back as the same amount in ${locale}`, () => {
      fc.assert(
        fc.property(
          arbitraryNumeric,
          fc.constantFrom<AmountFormat>({}, { decimals: "full" }, { sign: "always" }),
          (value, format) => {
            const read = parseAmount(formatAmount(value, locale, format), locale);
            assert.deepEqual(read, right(value));
          },
        ),
      );
    });
  }

  it("is echoed in the language of the numbers, with thin spaces between thousands", () => {
    const rows = [
      ["1234.5", "en", "1\u202f234.5 CC"],
      ["1234567", "en", "1\u202f234\u202f567 CC"],
      ["0.0000000001", "en", "0.0000000001 CC"],
      ["-12", "en", "−12 CC"],
      ["1.234", "de-DE", "1,234 CC"],
      ["1234567.5", "de-DE", "1\u202f234\u202f567,5 CC"],
      ["1234.5", "de-CH", "1\u202f234.5 CC"],
      ["1234567", "en-IN", "12\u202f34\u202f567 CC"],
      ["1.5", "fa", "۱٫۵ CC"],
    ] as const;
    for (const [text, locale, shown] of rows)
      assert.strictEqual(amountEcho(amount(text), locale, "CC"), shown);
  });

  it("of the API is written without zeros at its end, and no zero before is lost", () => {
    assert.strictEqual(formatDecimal("1234.5000000000", "de-DE"), "1.234,5");
    assert.strictEqual(formatDecimal("100", "en"), "100");
    assert.strictEqual(formatDecimal("-0.0050000000", "fr"), "−0,005");
    assert.strictEqual(formatDecimal("some", "de-DE"), "some");
  });

  it("is said in words by its direction", () => {
    assert.strictEqual(spokenAmount(amount("5"), "en", "CC"), "received 5.00 CC");
    assert.strictEqual(spokenAmount(amount("-5"), "en", "CC"), "sent 5.00 CC");
    assert.strictEqual(spokenAmount(amount("0"), "en", "CC"), "no change, 0.00 CC");
  });
});
