import { expect } from "chai";
import { JsonParts } from "../../src/answers/json-parts.js";

describe("JSON elements written part by part", () => {
  for (const parts of [[], [[1]], [[1, 2], [3]], [["ä"], [{ a: [] }, null]], [[2n ** 70n]]]) {
    const all = parts.flat();
    it(`are the elements of one array: ${all.map(String).join(" ")}`, () => {
      let held = 0;
      const written = new JsonParts<unknown>((bytes) => {
        held += bytes;
        return true;
      });
      for (const part of parts) written.take(part);
      const text = written.between("[", "]").toString("utf8");
      const expected = all.map((each) =>
        typeof each === "bigint" ? String(each) : JSON.stringify(each),
      );
      expect(text).to.equal(`[${expected.join(",")}]`);
      expect(held).to.equal(Buffer.byteLength(text) - 2);
    });
  }

  it("are not kept where there is no room for them", () => {
    const written = new JsonParts<number>(() => false);
    written.take([1]);
    expect(written.between("[", "]").toString("utf8")).to.equal("[]");
  });
});
