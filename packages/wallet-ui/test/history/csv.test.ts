import { assert } from "chai";
import { csvOf, jsonLinesOf } from "../../src/history/csv.js";

const cellOf = (text: string): string => csvOf(["a"], [[text]]).slice("a\r\n".length, -2);

describe("a table as CSV", () => {
  const rows: ReadonlyArray<readonly [text: string, cell: string]> = [
    ["plain", "plain"],
    ["a,b", '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ["a\nb", '"a\nb"'],
    ["=1+1", "'=1+1"],
    ["+1-2", "'+1-2"],
    ["@SUM(A1)", "'@SUM(A1)"],
    [" =1", "' =1"],
    ["＝1", "'＝1"],
    ["a\n=1", '"\'a\n=1"'],
    ["-5.5", "-5.5"],
    ["-5.5-1", "'-5.5-1"],
  ];
  for (const [text, cell] of rows) {
    it(`writes ${JSON.stringify(text)} as ${JSON.stringify(cell)}`, () => {
      assert.strictEqual(cellOf(text), cell);
    });
  }

  it("is lines of JSON otherwise", () => {
    assert.strictEqual(jsonLinesOf([{ a: "\n" }, 1]), '{"a":"\\n"}\n1\n');
  });
});
