import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { genMap, list, optional, textMap } from "../../src/daml-types/collection-types.js";
import type { DamlType } from "../../src/daml-types/daml-type.js";
import { enumeration, record, variant } from "../../src/daml-types/record-types.js";
import { recursive } from "../../src/daml-types/recursive-type.js";
import {
  bool,
  contractId,
  date,
  int64,
  numeric,
  party,
  text,
  timestamp,
  unit,
} from "../../src/daml-types/scalar-types.js";
import { template } from "../../src/templates/definitions.js";
import { shownPayload } from "../../src/templates/template.js";
import type { Json } from "../../src/values/json.js";

const Round = record({ number: int64 }, "Round");

interface Tree {
  readonly children: ReadonlyArray<Tree>;
}
const Tree = recursive<Tree>("Tree", (itself) => record({ children: list(itself) }, "Tree"));

const shown = (type: DamlType<unknown>, value: Json): string => {
  const read = type.decode(value);
  if (isLeft(read)) throw new Error(read.left.reason);
  return type.show(read.right);
};

describe("A value as Daml shows it", () => {
  const table: ReadonlyArray<readonly [string, DamlType<unknown>, Json, string]> = [
    ["an integer", int64, "-5", "-5"],
    ["a decimal", numeric, "10.5000000000", "10.5"],
    ["a whole decimal", numeric, "-3", "-3.0"],
    ["a party", party, "alice::1220", "'alice::1220'"],
    ["true", bool, true, "True"],
    ["false", bool, false, "False"],
    ["unit", unit, {}, "()"],
    ["a date", date, "2026-01-02", "2026-01-02"],
    ["a time", timestamp, "2026-01-02T03:04:05.006Z", "2026-01-02T03:04:05.006Z"],
    ["a contract id, which is not shown", contractId, `00${"ab".repeat(32)}`, "<contract-id>"],
    ["a text", text, 'say "a\\b"', String.raw`"say \"a\\b\""`],
    ["a text of control characters", text, "\n\t\x01\x7f", String.raw`"\n\t\SOH\DEL"`],
    ["a text that is not ASCII", text, "Märzß1☃", String.raw`"M\228rz\223\&1\9731"`],
    ["a text with SO before H", text, "\x0eH\x0eI", String.raw`"\SO\&H\SOI"`],
    ["a list", list(int64), ["1", "2"], "[1,2]"],
    ["none", optional(int64), null, "None"],
    ["an optional", optional(int64), "-1", "Some -1"],
    ["an optional record", optional(Round), { number: "7" }, "Some (Round {number = 7})"],
    ["an optional map", optional(textMap(int64)), { a: "1" }, 'Some TextMap [("a",1)]'],
    ["an optional map by key", optional(genMap(int64, text)), [["1", "x"]], 'Some Map [(1,"x")]'],
    [
      "a variant of a map",
      variant({ Right: textMap(text) }),
      { tag: "Right", value: {} },
      "Right TextMap []",
    ],
    ["an optional of none", optional(optional(bool)), [[]], "Some None"],
    ["an optional of an optional", optional(optional(bool)), [[true]], "Some (Some True)"],
    [
      "a record",
      record({ a: Round, b: bool }, "R"),
      { a: { number: "1" }, b: true },
      "R {a = Round {number = 1}, b = True}",
    ],
    ["a pair", record({ _1: int64, _2: text }), { _1: "1", _2: "x" }, '(1,"x")'],
    ["a list of records", list(Round), [{ number: "1" }], "[Round {number = 1}]"],
    ["a variant", variant({ Left: text, Right: Round }), { tag: "Left", value: "x" }, 'Left "x"'],
    [
      "a variant of a record",
      variant({ Right: Round }),
      { tag: "Right", value: { number: "1" } },
      "Right (Round {number = 1})",
    ],
    [
      "a variant with fields",
      variant({ Both: record({ a: int64 }) }),
      { tag: "Both", value: { a: "1" } },
      "Both {a = 1}",
    ],
    [
      "a constructor alone",
      variant({ Left: text, None: unit }),
      { tag: "None", value: {} },
      "None",
    ],
    ["an enumeration", enumeration("Red", "Blue"), "Red", "Red"],
    [
      "a map of texts, in the order of its keys",
      textMap(int64),
      { b: "2", a: "1" },
      'TextMap [("a",1),("b",2)]',
    ],
    ["a map", genMap(int64, bool), [["1", true]], "Map [(1,True)]"],
    ["a tree", Tree, { children: [{ children: [] }] }, "Tree {children = [Tree {children = []}]}"],
  ];
  for (const [what, type, value, expected] of table)
    it(`is ${expected} for ${what}`, () => expect(shown(type, value)).to.equal(expected));

  it("is under the name of its template for a payload", () => {
    const Iou = template("Sample.Iou:Iou", {
      payload: record({ owner: party }),
      signatories: ({ owner }) => [owner],
    });
    expect(shownPayload(Iou, { owner: "alice" })).to.equal("Iou {owner = 'alice'}");
  });
});
