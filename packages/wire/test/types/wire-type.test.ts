import { expect } from "chai";
import fc from "fast-check";
import { isRight, left } from "fp-ts/lib/Either.js";
import {
  definitionsOf,
  expectedError,
  referenceTo,
  shownValue,
  wireArray,
  wireBase64,
  wireInt32,
  wireInt64,
  wireJson,
  wireObject,
  wireString,
  within,
} from "../../src/types/wire-type.js";
import { always, defaulted, optional, required } from "../../src/types/wire-field.js";
import { read, refused } from "../refused.js";

describe("a value in an error text", () => {
  const rows: ReadonlyArray<readonly [value: unknown, text: string]> = [
    [undefined, "nothing"],
    [null, "null"],
    [[1, 2], "an array"],
    [{ a: 1 }, "an object"],
    ["", '""'],
    ['say "hi"\n', '"say \\"hi\\"\\n"'],
    ["x".repeat(60), `"${"x".repeat(60)}"`],
    ["x".repeat(61), `"${"x".repeat(60)}..."`],
    [0, "the number 0"],
    [-1.5, "the number -1.5"],
    [Number.NaN, "the number NaN"],
    [12n, "the bigint 12"],
    [10n ** 80n, `the bigint 1${"0".repeat(59)}`],
    [false, "the boolean false"],
    [() => 1, "a function"],
    [Symbol("s"), "a symbol"],
  ];
  for (const [index, [value, text]] of rows.entries()) {
    it(`is ${text.slice(0, 30)} (row ${index})`, () => {
      expect(shownValue(value)).to.equal(text);
    });
  }

  it("has a bounded length and no control character, whatever it is", () => {
    const anything = fc.oneof(fc.anything(), fc.string({ unit: "binary", maxLength: 400 }));
    fc.assert(
      fc.property(anything, (value) => {
        const text = shownValue(value);
        // each of 60 characters is at most an escape of six
        expect(text.length).to.be.at.most(60 * 6 + 5);
        expect([...text].every((character) => character >= " ")).to.equal(true);
      }),
    );
  });
});

describe("the error of another value than expected", () => {
  it("says what was expected and what was found", () => {
    expect(expectedError("a cat", 1)).to.deep.equal(
      left({ path: [], reason: "expected a cat, found the number 1", actual: 1 }),
    );
  });

  it("calls an absent value missing, and null found", () => {
    const reasonOf = (value: unknown) => {
      const error = expectedError("a cat", value);
      return isRight(error) ? "" : error.left.reason;
    };
    expect(reasonOf(undefined)).to.equal("missing, expected a cat");
    expect(reasonOf(null)).to.equal("expected a cat, found null");
  });

  it("gains its path from the inside out", () => {
    const inner = { path: ["b", 1], reason: "r", actual: 0 };
    expect(within("a", inner)).to.deep.equal(left({ ...inner, path: ["a", "b", 1] }));
    expect(within(3, { ...inner, path: [] })).to.deep.equal(left({ ...inner, path: [3] }));
  });
});

describe("scalar types", () => {
  it("take every text as text, and nothing else", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => read(wireString, text) === text),
    );
    for (const value of [1, null, {}, [], true, undefined])
      expect(refused(wireString, value), JSON.stringify(value)).to.contain("expected a string");
  });

  const int32: ReadonlyArray<readonly [value: unknown, isTaken: boolean]> = [
    [0, true],
    [2 ** 31 - 1, true],
    [2 ** 31, false],
    [-(2 ** 31), true],
    [-(2 ** 31) - 1, false],
    [0.5, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
    [1n, false],
    ["1", false],
    [null, false],
  ];
  for (const [value, isTaken] of int32) {
    it(`${isTaken ? "take" : "refuse"} ${shownValue(value)} as a 32-bit integer`, () => {
      expect(refused(wireInt32, value)).to.equal(
        isTaken ? undefined : `: expected a 32-bit integer, found ${shownValue(value)}`,
      );
    });
  }

  const int64: ReadonlyArray<readonly [value: unknown, isTaken: boolean]> = [
    [0, true],
    [Number.MAX_SAFE_INTEGER, true],
    [Number.MAX_SAFE_INTEGER + 1, false],
    [Number.MIN_SAFE_INTEGER, true],
    [Number.MIN_SAFE_INTEGER - 1, false],
    [1.5, false],
    [2n ** 53n + 1n, true],
    [2n ** 63n - 1n, true],
    [2n ** 63n, false],
    [-(2n ** 63n), true],
    [-(2n ** 63n) - 1n, false],
    ["1", false],
  ];
  for (const [value, isTaken] of int64) {
    it(`${isTaken ? "take" : "refuse"} ${shownValue(value)} as a 64-bit integer`, () => {
      expect(refused(wireInt64, value)).to.equal(
        isTaken
          ? undefined
          : `: expected a 64-bit integer that a JSON number represents exactly, found ${shownValue(value)}`,
      );
    });
  }

  it("take any bytes as standard Base64 with padding", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const text = Buffer.from(bytes).toString("base64");
        expect(read(wireBase64, text)).to.equal(text);
      }),
    );
  });

  for (const text of ["A", "AA", "AAA", "AA=", "A-A=", "A_A=", "AAAA\n", "=AAA", " AAAA"]) {
    it(`refuse ${JSON.stringify(text)} as Base64, with the words of ledger-api 2.1`, () => {
      expect(refused(wireBase64, text)).to.equal(
        `: The string is not a valid Base64: ${JSON.stringify(text)}`,
      );
    });
  }

  it("refuse Base64 that is not a text", () => {
    expect(refused(wireBase64, 5)).to.equal(": expected a Base64 string, found the number 5");
    expect(refused(wireBase64, undefined)).to.equal(": missing, expected a Base64 string");
  });

  it("take any JSON as JSON, null too, but not its absence", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(read(wireJson, value)).to.equal(value);
      }),
    );
    expect(refused(wireJson, undefined)).to.equal(": missing, expected a JSON value");
  });
});

describe("arrays", () => {
  const numbers = wireArray(wireInt32);

  it("are read element by element", () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (values) => {
        expect(read(numbers, values)).to.deep.equal(values);
      }),
    );
  });

  it("name the first element that does not fit", () => {
    const values = fc.tuple(fc.array(fc.integer()), fc.array(fc.constantFrom<unknown>("x", 1)));
    fc.assert(
      fc.property(values, ([before, after]) => {
        expect(refused(numbers, [...before, null, ...after])).to.equal(
          `[${before.length}]: expected a 32-bit integer, found null`,
        );
      }),
    );
  });

  it("are not objects, texts or array-likes", () => {
    for (const value of [{ length: 0 }, "[]", null, new Uint8Array(2)])
      expect(refused(numbers, value)).to.match(/^: expected an array, found /);
  });

  it("have holes that count as missing", () => {
    const holes: unknown[] = [1];
    holes.length = 2;
    expect(refused(numbers, holes)).to.equal("[1]: missing, expected a 32-bit integer");
  });
});

describe("objects", () => {
  const Point = wireObject("Point", {
    x: required(wireInt32),
    name: optional(wireString),
    tags: defaulted(wireArray(wireString), []),
    seen: always(wireString),
  });

  it("have required, optional and defaulted fields", () => {
    expect(read(Point, { x: 1, seen: "" })).to.deep.equal({ x: 1, tags: [], seen: "" });
    expect(read(Point, { x: 1, seen: "", name: "n", tags: ["t"], more: 1 })).to.deep.equal({
      x: 1,
      seen: "",
      name: "n",
      tags: ["t"],
    });
  });

  const presence: ReadonlyArray<readonly [change: object, error: string | undefined]> = [
    [{ x: undefined }, "x: missing, expected a 32-bit integer"],
    [{ x: null }, "x: expected a 32-bit integer, found null"],
    [{ seen: undefined }, "seen: missing, expected a string"],
    [{ name: undefined }, undefined],
    [{ name: null }, undefined],
    [{ name: 1 }, "name: expected a string, found the number 1"],
    [{ tags: undefined }, undefined],
    [{ tags: null }, undefined],
    [{ tags: ["a", 2] }, "tags[1]: expected a string, found the number 2"],
  ];
  for (const [change, error] of presence) {
    it(`with ${JSON.stringify(change)} are ${error === undefined ? "taken" : "refused"}`, () => {
      expect(refused(Point, { x: 1, seen: "", ...change })).to.equal(error);
    });
  }

  it("report the first field in the order of the type, not of the document", () => {
    expect(refused(Point, { seen: 1, tags: 1, x: "1" })).to.equal(
      'x: expected a 32-bit integer, found "1"',
    );
  });

  it("do not find a field on the prototype of the value", () => {
    const Strange = wireObject("Strange", {
      toString: required(wireString),
      constructor: optional(wireJson),
    });
    expect(refused(Strange, {})).to.equal("toString: missing, expected a string");
    expect(read(Strange, { toString: "t" })).to.deep.equal({ toString: "t" });
    const inherited: unknown = Object.create({ x: 1, seen: "" });
    expect(refused(Point, inherited)).to.equal("x: missing, expected a 32-bit integer");
  });

  it("are not arrays, texts or null", () => {
    for (const value of [[], "{}", null, 1]) {
      expect(refused(Point, value)).to.equal(
        `: expected an object (Point), found ${shownValue(value)}`,
      );
    }
  });

  it("publish which fields they require, and none that answers merely always have", () => {
    expect(Point.schema).to.deep.equal({
      type: "object",
      properties: {
        x: { type: "integer", format: "int32" },
        name: { type: "string", nullable: true },
        tags: { type: "array", items: { type: "string" } },
        seen: { type: "string" },
      },
      required: ["x"],
    });
    const Published = wireObject("Published", { a: defaulted(wireString, "") }, ["a"]);
    expect(Published.schema.required).to.deep.equal(["a"]);
    expect(wireObject("Loose", { a: optional(wireString) }).schema).to.not.have.property(
      "required",
    );
  });

  it("are referred to by name, and bring the definitions of what they refer to", () => {
    const Line = wireObject("Line", { from: required(Point), to: required(wireArray(Point)) });
    expect(referenceTo(Line)).to.deep.equal({ $ref: "#/components/schemas/Line" });
    expect(referenceTo(wireString)).to.deep.equal({ type: "string" });
    expect(Line.schema.properties).to.deep.equal({
      from: { $ref: "#/components/schemas/Point" },
      to: { type: "array", items: { $ref: "#/components/schemas/Point" } },
    });
    expect(Object.keys(Line.definitions).sort()).to.deep.equal(["Line", "Point"]);
    expect(Object.keys(definitionsOf([Point, wireString]))).to.deep.equal(["Point"]);
  });

  it("read again what they have read", () => {
    const values = fc.record(
      {
        x: fc.integer(),
        name: fc.option(fc.string()),
        tags: fc.array(fc.string()),
        seen: fc.string(),
        other: fc.jsonValue(),
      },
      { requiredKeys: ["x", "seen"] },
    );
    fc.assert(
      fc.property(values, (value) => {
        const once = read(Point, value);
        expect(read(Point, once)).to.deep.equal(once);
        expect(Point.is(once)).to.equal(true);
      }),
    );
  });
});
