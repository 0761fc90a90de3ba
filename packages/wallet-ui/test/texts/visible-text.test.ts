import { assert } from "chai";
import fc from "fast-check";
import { textParts, visibleText } from "../../src/texts/visible-text.js";

const rows: ReadonlyArray<readonly [what: string, text: string, expected: string]> = [
  ["plain words", "Rent, May", "Rent, May"],
  ["markup, which stays text", "<b>x</b>", "<b>x</b>"],
  ["a right-to-left override", "pay\u202egnp.exe", "pay[U+202E]gnp.exe"],
  ["isolates", "\u2067x\u2069", "[U+2067]x[U+2069]"],
  ["a zero-width space", "a\u200bb", "a[U+200B]b"],
  ["a joiner between Latin letters", "a\u200db", "a[U+200D]b"],
  ["a joiner in an emoji", "👩\u200d💻", "👩\u200d💻"],
  ["a non-joiner in Persian", "می\u200cخواهم", "می\u200cخواهم"],
  ["a variation selector after an emoji", "❤\ufe0f", "❤\ufe0f"],
  ["a variation selector after a letter", "a\ufe0f", "a[U+FE0F]"],
  ["line breaks", "a\nb\u2028c", "a[U+000A]b[U+2028]c"],
  ["a filler", "a\u3164b", "a[U+3164]b"],
  ["tags", "a\u{e0041}", "a[U+E0041]"],
  ["half a surrogate pair", "a\ud800", "a[U+D800]"],
  ["an escape", "\u001b[31m", "[U+001B][31m"],
  ["an accent", "e\u0301", "e\u0301"],
  ["a pile of accents", `e${"\u0301".repeat(6)}`, `e${"\u0301".repeat(4)}[U+0301][U+0301]`],
  ["Hebrew as it is", "שלום", "שלום"],
];

describe("a text of someone else", () => {
  for (const [what, text, expected] of rows) {
    it(`shows ${what}`, () => {
      assert.strictEqual(visibleText(text), expected);
    });
  }

  it("keeps marks apart from words, so that a text cannot fake a mark", () => {
    assert.deepEqual(textParts("[U+202E]\u202e"), [
      { kind: "text", text: "[U+202E]" },
      { kind: "hidden", text: "U+202E" },
    ]);
  });

  it("is cut when it is endless", () => {
    assert.strictEqual(visibleText("a".repeat(20_000)).length, 10_001);
  });

  it("never has a bidi control or a line break left", () => {
    const characters = fc.constantFrom(..."ab א\u202a\u202e\u2066\u2069\u200e\n\r\u2029\u200d");
    fc.assert(
      fc.property(fc.array(characters), (all) => {
        const shown = visibleText(all.join(""));
        assert.notMatch(shown, /[\u202a-\u202e\u2066-\u2069\u200e\u200f\n\r\u2028\u2029]/);
      }),
    );
  });
});
