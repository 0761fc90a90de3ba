import { expect } from "chai";
import fc from "fast-check";
import { JsonPieces, JsonSyntaxError } from "../../src/json/json-pieces.js";

const bounds = { maxDepth: 100, maxLongNumbers: 1_000 };

const plainly = (text: string): unknown => JSON.parse(text);

const inPieces = (text: string, pieceLength: number, parse = plainly): unknown => {
  const pieces = new JsonPieces(text, bounds, pieceLength, parse);
  while (!pieces.next());
  return pieces.value();
};

/** The value, or "no JSON". */
const outcomeOf = (read: () => unknown): unknown => {
  try {
    return { value: read() };
  } catch (thrown) {
    if (thrown instanceof SyntaxError || thrown instanceof JsonSyntaxError) return "no JSON";
    throw thrown;
  }
};

const isSame = (text: string, pieceLength: number): void => {
  const whole = outcomeOf(() => plainly(text));
  expect(
    outcomeOf(() => inPieces(text, pieceLength)),
    text,
  ).to.deep.equal(whole);
};

const anyText = fc.oneof(
  fc.json({ maxDepth: 5 }),
  fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value, undefined, 1)),
);

const pieceLength = fc.integer({ min: 1, max: 24 });

const wrong = [
  "",
  " ",
  "[",
  "]",
  "[]]",
  "[][]",
  "[] 1",
  "1 []",
  "[1,]",
  "[,1]",
  "[,]",
  "[[1],]",
  "[[1] [2]]",
  "[[1],,[2]]",
  "[1 [2]]",
  "[[1] 2]",
  '["a":[1]]',
  "[}",
  "{]",
  "[[1}",
  '{"a"}',
  '{"a":[1],}',
  '{"a":[1] "b":2}',
  '{"a":[1],,"b":2}',
  "{[1]:2}",
  '{"a" [1]}',
  '{"a":1 "b":[2]}',
  '{"a":"b":[2]}',
  '{"a":[2]:1}',
  "{1:[2]}",
  '{,"a":[1]}',
  '{"a":[1,2',
  '["\\',
  '["abc',
];

describe("JSON in pieces", () => {
  it("is what it is in one go, however long the pieces are", () => {
    fc.assert(fc.property(anyText, pieceLength, isSame), { numRuns: 2_000 });
  });

  it("is refused where it is in one go: with anything put in, left out or in another place", () => {
    const marks = fc.constantFrom(...'[]{},:"\\ 1ae\n');
    const changed = fc.tuple(anyText, fc.nat(), fc.nat(), marks).map(([text, at, to, mark]) => {
      const [from, end] = [at % (text.length + 1), to % 3];
      return text.slice(0, from) + (end === 2 ? "" : mark) + text.slice(from + (end === 0 ? 0 : 1));
    });
    fc.assert(fc.property(changed, pieceLength, isSame), { numRuns: 5_000 });
  });

  for (const text of wrong) {
    it(`is refused in pieces, too: ${JSON.stringify(text)}`, () => {
      for (let length = 1; length < 10; length++) isSame(text, length);
    });
  }

  it("parses no more than some members at a time, of what is nested as well", () => {
    const value = { a: Array.from({ length: 500 }, (_, at) => ({ at, of: [at, at] })), b: 1 };
    const lengths: Array<number> = [];
    const parse = (text: string): unknown => {
      lengths.push(text.length);
      return JSON.parse(text);
    };
    expect(inPieces(JSON.stringify(value), 100, parse)).to.deep.equal(value);
    expect(Math.max(...lengths)).to.be.lessThan(200);
  });

  it("takes the last of a repeated key, and __proto__ as a key", () => {
    const text = '{"a":[1,2,3,4],"__proto__":{"b":[1,2,3]},"a":[5,6,7,8]}';
    for (let length = 1; length < 60; length++) {
      const read = inPieces(text, length);
      expect(JSON.stringify(read)).to.equal(JSON.stringify(JSON.parse(text)));
    }
  });

  it("says where a text is wrong, and whether it is cut short", () => {
    const errorOf = (text: string): JsonSyntaxError => {
      try {
        inPieces(text, 8);
      } catch (thrown) {
        if (thrown instanceof JsonSyntaxError) return thrown;
      }
      throw new Error("it was read");
    };
    expect(errorOf(`[[1,2,3,4,5],[6,7,8,9],x,[1,2,3,4]]`).isCutShort).to.equal(false);
    for (const text of [`[[1,2,3,4,5],[6,7,8,9`, `{"a":[1,2,3,4,5],"b`, `{"a":[1,2,3,4,5],`])
      expect(errorOf(text).isCutShort, text).to.equal(true);
    expect(errorOf(`[[1,2,3,4,5],[6,7,8,9]}`).message).to.equal(
      "Unexpected token } in JSON at position 22",
    );
  });
});
