import { expect } from "chai";
import { joinedTexts } from "../../src/values/json-text.js";

describe("texts joined by commas", () => {
  const long = "a".repeat(50_000);

  it("are few texts that are not long", () => {
    expect(joinedTexts([])).to.deep.equal([]);
    expect(joinedTexts([""])).to.deep.equal([""]);
    expect(joinedTexts(["1", "2", "3"])).to.deep.equal(["1,2,3"]);
    expect(joinedTexts([long, long, "1", long])).to.deep.equal([`${long},${long}`, `1,${long}`]);
    const longer = long.repeat(4);
    expect(joinedTexts(["1", longer, "2"])).to.deep.equal([`1,${longer}`, "2"]);
  });

  it("are all of them, in their order", () => {
    const texts = Array.from({ length: 10_000 }, (_, at) => `${at}`.repeat(1 + (at % 7)));
    expect(joinedTexts(texts).join(",")).to.equal(texts.join(","));
  });
});
