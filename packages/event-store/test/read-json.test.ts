import { expect } from "chai";
import * as t from "io-ts";
import { readJson } from "../src/read-json.js";

describe("JSON text read by a codec", () => {
  const Part = t.type({ part: t.number });

  it("is the value when it has the form", () => {
    expect(readJson(Part, '{"part":1}')).to.deep.equal({ part: 1 });
    expect(readJson(t.UnknownRecord, "{}")).to.deep.equal({});
  });

  for (const text of ["", "{", "null", "[]", "7", '"part"', "{}", '{"part":"1"}']) {
    it(`is undefined for ${text === "" ? "no text" : text}`, () => {
      expect(readJson(Part, text)).to.equal(undefined);
    });
  }

  it("takes no list for an object", () => {
    expect(readJson(t.UnknownRecord, "[1]")).to.equal(undefined);
  });
});
