import { expect } from "chai";
import { typeText } from "../../src/inspect/type-text.js";
import type { BuiltinType, Type } from "../../src/syntax/type.js";

const builtin = (name: BuiltinType): Type => ({ tag: "builtin", builtin: name });
const of = (head: Type, ...args: ReadonlyArray<Type>): Type =>
  args.reduce((applied, argument) => ({ tag: "application", function: applied, argument }), head);
const arrow = (from: Type, to: Type): Type => of(builtin("Arrow"), from, to);
const optional = (type: Type): Type => of(builtin("Optional"), type);
const named = (module: string, name: string): Type => ({
  tag: "constructor",
  of: { packageId: "p", module, name },
});
const int = builtin("Int64");

const rows: ReadonlyArray<readonly [string, Type]> = [
  ["()", builtin("Unit")],
  ["Numeric 10", of(builtin("Numeric"), { tag: "nat", value: 10 })],
  ["[Optional Int64]", of(builtin("List"), optional(int))],
  ["Optional (Optional Int64)", optional(optional(int))],
  [
    "(Int64 -> Text) -> Int64 -> Text",
    arrow(arrow(int, builtin("Text")), arrow(int, builtin("Text"))),
  ],
  ["Optional (Int64 -> Int64)", optional(arrow(int, int))],
  ["(Int64, Text)", of(named("DA.Types", "Tuple2"), int, builtin("Text"))],
  ["Main:Iou", named("Main", "Iou")],
  [
    "forall a. a -> a",
    {
      tag: "forall",
      binder: { name: "a", kind: { tag: "star" } },
      body: arrow({ tag: "variable", name: "a" }, { tag: "variable", name: "a" }),
    },
  ],
  [
    "<x: Int64, y: Text>",
    {
      tag: "struct",
      fields: [
        { name: "x", type: int },
        { name: "y", type: builtin("Text") },
      ],
    },
  ],
];

describe("typeText", () => {
  for (const [text, type] of rows) {
    it(`writes ${text}`, () => {
      expect(typeText(type)).to.equal(text);
    });
  }

  it("cuts types that double with each level", () => {
    let type: Type = int;
    for (let at = 0; at < 1000; at++) type = of(named("DA.Types", "Tuple2"), type, type);
    expect(typeText(type)).to.have.length(401);
  });
});
