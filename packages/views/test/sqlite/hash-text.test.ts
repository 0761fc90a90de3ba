import { expect } from "chai";
import * as fc from "fast-check";
import { hashText } from "../../src/sqlite/hash-text.js";

describe("The hash of a text", () => {
  it("is a whole number that is exact, and the same each time", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(Number.isSafeInteger(hashText(text))).to.equal(true);
        expect(hashText(text)).to.be.at.least(0);
        expect(hashText(text)).to.equal(hashText(text));
      }),
    );
  });

  it("is another for another text, as far as many texts tell", () => {
    const hashes = new Set<number>();
    for (let n = 0; n < 50_000; n++) hashes.add(hashText(`text ${n}`));
    expect(hashes.size).to.equal(50_000);
  });

  it("spreads over both halves of its range", () => {
    let high = 0;
    for (let n = 0; n < 1_000; n++)
      if (hashText(String(n)) > Number.MAX_SAFE_INTEGER / 2) high += 1;
    expect(high).to.be.within(400, 600);
  });
});
