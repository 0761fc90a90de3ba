import { expect } from "chai";
import { looksLike } from "../../src/index.js";

const one = `1220${"ab".repeat(32)}`;
const other = `1220${"cd".repeat(32)}`;
/** The same ends, and other digits between. */
const sameEnds = `1220abab${"0".repeat(56)}abab`;

describe("parties that look alike", () => {
  const rows: ReadonlyArray<readonly [string, string, boolean, string]> = [
    [`alice::${one}`, `alice::${one}`, false, "the same one"],
    [`alice::${other}`, `alice::${one}`, true, "the same name of another node"],
    [`a1ice::${one}`, `alice::${one}`, true, "a digit for a letter"],
    [`Alice::${one}`, `alice::${one}`, true, "a capital letter"],
    [`alicia::${one}`, `alice::${one}`, false, "two letters"],
    [`alicex::${one}`, `alice::${one}`, true, "one letter more"],
    [`alce::${one}`, `alice::${one}`, true, "one letter less"],
    [`alike::${one}`, `alice::${one}`, true, "one letter different"],
    [`alike::${sameEnds}`, `alice::${one}`, true, "the same ends of the fingerprint"],
    [`alike::${other}`, `alice::${one}`, false, "another name of another node"],
    [`bob::${one}`, `rob::${one}`, false, "short names"],
    [`bob::${one}`, `alice::${one}`, false, "another name"],
  ];
  for (const [party, known, expected, what] of rows) {
    it(`${expected ? "are" : "are not"} ${what}`, () => {
      expect(looksLike(party, known)).to.equal(expected);
      expect(looksLike(known, party)).to.equal(expected);
    });
  }
});
