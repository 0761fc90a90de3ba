import { expect } from "chai";
import fc from "fast-check";
import { InternedStrings, maxNameLength, Spans } from "../src/interned-tables.js";
import { Malformed } from "../src/malformed.js";

/** A table of texts, one after the other in one piece. */
const tableOf = (texts: ReadonlyArray<string | Uint8Array>): InternedStrings => {
  const parts = texts.map((text) => Buffer.from(text));
  const spans = new Spans();
  let at = 0;
  for (const part of parts) {
    spans.add(at, at + part.length);
    at += part.length;
  }
  return new InternedStrings(Uint8Array.from(Buffer.concat(parts)), spans);
};

describe("Spans", () => {
  it("are given back in the order in which they were added", () => {
    const pairs = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 20 });
    fc.assert(
      fc.property(pairs, (all) => {
        const spans = new Spans();
        for (const [start, end] of all) spans.add(start, end);
        expect(spans.length).to.equal(all.length);
        expect(all.map((_, at) => spans.at(at))).to.deep.equal(
          all.map(([start, end]) => ({ start, end })),
        );
      }),
      { numRuns: 100 },
    );
  });

  it("are empty beyond their last", () => {
    expect(new Spans().at(0)).to.deep.equal({ start: 0, end: 0 });
  });
});

describe("The strings of a package", () => {
  it("are the texts of the table", () => {
    const texts = fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(texts, (all) => {
        const table = tableOf(all);
        expect(table.length).to.equal(all.length);
        expect(all.map((_, at) => table.text(at))).to.deep.equal(all);
      }),
      { numRuns: 100 },
    );
  });

  for (const index of [-1, 2, 2 ** 31 - 1, -(2 ** 31)]) {
    it(`end the reading at index ${index} of two`, () => {
      const table = tableOf(["a", "b"]);
      const message = `invalid internedString table index ${index}`;
      expect(() => table.text(index)).to.throw(Malformed, message);
      expect(() => table.checkIndex(index)).to.throw(Malformed, message);
    });
  }

  it("keep a mark of the byte order", () => {
    expect(tableOf(["\ufeffa"]).text(0)).to.equal("\ufeffa");
  });

  it("end the check when one of them is not UTF-8, and name it", () => {
    const broken: ReadonlyArray<Uint8Array> = [
      Uint8Array.of(0xff),
      Uint8Array.of(0xc3, 0x28),
      // an overlong slash, half a surrogate pair, and what ends within a character
      Uint8Array.of(0xc0, 0xaf),
      Uint8Array.of(0xed, 0xa0, 0x80),
      Uint8Array.of(0xe2, 0x82),
    ];
    for (const bytes of broken)
      expect(() => tableOf(["a", bytes]).check()).to.throw(Malformed, "string 1 is not UTF-8");
  });

  const names: ReadonlyArray<readonly [text: string, isName: boolean]> = [
    ["a", true],
    ["Z", true],
    ["_", true],
    ["$", true],
    ["$$sel$u003aid", true],
    ["x9", true],
    ["", false],
    ["9x", false],
    ["a b", false],
    ["a.b", false],
    ["a-b", false],
    ["a'", false],
    ["ä", false],
    ["aä", false],
    ["\u0000", false],
    ["@", false],
    ["[", false],
    ["`", false],
    ["{", false],
    ["a/", false],
    ["a:", false],
    ["a".repeat(maxNameLength - 1), true],
    ["a".repeat(maxNameLength), true],
    ["a".repeat(maxNameLength + 1), false],
  ];
  for (const [text, isName] of names) {
    const shown = text.length > 40 ? `${text.length} letters` : JSON.stringify(text);
    it(`are ${isName ? "" : "not "}identifiers: ${shown}`, () => {
      const table = tableOf([text]);
      const length = () => table.nameLength(0);
      if (isName) expect(length()).to.equal(text.length);
      else expect(length).to.throw(Malformed, "invalid name at internedString table index 0");
      // the second question is answered from memory
      if (isName) expect(length()).to.equal(text.length);
      else expect(length).to.throw(Malformed);
    });
  }

  it("are identifiers just when they are of the form the reference gives", () => {
    const form = /^[A-Za-z_$][A-Za-z0-9_$]{0,999}$/;
    const text = fc.oneof(
      fc.string({ unit: "binary-ascii" }),
      fc.stringMatching(/^[A-Za-z_$][A-Za-z0-9_$]{0,20}$/),
    );
    fc.assert(
      fc.property(text, (given) => {
        let isName = true;
        try {
          tableOf([given]).nameLength(0);
        } catch {
          isName = false;
        }
        // in a regular expression the end is also before a last line end
        expect(isName).to.equal(form.test(given) && !given.endsWith("\n"));
      }),
      { numRuns: 500 },
    );
  });
});
