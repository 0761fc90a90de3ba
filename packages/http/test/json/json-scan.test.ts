import { expect } from "chai";
import fc from "fast-check";
import { scanJson } from "../../src/json/json-scan.js";

const scan = (text: string) => scanJson(text, { maxDepth: 100, maxLongNumbers: 1_000 });

/** Depth and keys of a value, counted on the value itself. */
const countedOf = (value: unknown): { depth: number; keys: number; keysOfOne: number } => {
  if (typeof value !== "object" || value === null) return { depth: 0, keys: 0, keysOfOne: 0 };
  const inner = Object.values(value).map(countedOf);
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    keys: own + inner.reduce((sum, { keys }) => sum + keys, 0),
    keysOfOne: Math.max(own, ...inner.map(({ keysOfOne }) => keysOfOne)),
  };
};

describe("the scan of a JSON text", () => {
  const depths: ReadonlyArray<readonly [text: string, depth: number]> = [
    ["1", 0],
    ['"[[[["', 0],
    ["[]", 1],
    ["{}", 1],
    ['{"a":[{"b":1}]}', 3],
    ["[[],[[]],[]]", 3],
    ['{"a]":"}[{"}', 1],
    ['["\\"[["]', 1],
    ['["\\\\",[]]', 2],
    ['["\\\\\\"["]', 1],
  ];
  for (const [text, depth] of depths) {
    it(`finds depth ${depth} in ${text}`, () => {
      expect(scan(text).depth).to.equal(depth);
    });
  }

  it("counts the depth, all keys and the keys of one object of any JSON", () => {
    const anyJson = fc.json({ maxDepth: 6 });
    fc.assert(
      fc.property(anyJson, fc.constantFrom<0 | 2>(0, 2), (text, indent) => {
        const value: unknown = JSON.parse(text);
        const { depth, keys, keysOfOne } = scan(JSON.stringify(value, null, indent));
        expect({ depth, keys, keysOfOne }).to.deep.equal(countedOf(value));
      }),
    );
  });

  it("counts no fewer values than there are", () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 50 }), (numbers) => {
        expect(scan(JSON.stringify(numbers)).values).to.be.at.least(numbers.length);
        expect(scan(JSON.stringify(numbers)).values).to.be.at.most(numbers.length + 1);
      }),
    );
  });

  const numbers: ReadonlyArray<readonly [text: string, found: ReadonlyArray<string>]> = [
    ["[123456789012345]", []],
    ["[1234567890123456]", ["1234567890123456"]],
    ["[-12345678901234]", []],
    ["[-123456789012345]", ["-123456789012345"]],
    ["[1e3,2E3]", ["1e3", "2E3"]],
    ["[1.5,0.25]", []],
    ["[0.12345678901234]", ["0.12345678901234"]],
    ['["1e3","12345678901234567890"]', []],
    ['{"12345678901234567890":1}', []],
    ["1e-3", ["1e-3"]],
    ['{"a":1e+3}', ["1e+3"]],
  ];
  for (const [text, found] of numbers) {
    it(`finds ${found.length} numbers in ${text} that a double may not carry`, () => {
      const { longNumbers } = scan(text);
      expect(longNumbers.map(([start, end]) => text.slice(start, end))).to.deep.equal(found);
    });
  }

  it("finds the place of every number of more than 15 characters", () => {
    const many = fc.array(fc.bigInt({ min: 10n ** 15n, max: 10n ** 30n }), { maxLength: 20 });
    fc.assert(
      fc.property(many, (values) => {
        const text = `[${values.join(" , ")}]`;
        const { longNumbers } = scan(text);
        expect(longNumbers.map(([start, end]) => BigInt(text.slice(start, end)))).to.deep.equal(
          values,
        );
      }),
    );
  });

  it("ends at the first level beyond the limit, and not at the limit", () => {
    expect(scanJson("[".repeat(5), { maxDepth: 5, maxLongNumbers: 10 }).depth).to.equal(5);
    expect(scanJson("[".repeat(6), { maxDepth: 5, maxLongNumbers: 10 }).depth).to.equal(6);
    expect(scanJson("[".repeat(60_000), { maxDepth: 5, maxLongNumbers: 10 }).depth).to.equal(6);
    expect(
      scanJson(`${"[".repeat(6)}1e3`, { maxDepth: 5, maxLongNumbers: 10 }).longNumbers,
    ).to.deep.equal([]);
  });

  it("ends at the first long number beyond the limit", () => {
    const text = `[${Array.from({ length: 50 }, () => "1e3").join(",")}]`;
    expect(scanJson(text, { maxDepth: 5, maxLongNumbers: 50 }).longNumbers).to.have.lengthOf(50);
    expect(scanJson(text, { maxDepth: 5, maxLongNumbers: 49 }).longNumbers).to.have.lengthOf(50);
    expect(scanJson(text, { maxDepth: 5, maxLongNumbers: 10 }).longNumbers).to.have.lengthOf(11);
  });

  it("accepts texts that are not JSON without an exception", () => {
    const pieces = fc.array(
      fc.constantFrom("[", "]", "{", "}", ":", ",", '"', "\\", "1e", "-", " "),
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const { depth, keys } = scan(parts.join(""));
        expect(depth).to.be.at.least(0);
        expect(keys).to.be.at.most(parts.length);
      }),
    );
  });

  it("ends at the first value and the first key beyond their bounds", () => {
    const list = `[${"1,".repeat(1_000)}1]`;
    expect(scanJson(list, { maxDepth: 5, maxLongNumbers: 10, maxValues: 7 }).values).to.equal(8);
    expect(scanJson(list, { maxDepth: 5, maxLongNumbers: 10 }).values).to.equal(1_001);
    const object = `{${'"a":1,'.repeat(1_000)}"b":1}`;
    expect(
      scanJson(object, { maxDepth: 5, maxLongNumbers: 10, maxValues: 10_000, maxKeys: 7 }).keys,
    ).to.equal(8);
    expect(scanJson(object, { maxDepth: 5, maxLongNumbers: 10 }).keys).to.equal(1_001);
  });
});
