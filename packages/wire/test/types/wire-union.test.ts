import { expect } from "chai";
import fc from "fast-check";
import { wireEmptyNamed, wireWrapped } from "../../src/types/wire-kinds.js";
import { referenceTo, wireInt32, wireObject, wireString } from "../../src/types/wire-type.js";
import { required } from "../../src/types/wire-field.js";
import { wireUnion } from "../../src/types/wire-union.js";
import { read, refused } from "../refused.js";

const Shape = wireUnion("Shape", {
  Circle: wireObject("Circle", { radius: required(wireInt32) }),
  Name: wireWrapped("Name", wireString),
  Empty: wireEmptyNamed("Empty"),
});
const keys = "an object with exactly one of the keys Circle, Name, Empty";

describe("a union", () => {
  const anyShape = fc.oneof(
    fc.record({ Circle: fc.record({ radius: fc.integer() }) }),
    fc.record({ Name: fc.record({ value: fc.string() }) }),
    fc.constant({ Empty: {} }),
  );

  it("is the value of its one key", () => {
    fc.assert(
      fc.property(anyShape, (shape) => {
        expect(read(Shape, shape)).to.deep.equal(shape);
      }),
    );
  });

  it("drops keys that are none of its own", () => {
    fc.assert(
      fc.property(anyShape, fc.jsonValue(), (shape, other) => {
        expect(read(Shape, { ...shape, other })).to.deep.equal(shape);
      }),
    );
  });

  const bad: ReadonlyArray<readonly [what: string, value: unknown, error: string]> = [
    ["no key", {}, `: expected ${keys}, found no key`],
    ["an unknown key", { Square: 1 }, `: expected ${keys}, found "Square"`],
    ["a key in other case", { circle: { radius: 1 } }, `: expected ${keys}, found "circle"`],
    [
      "many unknown keys, of which three are shown",
      { a: 1, b: 1, c: 1, d: 1 },
      `: expected ${keys}, found "a", "b", "c"`,
    ],
    [
      "two keys, although the second does not fit",
      { Circle: { radius: 1 }, Empty: 7 },
      `: expected ${keys}, found Circle and Empty`,
    ],
    [
      "two keys of which one is null",
      { Circle: { radius: 1 }, Name: null },
      `: expected ${keys}, found Circle and Name`,
    ],
    ["a text", "Circle", `: expected ${keys}, found "Circle"`],
    ["an array", [{ Empty: {} }], `: expected ${keys}, found an array`],
    ["null", null, `: expected ${keys}, found null`],
    ["nothing", undefined, `: missing, expected ${keys}`],
    ["a case of null", { Circle: null }, "Circle: expected an object (Circle), found null"],
    [
      "a case whose content does not fit",
      { Circle: { radius: "1" } },
      'Circle.radius: expected a 32-bit integer, found "1"',
    ],
  ];
  for (const [what, value, error] of bad) {
    it(`refuses ${what}`, () => {
      expect(refused(Shape, value)).to.equal(error);
    });
  }

  it("does not find a case on the prototype", () => {
    const Strange = wireUnion("Strange", { toString: wireString, valueOf: wireString });
    expect(refused(Strange, {})).to.match(/found no key$/);
    expect(read(Strange, { toString: "t" })).to.deep.equal({ toString: "t" });
  });

  it("shows long keys cut", () => {
    const error = refused(Shape, { ["k".repeat(5_000)]: 1 });
    expect(error).to.have.length.below(200);
  });

  it("is published as one of its cases, each with its key required", () => {
    expect(Shape.schema).to.deep.equal({
      oneOf: ["Circle", "Name", "Empty"].map((key) => ({
        type: "object",
        title: key,
        properties: { [key]: { $ref: `#/components/schemas/${key}` } },
        required: [key],
      })),
    });
    expect(referenceTo(Shape)).to.deep.equal({ $ref: "#/components/schemas/Shape" });
    expect(Object.keys(Shape.definitions).sort()).to.deep.equal([
      "Circle",
      "Empty",
      "Name",
      "Shape",
    ]);
  });
});
