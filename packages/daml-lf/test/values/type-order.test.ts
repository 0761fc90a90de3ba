import { expect } from "chai";
import type { BuiltinType, Reference, Type } from "../../src/syntax/type.js";
import { LfError } from "../../src/values/lf-error.js";
import { compareReferences, compareTypes } from "../../src/values/type-order.js";

const signs = <A>(compare: (a: A, b: A) => number, ascending: ReadonlyArray<A>): void => {
  for (const [at, a] of ascending.entries()) {
    for (const [other, b] of ascending.entries()) {
      const found = Math.sign(compare(structuredClone(a), b));
      expect(found, `${JSON.stringify(a)} ${JSON.stringify(b)}`).to.equal(Math.sign(at - other));
    }
  }
};

const reference = (packageId: string, module: string, name: string): Reference => ({
  packageId,
  module,
  name,
});
const builtin = (name: BuiltinType): Type => ({ tag: "builtin", builtin: name });
const constructor = (name: string): Type => ({ tag: "constructor", of: reference("p", "M", name) });
const nat = (value: number): Type => ({ tag: "nat", value });
const applied = (head: Type, argument: Type): Type => ({
  tag: "application",
  function: head,
  argument,
});
const struct = (...fields: ReadonlyArray<readonly [name: string, type: Type]>): Type => ({
  tag: "struct",
  fields: fields.map(([name, type]) => ({ name, type })),
});

describe("The order of definitions", () => {
  it("is by package, then by the parts of the module, then by those of the name", () => {
    signs(compareReferences, [
      reference("p", "A", "T"),
      reference("p", "A.B", "S"),
      reference("p", "A.B", "T"),
      reference("p", "A.B", "T.A"),
      reference("p", "A.B.C", "A"),
      // by parts: as a text this comes before
      reference("p", "A$", "A"),
      reference("q", "A", "A"),
    ]);
  });
});

describe("The order of types as values (daml-lf B.6)", () => {
  it("is by form, then by parts", () => {
    const [unit, text] = [builtin("Unit"), builtin("Text")];
    signs(compareTypes, [
      unit,
      builtin("Bool"),
      text,
      builtin("TextMap"),
      constructor("A"),
      constructor("B"),
      nat(2),
      nat(10),
      struct(),
      struct(["a", unit]),
      struct(["a", unit], ["b", unit]),
      struct(["a", text]),
      struct(["b", unit]),
      applied(builtin("Optional"), unit),
      applied(builtin("Optional"), text),
      applied(builtin("List"), unit),
      applied(applied(builtin("GenMap"), unit), unit),
    ]);
  });

  const none: ReadonlyArray<Type> = [
    { tag: "variable", name: "a" },
    { tag: "forall", binder: { name: "a", kind: { tag: "star" } }, body: nat(1) },
    { tag: "synonym", of: reference("p", "M", "S"), arguments: [] },
  ];
  for (const type of none) {
    it(`is none for a ${type.tag}, which is no type of a value`, () => {
      for (const [a, b] of [
        [type, nat(1)],
        [nat(1), type],
      ] as const) {
        expect(() => compareTypes(a, b))
          .to.throw(LfError)
          .with.nested.property("failure.kind", "Crash");
      }
    });
  }
});
