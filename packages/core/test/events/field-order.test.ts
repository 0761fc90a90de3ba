import { expect } from "chai";
import * as t from "io-ts";
import { fieldOrderOf } from "../../src/events/field-order.js";

const Right = t.union([
  t.type({ kind: t.literal("a"), party: t.string }),
  t.type({ kind: t.string }),
]);
const codec = t.intersection([
  t.type({ first: t.number, list: t.array(Right), any: t.unknown }),
  t.partial({ last: t.type({ x: t.number, y: t.number }) }),
]);

describe("the field order of a codec", () => {
  const order = fieldOrderOf(codec);

  it("is that in which the codec names them, at every depth", () => {
    const given = {
      last: { y: 2, x: 1 },
      any: { z: 1, a: 2 },
      list: [{ party: "p", kind: "a" }, { kind: "b" }],
      first: 0,
    };
    expect(JSON.stringify(order(given))).to.equal(
      '{"first":0,"list":[{"kind":"a","party":"p"},{"kind":"b"}],"any":{"z":1,"a":2},"last":{"x":1,"y":2}}',
    );
  });

  it("leaves out what the codec does not name and what is not there", () => {
    expect(order({ other: 1, list: [], any: null, first: 1 })).to.deep.equal({
      first: 1,
      list: [],
      any: null,
    });
  });

  it("does not change values that are not objects", () => {
    expect(order("text")).to.equal("text");
    expect(fieldOrderOf(t.array(t.string))("text")).to.equal("text");
  });
});
