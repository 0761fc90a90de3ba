import { expect } from "chai";
import fc from "fast-check";
import { expressionOf, nameTest, PATTERN_CPU_MS } from "../../../src/server/reads/name-pattern.js";

const matches = (pattern: string, name: string): unknown => {
  const expression = expressionOf(pattern);
  return expression === undefined ? "no expression" : nameTest(expression)(name);
};

describe("a pattern of a client", () => {
  const rows: ReadonlyArray<
    readonly [pattern: string, yes: ReadonlyArray<string>, no: ReadonlyArray<string>]
  > = [
    ["^participant\\-12ab$", ["participant-12ab"], ["participant_12ab"]],
    ["(?i)^order", ["Order-1", "ORDER"], ["my order"]],
    ["(?is)a.b", ["A\nB"], ["ab"]],
    [
      "^(?!(\\$.+)|(PersistentConfig\\d+)).*$",
      ["a", "PersistentConfig"],
      ["$a", "PersistentConfig1"],
    ],
    ["\\Aab\\z", ["ab"], ["ab\n", "cab"]],
    ["b\\Z", ["ab", "ab\n"], ["abc"]],
    ["^\\p{Lu}$", ["Ä"], ["ä"]],
    ["^.$", ["𝄞"], ["ab"]],
    ["\\\\A", ["\\A"], ["A"]],
  ];
  for (const [pattern, yes, no] of rows) {
    it(`means what it means in .NET: ${pattern}`, () => {
      for (const name of yes) expect(matches(pattern, name), JSON.stringify(name)).to.equal(true);
      for (const name of no) expect(matches(pattern, name), JSON.stringify(name)).to.equal(false);
    });
  }

  it("matches the text that Python's re.escape makes a pattern of", () => {
    const escaped = (text: string) => text.replaceAll(/[^A-Za-z0-9_]/gu, "\\$&");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", maxLength: 30 }), (name) => {
        expect(matches(`^${escaped(name)}$`, name)).to.equal(true);
      }),
    );
  });

  for (const pattern of ["(", "[", "a{2,1}", "(?x)a", "(?n)a"]) {
    it(`is none: ${pattern}`, () => {
      expect(expressionOf(pattern)).to.equal(undefined);
    });
  }

  it("has as much time by the clock as it takes to have its time of the processor", () => {
    const hard = expressionOf("^(a+)+$") ?? /^$/;
    const name = `${"a".repeat(60)}!`;
    // the processor does a fifth of what the clock shows, then all of it
    const shares = [0.2, 1];
    let calls = 0;
    let cpuMs = 0;
    const test = nameTest(hard, {
      wallMs: () => 0,
      cpuMs: () => {
        calls += 1;
        if (calls % 2 === 0) cpuMs += PATTERN_CPU_MS * (shares[calls / 2 - 1] ?? 1);
        return cpuMs;
      },
    });
    expect(test(name)).to.equal(undefined);
    expect(calls).to.equal(4);
  });

  it("has not more than its bound by the clock, whatever the processor did", () => {
    const hard = expressionOf("^(a+)+$") ?? /^$/;
    let wallMs = -20_000;
    const test = nameTest(hard, { cpuMs: () => 0, wallMs: () => (wallMs += 20_000) });
    expect(test(`${"a".repeat(60)}!`)).to.equal(undefined);
  });
});
