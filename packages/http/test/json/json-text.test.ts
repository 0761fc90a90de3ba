import { expect } from "chai";
import fc from "fast-check";
import { isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  maxJsonDepth,
  maxJsonKeys,
  maxJsonValues,
  maxKeysOfObject,
  maxLongNumbers,
  readJsonBytes,
  readJsonText,
  writeJsonText,
} from "../../src/json/json-text.js";
import { leastCpuMs } from "../fixtures/cpu-time.js";

const read = (text: string): unknown => {
  const result = readJsonText(text);
  if (isLeft(result)) throw new Error(result.left.reason);
  return result.right;
};

const refusalOf = (text: string): string => {
  const result = readJsonText(text);
  return isLeft(result) ? result.left.reason : "";
};

describe("JSON text", () => {
  it("reads whatever JSON.parse reads, when no number is long", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5, noUnicodeString: false }), (text) => {
        fc.pre(!/\d{15}|\de/i.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, "")));
        expect(read(text)).to.deep.equal(JSON.parse(text));
      }),
    );
  });

  it("never changes an integer, however long", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (integer) => {
        const text = `{"a":[${integer}]}`;
        expect(writeJsonText(read(text))).to.equal(text);
      }),
    );
  });

  it("reads integers up to 2^53 - 1 as numbers and larger ones as bigint", () => {
    expect(read("9007199254740991")).to.equal(9007199254740991);
    expect(read("9007199254740992")).to.equal(9007199254740992n);
    expect(read("-9223372036854775808")).to.equal(-9223372036854775808n);
  });

  const exact: ReadonlyArray<readonly [string, number]> = [
    ["0.1", 0.1],
    ["1e3", 1000],
    ["12.50e-1", 1.25],
    ["0.000000000000000000", 0],
    ["1.00000000000000000", 1],
    ["123456789.123456", 123456789.123456],
    ["-0.50000000000000000000", -0.5],
  ];
  for (const [text, value] of exact)
    it(`reads ${text} exactly`, () => expect(read(text)).to.equal(value));

  for (const text of ["0.12345678901234567890", "1e400", "1e-400", "123456789012.12345678"]) {
    it(`refuses ${text} instead of rounding it`, () => {
      expect(refusalOf(`{"a":${text}}`)).to.contain("carries exactly");
    });
  }

  it("leaves digits inside of texts alone", () => {
    const text = '{"a":"12345678901234567890.5e3 \\" 99999999999999999999"}';
    expect(read(text)).to.deep.equal(JSON.parse(text));
  });

  it("takes the last of repeated keys, with and without long numbers", () => {
    expect(read('{"a":1,"a":2}')).to.deep.equal({ a: 2 });
    expect(read('{"a":1,"a":12345678901234567890}')).to.deep.equal({ a: 12345678901234567890n });
  });

  it("reads nesting up to the limit and refuses one level more", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(refusalOf(nested(maxJsonDepth))).to.equal("");
    expect(refusalOf(nested(maxJsonDepth + 1))).to.contain("nested deeper");
    expect(refusalOf("[".repeat(1_000_000))).to.contain("nested deeper");
  });

  it("reads as many values as it may and refuses one more, before any is made", () => {
    const elements = (count: number) => `[${"17,".repeat(count - 1)}1]`;
    expect(read(elements(maxJsonValues))).to.have.length(maxJsonValues);
    expect(refusalOf(elements(maxJsonValues + 1))).to.contain("values");
    expect(refusalOf(`[${"[],".repeat(maxJsonValues / 2)}1]`)).to.contain("values");
    expect(read(`["${",".repeat(maxJsonValues + 1)}"]`)).to.have.length(1);
  });

  it("does not count brackets inside of texts as nesting", () => {
    expect(read(JSON.stringify("[".repeat(500)))).to.have.length(500);
  });

  for (const text of [
    '{"__proto__":{"admin":true}}',
    '[{"\\u005f_proto__":{"admin":true}}]',
    '{"__proto__":1,"n":12345678901234567890}',
  ]) {
    it(`has the key __proto__ as a field of its own in ${text}`, () => {
      const value = read(text);
      const [object] = Array.isArray(value) ? value : [value];
      expect(Object.keys(object)).to.include("__proto__");
      expect(Object.getPrototypeOf(object)).to.equal(Object.prototype);
      expect(JSON.parse(writeJsonText(value))).to.deep.equal(JSON.parse(text));
      expect({}).to.not.have.property("admin");
    });
  }

  it("takes the text __proto__ as a value", () => {
    expect(read('["__proto__"]')).to.deep.equal(["__proto__"]);
  });

  for (const text of ["", "{", "{'a':1}", "[1,]", "nul", "01", '"\u0001"', "\u{feff}{}"])
    it(`refuses ${JSON.stringify(text)}`, () => expect(refusalOf(text)).to.contain("JSON"));

  it("refuses bytes that are not UTF-8", () => {
    const result = readJsonBytes(Buffer.from([0x22, 0xc3, 0x28, 0x22]));
    expect(isLeft(result)).to.equal(true);
  });

  it("reads a number of ten million digits without stalling", () => {
    const text = `[${"9".repeat(10_000_000)}]`;
    expect(refusalOf(text)).to.contain("carries exactly");
    expect(leastCpuMs(() => readJsonText(text))).to.be.lessThan(2_000);
  });

  it("writes bigint as plain numbers", () => {
    expect(writeJsonText({ a: 2n ** 60n, b: ["x", 1] })).to.equal(
      '{"a":1152921504606846976,"b":["x",1]}',
    );
  });

  it("reads long numbers wherever they are, and leaves texts that look like them", () => {
    const text = `{"a":[1,12345678901234567890,{"b":-1e2}],"c":"12345678901234567890","d":1.5}`;
    expect(readJsonText(text)).to.deep.equal(
      right({ a: [1, 12345678901234567890n, { b: -100 }], c: "12345678901234567890", d: 1.5 }),
    );
    expect(readJsonText("12345678901234567890")).to.deep.equal(right(12345678901234567890n));
  });

  it("takes malformed numbers for no JSON, however long they are", () => {
    for (const text of ["[0012345678901234567]", "[1e5e5]", "[1234567890123456789-]", "[+1e2]"]) {
      const read = readJsonText(text);
      expect(isLeft(read) ? read.left.reason : "read", text).to.match(/^not JSON/);
    }
  });

  it("makes nothing of a long text that is refused for its size", () => {
    const { parse } = JSON;
    let parsed = 0;
    JSON.parse = (...given) => {
      parsed += 1;
      return parse(...given);
    };
    try {
      const many = `[${"[1],".repeat(maxJsonValues)}1]`;
      expect(isLeft(readJsonText(many, 10_000))).to.equal(true);
      expect(parsed).to.equal(0);
      expect(readJsonText("[[1,2],[3,4],[5,6]]", 4)).to.deep.equal(
        right([
          [1, 2],
          [3, 4],
          [5, 6],
        ]),
      );
      expect(parsed).to.be.greaterThan(2);
    } finally {
      JSON.parse = parse;
    }
  });

  it("limits the keys of one object and of all together, at once", () => {
    const objectOf = (keys: number) =>
      `{${Array.from({ length: keys }, (_, key) => `"k${key}":1`).join(",")}}`;
    expect(isLeft(readJsonText(objectOf(maxKeysOfObject)))).to.equal(false);
    expect(readJsonText(objectOf(maxKeysOfObject + 1))).to.deep.equal(
      left({ reason: `a JSON object of more than ${maxKeysOfObject} keys` }),
    );
    const many = `[${Array.from({ length: maxJsonKeys / 100 + 1 }, () => objectOf(100)).join(",")}]`;
    expect(readJsonText(many)).to.deep.equal(
      left({ reason: `JSON of more than ${maxJsonKeys} keys` }),
    );
    const huge = objectOf(480_000);
    expect(isLeft(readJsonText(huge))).to.equal(true);
    const parsingMs = leastCpuMs(() => JSON.parse(huge), 1);
    expect(leastCpuMs(() => readJsonText(huge))).to.be.lessThan(parsingMs / 3);
  });

  it("spends no more time on long numbers than on their bytes", () => {
    const body = (numbers: number) =>
      `[${Array.from({ length: numbers }, () => "12345678901234567890").join(",")}]`;
    expect(readJsonText(body(maxLongNumbers + 1))).to.deep.equal(
      left({ reason: `JSON of more than ${maxLongNumbers} numbers of more than 15 characters` }),
    );
    const plain = `[${"1,".repeat(200_000)}12345678901234567890]`;
    expect(isLeft(readJsonText(plain))).to.equal(false);
    const long = `[${"9".repeat(5_000_000)}]`;
    expect(isLeft(readJsonText(long))).to.equal(true);
    for (const text of [plain, long])
      expect(leastCpuMs(() => readJsonText(text))).to.be.lessThan(400);
  });
});
