import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "chai";
import * as fc from "fast-check";
import { leafContent, leafText } from "../../src/pages/leaf.js";

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
});
