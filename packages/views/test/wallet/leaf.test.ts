import { expect } from "chai";
import * as fc from "fast-check";
import { ViewDamage } from "../../src/blocks/view-damage.js";
import { checkedLeaf, leafCheck, leafContent, leafText } from "../../src/wallet/leaf.js";

const keyOf = fc.stringMatching(/^[0-9a-f]{1,12}$/);
const valueOf = fc.string().map((text) => JSON.stringify(text));

const contents = fc
  .uniqueArray(fc.tuple(keyOf, valueOf), { maxLength: 20, selector: ([key]) => key })
  .chain((entries) =>
    fc.constantFrom("", "ffff").map((upper) => ({
      upper,
      keys: entries.map(([key]) => key),
      values: entries.map(([, value]) => value),
    })),
  );

const seed = 77;
const place = { tree: 2, first: "0a" };

describe("A leaf", () => {
  it("is its text and back, whatever its values say", () => {
    fc.assert(
      fc.property(contents, (content) => {
        expect(leafContent(leafText(content))).to.deep.equal(content);
      }),
    );
  });

  it("is read where it was written", () => {
    fc.assert(
      fc.property(contents, (content) => {
        const text = leafText(content);
        const stored = { text, check: leafCheck(seed, place, text) };
        expect(checkedLeaf(seed, place, stored)).to.deep.equal(content);
      }),
    );
  });

  const text = leafText({ upper: "0f", keys: ["0a", "0b"], values: ["one", "two"] });
  const check = leafCheck(seed, place, text);
  for (const [what, read] of [
    ["in another map", () => checkedLeaf(seed, { ...place, tree: 3 }, { text, check })],
    ["at another place", () => checkedLeaf(seed, { ...place, first: "0b" }, { text, check })],
    ["for another journal", () => checkedLeaf(seed + 1, place, { text, check })],
    ["with another checksum", () => checkedLeaf(seed, place, { text, check: check ^ 1 })],
    ["without a checksum", () => checkedLeaf(seed, place, { text, check: null })],
    ["as bytes", () => checkedLeaf(seed, place, { text: Buffer.from(text), check })],
  ] as const) {
    it(`is damage ${what}`, () => {
      expect(read).to.throw(ViewDamage, "checksum");
    });
  }

  it("is damage with any single bit of it flipped", () => {
    const bytes = Buffer.from(text);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => checkedLeaf(seed, place, { text: flipped.toString(), check })).to.throw(
        ViewDamage,
      );
    }
  });
});
