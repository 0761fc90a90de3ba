import { numericToText } from "@tallystick/core/numeric";
import { assert } from "chai";
import { isLeft, left } from "fp-ts/lib/Either.js";
import { parseAmount } from "../../src/money/parse-amount.js";

const read = (text: string, locale: string): string => {
  const amount = parseAmount(text, locale);
  return isLeft(amount) ? amount.left.kind : numericToText(amount.right).replace(/\.?0+$/, "");
};

const rows: ReadonlyArray<readonly [text: string, locale: string, expected: string]> = [
  ["5", "en", "5"],
  [" 5 ", "en", "5"],
  ["5.", "en", "5"],
  [".5", "en", "0.5"],
  ["+5", "en", "5"],
  ["-5", "en", "-5"],
  ["−5", "en", "-5"],
  ["1,5", "de", "1.5"],
  ["1,5", "en", "wrong grouping"],
  ["1.5", "de", "wrong grouping"],
  ["1.5", "fr", "1.5"],
  ["1,5", "de-CH", "1.5"],
  ["1,234", "en", "ambiguous"],
  ["1.234", "de", "ambiguous"],
  ["1.234", "fr", "ambiguous"],
  ["1,234", "de", "1.234"],
  ["1.234", "en", "1.234"],
  ["1,234.0", "en", "1234"],
  ["1,234,567", "en", "1234567"],
  ["1.234.567,5", "de", "1234567.5"],
  ["1,234,56", "en", "wrong grouping"],
  ["1234,567", "en", "wrong grouping"],
  ["1.234,5", "en", "wrong grouping"],
  ["1,,234.5", "en", "wrong grouping"],
  [",123.5", "en", "wrong grouping"],
  ["1 234", "fr", "1234"],
  ["1\u202f234,5", "fr", "1234.5"],
  ["1'234.5", "de-CH", "1234.5"],
  ["12,34,567.8", "en-IN", "1234567.8"],
  ["1.2.3", "en", "two decimal separators"],
  ["١٬٢٣٤٫٥", "ar-EG", "1234.5"],
  ["١٢٫٥", "ar-EG", "12.5"],
  ["12.5", "ar-EG", "12.5"],
  ["१२३.५", "en", "123.5"],
  ["१२3", "en", "mixed digits"],
  ["一二三.五", "zh-u-nu-hanidec", "123.5"],
  ["", "en", "empty"],
  [" ", "en", "empty"],
  ["-", "en", "incomplete"],
  [".", "en", "incomplete"],
  ["1e5", "en", "unexpected character"],
  ["NaN", "en", "unexpected character"],
  ["0x10", "en", "unexpected character"],
  ["5 CC", "en", "unexpected character"],
  ["0.0000000001", "en", "0.0000000001"],
  ["0.00000000001", "en", "too many decimals"],
  ["0.00000000000", "en", "too many decimals"],
  ["9".repeat(28), "en", "9".repeat(28)],
  [`0${"9".repeat(28)}`, "en", "9".repeat(28)],
  ["9".repeat(29), "en", "too many digits"],
  ["0".repeat(101), "en", "too long"],
];

describe("a typed amount", () => {
  for (const [text, locale, expected] of rows) {
    it(`"${text.slice(0, 30)}" in ${locale} is ${expected}`, () => {
      assert.strictEqual(read(text, locale), expected);
    });
  }

  it("names the separator and what to write instead", () => {
    assert.deepEqual(
      parseAmount("1,234", "en"),
      left({ kind: "ambiguous", separator: ",", decimal: "." }),
    );
  });

  it("is exact where a float is not", () => {
    const text = "9007199254740993.0000000001";
    assert.strictEqual(read(text, "en"), text);
  });
});
