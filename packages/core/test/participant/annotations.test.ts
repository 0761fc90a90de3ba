import { expect } from "chai";
import fc from "fast-check";
import {
  type Annotations,
  annotationsBytes,
  annotationsError,
  maxAnnotationsBytes,
  mergedAnnotations,
} from "../../src/participant/annotations.js";

const long = (length: number): string => "a".repeat(length);

describe("The key of an annotation", () => {
  const table: ReadonlyArray<readonly [key: string, isFine: boolean]> = [
    ["a", true],
    ["A9", true],
    ["a.b_c-d", true],
    [long(63), true],
    [long(64), false],
    ["", false],
    ["-a", false],
    ["a-", false],
    [".a", false],
    ["a.", false],
    ["_a", false],
    ["a b", false],
    ["ä", false],
    ["a\n", false],
    ["example.com/name", true],
    ["a/b", true],
    ["Example.com/name", false],
    ["example.com/", false],
    ["/name", false],
    ["a/b/c", false],
    ["-a/b", false],
    ["a-/b", false],
    [`${long(253)}/b`, true],
    [`${long(254)}/b`, false],
    ["__proto__", false],
    ["constructor", true],
  ];
  for (const [key, isFine] of table) {
    const shown = key.length > 70 ? `${key.length} characters` : JSON.stringify(key);
    it(`is ${isFine ? "taken" : "refused"}: ${shown}`, () => {
      const error = annotationsError({ [key]: "x" }, false);
      expect(error?.code).to.equal(isFine ? undefined : "INVALID_ARGUMENT");
      if (!isFine) {
        expect(error?.cause).to.contain(`"${key.slice(0, 60)}" is not of the form`);
        expect(error?.field).to.equal("annotations");
      }
    });
  }
});

describe("The value of an annotation", () => {
  it("may be empty in an update, where it removes the key, and not elsewhere", () => {
    expect(annotationsError({ a: "" }, true)).to.equal(undefined);
    expect(annotationsError({ a: "" }, false)?.cause).to.contain('"a" has an empty value');
  });

  it("may be any other text", () => {
    expect(annotationsError({ a: "ä 🪙\n\u0000" }, false)).to.equal(undefined);
  });
});

describe("The size of annotations", () => {
  it("is that of keys and values in UTF-8", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string({ unit: "grapheme" })), (annotations) => {
        const text = Object.entries(annotations).flat().join("");
        expect(annotationsBytes(annotations)).to.equal(Buffer.byteLength(text));
      }),
      { numRuns: 100 },
    );
  });

  for (const [extra, isFine] of [
    [-1, true],
    [0, true],
    [1, false],
  ] as const) {
    it(`is ${isFine ? "taken" : "refused"} at ${maxAnnotationsBytes} bytes and ${extra}`, () => {
      const annotations = { k: "x".repeat(maxAnnotationsBytes - 1 + extra) };
      const error = annotationsError(annotations, false);
      expect(error === undefined).to.equal(isFine);
      if (!isFine) {
        expect(error?.cause).to.contain(
          `take ${maxAnnotationsBytes + 1} bytes; expected at most ${maxAnnotationsBytes}`,
        );
      }
    });
  }
});

describe("Merged annotations", () => {
  const key = fc.constantFrom("a", "b", "c");
  const some = (value: fc.Arbitrary<string>): fc.Arbitrary<Annotations> =>
    fc.dictionary(key, value, { maxKeys: 3 });
  const full = some(fc.constantFrom("1", "2"));
  const changes = some(fc.constantFrom("", "1", "2"));

  it("have each key as the change has it, and else as it was; an empty value removes", () => {
    fc.assert(
      fc.property(full, changes, (held, change) => {
        const merged = mergedAnnotations(held, change);
        for (const name of ["a", "b", "c"]) {
          const said = Object.hasOwn(change, name) ? change[name] : held[name];
          expect(merged[name]).to.equal(said === "" ? undefined : said);
        }
        expect(Object.values(merged)).to.not.include("");
      }),
      { numRuns: 200 },
    );
  });

  it("are the same when the change is made again, and unchanged by none", () => {
    fc.assert(
      fc.property(full, changes, (held, change) => {
        const once = mergedAnnotations(held, change);
        expect(mergedAnnotations(once, change)).to.deep.equal(once);
        expect(mergedAnnotations(held, {})).to.deep.equal(held);
        expect(mergedAnnotations(held, held)).to.deep.equal(held);
      }),
      { numRuns: 100 },
    );
  });

  it("take no name of every object for one that is held", () => {
    expect(mergedAnnotations({}, { toString: "", constructor: "x" })).to.deep.equal({
      constructor: "x",
    });
  });
});
