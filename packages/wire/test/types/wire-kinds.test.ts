import { expect } from "chai";
import fc from "fast-check";
import {
  nullableInSchema,
  wireBoolean,
  wireEmpty,
  wireEmptyNamed,
  wireEnum,
  wireIntegerMap,
  wireMap,
  wireMapNamed,
  wireNullable,
  wireOffset,
  wireWrapped,
} from "../../src/types/wire-kinds.js";
import {
  referenceTo,
  wireInt32,
  wireJson,
  wireObject,
  wireString,
} from "../../src/types/wire-type.js";
import { required } from "../../src/types/wire-field.js";
import { read, refused } from "../refused.js";

describe("booleans and offsets", () => {
  it("are true or false and nothing that looks like it", () => {
    expect([read(wireBoolean, true), read(wireBoolean, false)]).to.deep.equal([true, false]);
    for (const value of ["true", 0, 1, null, undefined, []])
      expect(refused(wireBoolean, value), String(value)).to.contain("expected true or false");
  });

  const offsets: ReadonlyArray<readonly [value: unknown, isTaken: boolean]> = [
    [-1, true],
    [0, true],
    [Number.MAX_SAFE_INTEGER, true],
    [Number.MIN_SAFE_INTEGER, true],
    [2 ** 53, false],
    [-(2 ** 53), false],
    [2n ** 60n, false],
    [1.5, false],
    ["7", false],
    [null, false],
  ];
  for (const [value, isTaken] of offsets) {
    it(`${String(value)} is ${isTaken ? "an" : "no"} offset that is exact`, () => {
      if (isTaken) {
        expect(read(wireOffset, value)).to.equal(value);
      } else {
        expect(refused(wireOffset, value)).to.contain(
          "expected a whole number between -(2^53 - 1) and 2^53 - 1",
        );
      }
    });
  }
});

describe("the empty message", () => {
  it("is any object, whose keys are dropped", () => {
    for (const value of [{}, { a: 1 }, { value: {} }])
      expect(read(wireEmpty, value)).to.deep.equal({});
    for (const value of [[], null, "", 0, undefined])
      expect(refused(wireEmpty, value)).to.contain("expected an object");
  });

  it("may have a name of its own", () => {
    const Empty9 = wireEmptyNamed("Empty9");
    expect(read(Empty9, { a: 1 })).to.deep.equal({});
    expect(referenceTo(Empty9)).to.deep.equal({ $ref: "#/components/schemas/Empty9" });
    expect(Empty9.definitions).to.deep.equal({ Empty9: { type: "object" } });
  });
});

describe("enumerations", () => {
  const Colour = wireEnum("Colour", "COLOUR_UNSPECIFIED", "COLOUR_RED", "COLOUR_BLUE");

  it("have their names, and UNRECOGNIZED for the first of them", () => {
    for (const name of ["COLOUR_UNSPECIFIED", "COLOUR_RED", "COLOUR_BLUE"])
      expect(read(Colour, name)).to.equal(name);
    expect(read(Colour, "UNRECOGNIZED")).to.equal("COLOUR_UNSPECIFIED");
  });

  for (const value of ["RED", "colour_red", "", "toString", 0, 1, -1, null, undefined]) {
    it(`do not have ${JSON.stringify(value)}`, () => {
      expect(refused(Colour, value)).to.match(
        /expected one of COLOUR_UNSPECIFIED, COLOUR_RED, COLOUR_BLUE/,
      );
    });
  }

  it("do not publish the spelling of unknown ones", () => {
    expect(Colour.schema).to.deep.equal({
      type: "string",
      enum: ["COLOUR_UNSPECIFIED", "COLOUR_RED", "COLOUR_BLUE"],
    });
  });
});

describe("maps", () => {
  const Numbers = wireMap(wireInt32);
  const Named = wireMapNamed("Map_Number", wireInt32);

  it("have any keys, and values of one type", () => {
    const maps = fc.dictionary(fc.string(), fc.integer());
    fc.assert(
      fc.property(maps, (map) => {
        expect(read(Numbers, map)).to.deep.equal({ ...map });
        expect(read(Named, map)).to.deep.equal({ ...map });
      }),
    );
  });

  it("keep a key that objects have anyway as a key of their own", () => {
    const parsed: unknown = JSON.parse('{"__proto__": 7, "toString": 8}');
    const map = read(Numbers, parsed);
    expect(Object.hasOwn(map, "__proto__")).to.equal(true);
    expect(Object.getPrototypeOf(map)).to.equal(Object.prototype);
    expect(JSON.stringify(map)).to.equal('{"__proto__":7,"toString":8}');
  });

  it("name the key whose value does not fit", () => {
    expect(refused(Numbers, { a: 1, b: "2" })).to.equal('b: expected a 32-bit integer, found "2"');
    for (const value of [[], null, "", 1])
      expect(refused(Numbers, value)).to.contain("expected an object");
  });

  it("with a name are referred to by it", () => {
    expect(referenceTo(Named)).to.deep.equal({ $ref: "#/components/schemas/Map_Number" });
    expect(referenceTo(Numbers)).to.deep.equal({
      type: "object",
      additionalProperties: { type: "integer", format: "int32" },
    });
  });
});

describe("maps by integers", () => {
  const Fields = wireIntegerMap("Map_Int_Field", wireString);

  for (const key of ["0", "7", "-1", "0007", "2147483647", "-2147483648"]) {
    it(`take the key ${key}`, () => {
      expect(read(Fields, { [key]: "v" })).to.deep.equal({ [key]: "v" });
    });
  }

  for (const key of ["", "a", "1.0", "1e3", "+1", " 1", "--1", "12345678901", "__proto__"]) {
    it(`refuse the key ${JSON.stringify(key)}, and say where`, () => {
      const value: unknown = JSON.parse(`{${JSON.stringify(key)}: "v"}`);
      expect(refused(Fields, value)).to.contain(
        `expected an integer key, found ${JSON.stringify(key)}`,
      );
    });
  }

  it("refuse a value of another type under its key", () => {
    expect(refused(Fields, { "3": 1 })).to.equal("3: expected a string, found the number 1");
    expect(refused(Fields, [])).to.equal(": expected an object with integer keys, found an array");
  });
});

describe("values that may be null", () => {
  const Maybe = wireNullable(wireInt32);

  it("are null or the value, and not absent", () => {
    expect([read(Maybe, null), read(Maybe, 3)]).to.deep.equal([null, 3]);
    expect(refused(Maybe, undefined)).to.equal(": missing, expected a 32-bit integer");
    expect(refused(Maybe, "3")).to.equal(': expected a 32-bit integer, found "3"');
  });

  it("are published as the value, by its name, and null", () => {
    const int32 = { type: "integer", format: "int32" };
    expect(Maybe.schema).to.deep.equal({ ...int32, nullable: true });
    const Point = wireObject("Point", { x: required(wireInt32) });
    const point = { $ref: "#/components/schemas/Point" };
    expect(wireNullable(Point).schema).to.deep.equal({ allOf: [point], nullable: true });
    expect(wireNullable(wireJson).schema).to.deep.equal({});
    expect(wireNullable(Point).definitions).to.have.property("Point");
  });
});

describe("values whose schema has null for requests", () => {
  it("are published with null, and read without", () => {
    const Answer = nullableInSchema(wireInt32);
    expect(Answer.schema).to.deep.equal(wireNullable(wireInt32).schema);
    expect(read(Answer, 3)).to.equal(3);
    expect(refused(Answer, null)).to.equal(": expected a 32-bit integer, found null");
  });
});

describe("wrapped values", () => {
  const Wrapped = wireWrapped("CanActAs", wireString);

  it("are under value, and nothing else counts", () => {
    expect(read(Wrapped, { value: "a", other: 1 })).to.deep.equal({ value: "a" });
  });

  const bad: ReadonlyArray<readonly [value: unknown, error: string]> = [
    [{}, "value: missing, expected a string"],
    [{ value: null }, "value: expected a string, found null"],
    ["a", ': expected an object with the field value, found "a"'],
    [null, ": expected an object with the field value, found null"],
    [["a"], ": expected an object with the field value, found an array"],
  ];
  for (const [value, error] of bad) {
    it(`refuse ${JSON.stringify(value)}`, () => {
      expect(refused(Wrapped, value)).to.equal(error);
    });
  }

  it("require value in the published schema", () => {
    expect(Wrapped.definitions).to.deep.equal({
      CanActAs: { type: "object", required: ["value"], properties: { value: { type: "string" } } },
    });
  });
});
