import { expect } from "chai";
import { frozenValue } from "../../src/values/frozen-value.js";

describe("A value that templates read", () => {
  it("cannot be changed at any depth, except that maps can", () => {
    const value = { list: [{ a: 1 }], map: new Map([["k", { b: 1 }]]), nothing: undefined };
    expect(frozenValue({}, value)).to.equal(value);
    expect([value, value.list, value.list[0], value.map.get("k")].every(Object.isFrozen)).to.equal(
      true,
    );
    expect(Object.isFrozen(value.map)).to.equal(false);
  });

  it("stays as it is when its type is trusted", () => {
    expect(Object.isFrozen(frozenValue({ isTrusted: true }, { a: 1 }))).to.equal(false);
  });
});
