import { expect } from "chai";
import { SharedTexts } from "../../src/runs/shared-texts.js";

describe("shared texts", () => {
  it("have a number each, in the order they came", () => {
    const texts = new SharedTexts();
    expect(["a", "b", "a", ""].map((text) => texts.numberOf(text))).to.deep.equal([0, 1, 0, 2]);
    expect(texts.all).to.deep.equal(["a", "b", ""]);
    expect([0, 1, 2].map((number) => texts.text(number))).to.deep.equal(["a", "b", ""]);
  });

  it("are known only once they were given a number", () => {
    const texts = new SharedTexts(["old"]);
    expect(texts.known("old")).to.equal(0);
    expect(texts.known("new")).to.equal(undefined);
    expect(texts.numberOf("new")).to.equal(1);
    expect(texts.known("new")).to.equal(1);
  });

  it("are as many as there may be, and no more", () => {
    const texts = new SharedTexts();
    for (let at = 0; at < 8_192; at++) expect(texts.numberOf(`text ${at}`)).to.equal(at);
    expect(texts.numberOf("one more")).to.equal(undefined);
    expect(texts.numberOf("text 5")).to.equal(5);
  });

  it("are not too long", () => {
    const texts = new SharedTexts();
    expect(texts.numberOf("x".repeat(513))).to.equal(undefined);
    expect(texts.numberOf("x".repeat(512))).to.equal(0);
  });

  it("that no one gave a number are an error", () => {
    expect(() => new SharedTexts(["a"]).text(1)).to.throw("no shared text 1");
  });
});
