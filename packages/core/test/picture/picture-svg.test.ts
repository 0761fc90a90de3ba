import { expect } from "chai";
import fc from "fast-check";
import { foldPicture } from "../../src/picture/fold-picture.js";
import { pictureOf } from "../../src/picture/picture.js";
import { layoutPicture } from "../../src/picture/picture-layout.js";
import { pictureSvg } from "../../src/picture/picture-svg.js";
import type { PictureWords } from "../../src/picture/picture-words.js";
import { drawnTransaction, payment, words } from "./arbitrary-drawn.js";

const svgOf = (
  drawn: Parameters<typeof pictureOf>[0],
  by: PictureWords,
  title = "Update",
): string =>
  pictureSvg(layoutPicture(foldPicture(pictureOf(drawn)), by), { title, notes: [title] });

const illegal = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/u;
const tag = /^<(\/?)([a-z]+)((?: [A-Za-z-]+(?::[a-z]+)?="[^"<&]*")*)(\/?)>/;
const text = /^(?:[^<&]|&(?:amp|lt|gt|quot|apos);)+/;

/** Throws unless a text is well-formed XML, of the small part that is written. */
const expectWellFormed = (svg: string): void => {
  expect(illegal.test(svg)).to.equal(false);
  const open: Array<string> = [];
  let rest = svg;
  while (rest !== "") {
    const found = tag.exec(rest);
    const plain = text.exec(rest)?.[0] ?? "";
    if (found === null) {
      expect(plain, rest.slice(0, 80)).not.to.equal("");
      rest = rest.slice(plain.length);
      continue;
    }
    const [whole, isEnd, name = "", , isEmpty] = found;
    if (isEnd === "/") expect(open.pop()).to.equal(name);
    else if (isEmpty !== "/") open.push(name);
    rest = rest.slice(whole.length);
  }
  expect(open).to.deep.equal([]);
};

const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    `<script>alert(1)</script>`,
    `"/><image href="https://x"/>`,
    "]]>&amp;\u0000\u202E\uD800",
    "javascript:alert(1)",
  ),
);

describe("The file of a picture", () => {
  it("says amounts on the edges, who signed and who sees", () => {
    const svg = svgOf(payment, words);
    expectWellFormed(svg);
    for (const said of [">10 Amulet<", ">6 Amulet<", ">signed dso, ben<", ">seen ana, ben, dso<"])
      expect(svg).to.contain(said);
    expect(svg).to.match(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
  });

  it("is well-formed XML whatever the names are, without scripts and what is elsewhere", () =>
    fc.assert(
      fc.property(drawnTransaction, hostile, (drawn, name) => {
        const named = {
          ...words,
          before: name,
          party: () => name,
          amount: () => name,
          on: () => name,
          several: () => name,
        };
        const svg = svgOf(drawn, named, name);
        expectWellFormed(svg);
        expect(svg).not.to.match(/<(script|image|a|style|foreignObject)\b|<[^<>]*href=/i);
      }),
    ));

  it("is the same for the same transaction", () =>
    fc.assert(
      fc.property(drawnTransaction, (drawn) => {
        const copy = { nodes: [...drawn.nodes], contracts: new Map(drawn.contracts) };
        expect(svgOf(drawn, words)).to.equal(svgOf(copy, words));
      }),
    ));
});
