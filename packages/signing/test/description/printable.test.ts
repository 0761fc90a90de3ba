import { expect } from "chai";
import * as fc from "fast-check";
import { printable, timeText } from "../../src/description/printable.js";

describe("A text of a message in a line for a person", () => {
  const table: ReadonlyArray<readonly [what: string, text: string, shown: string]> = [
    ["a party", "alice::1220ab", "alice::1220ab"],
    ["a decimal", "-10.0000000000", "-10.0000000000"],
    ["a template", "Splice.Amulet:Amulet", "Splice.Amulet:Amulet"],
    ["nothing", "", '""'],
    ["words", "1 to bob, until noon", '"1 to bob, until noon"'],
    ["a quote and a backslash", 'a"b\\', '"a\\"b\\\\"'],
    ["a line end", "x\nCoins: alice +100", '"x\\u{a}Coins: alice +100"'],
    ["an escape of a terminal", "\u001b[2K", '"\\u{1b}[2K"'],
    ["a text that turns what follows around", "a\u202eb", '"a\\u{202e}b"'],
    ["a character of no width", "a\u200bb", '"a\\u{200b}b"'],
    ["a line separator", "a\u2028b", '"a\\u{2028}b"'],
    ["letters of any script", "žluťoučký 🦉", '"žluťoučký 🦉"'],
  ];
  for (const [what, text, shown] of table) {
    it(`is shown so that it passes for nothing else: ${what}`, () => {
      expect(printable(text)).to.equal(shown);
    });
  }

  it("takes one line without hidden characters, and two texts are never shown alike", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (first, second) => {
        expect(printable(first)).to.not.match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        // an escape may be spelled out in the text itself, but then with its backslash escaped
        expect(printable(first) === printable(second)).to.equal(first === second);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("A time of a message", () => {
  const table: ReadonlyArray<readonly [bigint, string]> = [
    [0n, "1970-01-01T00:00:00Z"],
    [253_402_300_799_999_999n, "9999-12-31T23:59:59.999999Z"],
    [253_402_300_800_000_000n, "microsecond 253402300800000000"],
    [-62_135_596_800_000_000n, "0001-01-01T00:00:00Z"],
    [-62_135_596_800_000_001n, "microsecond -62135596800000001"],
    [2n ** 64n - 1n, "microsecond 18446744073709551615"],
  ];
  for (const [micros, text] of table) {
    it(`is ${text} for microsecond ${micros}`, () => {
      expect(timeText(micros)).to.equal(text);
    });
  }
});
