import { runInNewContext } from "node:vm";
import { expect } from "chai";
import { withSharedShapes } from "../src/shared-shapes.js";

describe("Shared shapes", () => {
  it("begin with nothing where something is added to a spread, wherever that is", () => {
    const code =
      'const é = (a, ...e) => ({ ...a, b: { ...a.b, c: "{...x, y}" }, [d]: [{ ...x, y }] });';
    expect(withSharedShapes(code)).to.equal(
      'const é = (a, ...e) => ({ ...null, ...a, b: { ...null, ...a.b, c: "{...x, y}" }, [d]: [{ ...null, ...x, y }] });',
    );
  });

  it("leave all else as it is", () => {
    for (const code of [
      "const copy = { ...a };",
      "const later = { b, ...a };",
      "const { c, ...rest } = d; f(...rest, [...rest, c]);",
      "const none = {};",
    ])
      expect(withSharedShapes(code)).to.equal(code);
  });

  it("make the same object, its fields in the same order", () => {
    const code = "({ ...{ c: 5, a: 1 }, c: 2, b: 3, ...{ d: 4 } })";
    const evaluated = [code, withSharedShapes(code)].map((each) =>
      JSON.stringify(runInNewContext(each)),
    );
    expect(evaluated[0]).to.equal('{"c":2,"a":1,"b":3,"d":4}');
    expect(evaluated[1]).to.equal(evaluated[0]);
  });
});
