import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "chai";
import * as fc from "fast-check";
import { checkedLeaf, leafCheck, leafContent, leafText } from "../../src/pages/leaf.js";
import { TableDamage } from "../../src/table-damage.js";

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

  it("is its text and back where one value of several is large", () => {
    const values = ["one", `{"é":"${"x".repeat(100_000)}"}`, "🙂 three"];
    const content = { upper: "0f", keys: ["0a", "0b", "0c"], values };
    expect(leafContent(leafText(content))).to.deep.equal(content);
  });

  it("keeps no large text in memory for the sake of a key or a short value", () => {
    setFlagsFromString("--expose-gc");
    // border: the flag gives it
    const collect = runInNewContext("gc") as () => void;
    const read = (at: number) => {
      const values = [`short value ${at}`.repeat(3), "x".repeat(1024 * 1024)];
      const keys = [`first key ${at}`.repeat(3), `second key ${at}`.repeat(3)];
      const content = leafContent(leafText({ upper: "0f", keys, values }));
      return [...content.keys, content.values[0]];
    };
    collect();
    const before = process.memoryUsage().heapUsed;
    const kept = Array.from({ length: 64 }, (_, at) => read(at));
    collect();
    expect(process.memoryUsage().heapUsed - before).to.be.below(16 * 1024 * 1024);
    expect(kept).to.have.lengthOf(64);
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
      expect(read).to.throw(TableDamage, "checksum");
    });
  }

  it("is damage with any single bit of it flipped", () => {
    const bytes = Buffer.from(text);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => checkedLeaf(seed, place, { text: flipped.toString(), check })).to.throw(
        TableDamage,
      );
    }
  });
});
