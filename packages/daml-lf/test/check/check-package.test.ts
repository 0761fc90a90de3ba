import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { checkPackage } from "../../src/check/check-package.js";
import type { Expression } from "../../src/syntax/expression.js";
import type { DataType, LfPackage, Module, TypeSynonym, Value } from "../../src/syntax/package.js";
import type { Type } from "../../src/syntax/type.js";
import { packagesById, readRecorded } from "../recorded/recorded-checks.js";

const packageId = "a".repeat(64);
const int: Type = { tag: "builtin", builtin: "Int64" };
const unit: Expression = { tag: "unit" };

function byName<T extends { readonly name: string }>(...all: ReadonlyArray<T>) {
  return new Map(all.map((each) => [each.name, each]));
}

function moduleOf(name: string, parts: Partial<Module>): Module {
  const none = new Map<string, never>();
  return {
    name,
    synonyms: none,
    dataTypes: none,
    values: none,
    templates: none,
    exceptions: none,
    interfaces: none,
    ...parts,
  };
}

function packageOf(...modules: ReadonlyArray<Module>): LfPackage {
  return {
    id: packageId,
    name: "p",
    version: "1.0.0",
    languageVersion: "2.1",
    dependencies: [],
    modules: byName(...modules),
  };
}

function check(checked: LfPackage, limits?: { steps: number; typeDepth: number }) {
  const result = checkPackage(new Map([[checked.id, checked]]), checked, limits);
  return isLeft(result) ? result.left : "accepted";
}

const valueOf = (type: Type, expression: Expression): LfPackage =>
  packageOf(moduleOf("M", { values: byName<Value>({ name: "x", type, expression }) }));

const kindOf = (result: ReturnType<typeof check>) => (result === "accepted" ? result : result.kind);

describe("The check of a package", () => {
  it("answers every recorded package as a participant does", () => {
    const { packages, checks } = readRecorded();
    const differences = checks.filter(({ packages: ids, ok }) => {
      const known = packagesById(packages, ids);
      return ok !== [...known.values()].every((each) => !isLeft(checkPackage(known, each)));
    });
    expect(checks.length).to.be.greaterThan(300);
    expect(differences.map((each) => each.name)).to.deep.equal([]);
  });

  it("says where it found what instead of what", () => {
    expect(check(valueOf({ tag: "builtin", builtin: "Bool" }, unit))).to.deep.equal({
      kind: "TypeMismatch",
      packageId,
      where: "value M:x",
      text: "type mismatch: expected Bool, found Unit",
    });
  });

  it("refuses a type parameter of the wrong kind", () => {
    const list: Type = { tag: "builtin", builtin: "List" };
    expect(kindOf(check(valueOf(list, { tag: "nil", type: int })))).to.equal("Kind");
  });

  it("refuses a dependency of a later version of the language", () => {
    const used: LfPackage = { ...packageOf(), id: "b".repeat(64), languageVersion: "2.3" };
    const checked: LfPackage = { ...packageOf(), dependencies: [used.id] };
    const result = checkPackage(
      new Map([
        [used.id, used],
        [checked.id, checked],
      ]),
      checked,
    );
    expect(isLeft(result) && result.left.kind).to.equal("DependencyVersion");
  });

  it("refuses names that differ in case only", () => {
    expect(kindOf(check(packageOf(moduleOf("M", {}), moduleOf("m", {}))))).to.equal("Collision");
  });

  it("refuses type synonyms that contain themselves", () => {
    const of = { packageId, module: "M", name: "S" };
    const synonym: TypeSynonym = {
      name: "S",
      parameters: [],
      type: { tag: "synonym", of, arguments: [] },
    };
    expect(kindOf(check(packageOf(moduleOf("M", { synonyms: byName(synonym) }))))).to.equal(
      "TypeSynonymCycle",
    );
  });

  it("refuses a serializable type with a function in it", () => {
    const type: Type = {
      tag: "application",
      function: {
        tag: "application",
        function: { tag: "builtin", builtin: "Arrow" },
        argument: int,
      },
      argument: int,
    };
    const record: DataType = {
      name: "R",
      parameters: [],
      serializable: true,
      constructors: { tag: "record", fields: [{ name: "f", type }] },
    };
    expect(kindOf(check(packageOf(moduleOf("M", { dataTypes: byName(record) }))))).to.equal(
      "NotSerializable",
    );
  });

  it("types an expression of any depth", () => {
    let expression: Expression = unit;
    for (let depth = 0; depth < 50_000; depth += 1)
      expression = { tag: "let", bindings: [], body: expression };
    expect(check(valueOf({ tag: "builtin", builtin: "Unit" }, expression))).to.equal("accepted");
  });

  it("types structs of any number of fields", () => {
    const names = Array.from({ length: 200_000 }, (_, index) => `f${index}`);
    const type: Type = { tag: "struct", fields: names.map((name) => ({ name, type: int })) };
    const literal: Expression = { tag: "literal", literal: { tag: "int64", value: 1n } };
    const fields = names.map((name) => ({ name, value: literal }));
    expect(check(valueOf(type, { tag: "struct", fields }))).to.equal("accepted");
    expect(kindOf(check(valueOf(type, unit)))).to.equal("TypeMismatch");
  });

  it("refuses a type that nests too deep", () => {
    let type: Type = int;
    for (let depth = 0; depth < 50_000; depth += 1) {
      type = {
        tag: "application",
        function: { tag: "builtin", builtin: "List" },
        argument: type,
      };
    }
    expect(kindOf(check(valueOf(type, unit)))).to.equal("TooMuchWork");
  });

  it("bounds the work of synonyms that double", () => {
    const at = (name: string) => ({ packageId, module: "M", name });
    const synonyms = Array.from({ length: 60 }, (_, index): TypeSynonym => {
      const used: Type = { tag: "synonym", of: at(`S${index - 1}`), arguments: [] };
      const fields = [
        { name: "a", type: used },
        { name: "b", type: used },
      ];
      return {
        name: `S${index}`,
        parameters: [],
        type: index === 0 ? int : { tag: "struct", fields },
      };
    });
    const doubled = packageOf(moduleOf("M", { synonyms: byName(...synonyms) }));
    const result = check(doubled, { steps: 100_000, typeDepth: 1_000 });
    expect(result).to.have.property("kind", "TooMuchWork");
    expect(result).to.have.property("text", "the check takes more than 100000 steps");
  });

  it("bounds the work of many uses of what has many constructors or fields", () => {
    const many = Array.from({ length: 2_000 }, (_, index) => `N${index}`);
    const [last = ""] = many.slice(-1);
    const of = { packageId, module: "M", name: "E" };
    const type: Type = { tag: "constructor", of };
    const enumeration: DataType = {
      name: "E",
      parameters: [],
      serializable: true,
      constructors: { tag: "enum", names: many },
    };
    const one: Expression = { tag: "enum", of, constructor: last };
    const struct: Expression = {
      tag: "struct",
      fields: many.map((name) => ({ name, value: unit })),
    };
    const uses: Readonly<Record<string, Expression>> = {
      constructor: one,
      pattern: {
        tag: "case",
        scrutinee: one,
        alternatives: [
          { pattern: { tag: "enum", of, constructor: last }, body: one },
          { pattern: { tag: "default" }, body: one },
        ],
      },
      field: {
        tag: "case",
        scrutinee: { tag: "structProjection", struct, field: last },
        alternatives: [{ pattern: { tag: "default" }, body: one }],
      },
    };
    for (const [name, use] of Object.entries(uses)) {
      const expression: Expression = {
        tag: "cons",
        type,
        front: Array.from({ length: 100 }, () => use),
        tail: { tag: "nil", type },
      };
      const values = byName<Value>({
        name: "x",
        type: {
          tag: "application",
          function: { tag: "builtin", builtin: "List" },
          argument: type,
        },
        expression,
      });
      const used = packageOf(moduleOf("M", { dataTypes: byName(enumeration), values }));
      expect(check(used), name).to.equal("accepted");
      const bounded = check(used, { steps: 150_000, typeDepth: 1_000 });
      expect(kindOf(bounded), name).to.equal("TooMuchWork");
    }
  });

  it("never throws, whatever parts of a package change places", () => {
    const { packages, checks } = readRecorded();
    const groups: ReadonlyArray<ReadonlyArray<string>> = [
      ["value", "literal", "recordProjection", "recordUpdate", "case", "let", "abstraction"],
      ["constructor", "forall", "synonym"],
    ];
    fc.assert(
      fc.property(
        fc.nat(checks.length - 1),
        fc.nat(groups.length - 1),
        fc.nat(),
        fc.nat(),
        (index, group, from, to) => {
          const known = packagesById(packages, checks[index]?.packages ?? []);
          const original = [...known.values()][0] ?? packageOf();
          const changed = structuredClone(original);
          const nodes = nodesOf(changed, groups[group] ?? []);
          const source = nodes[from % nodes.length];
          const target = nodes[to % nodes.length];
          if (source !== undefined && target !== undefined) {
            const copy = structuredClone(source);
            for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
            Object.assign(target, copy);
          }
          const result = checkPackage(new Map([...known, [changed.id, changed]]), changed);
          expect(result).to.have.property("_tag");
        },
      ),
      { numRuns: 500 },
    );
  });
});

function nodesOf(root: LfPackage, tags: ReadonlyArray<string>): ReadonlyArray<object> {
  const found: Array<object> = [];
  const pending: Array<unknown> = [root];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== "object" || next === null) continue;
    if ("tag" in next && tags.includes(String(next.tag))) found.push(next);
    pending.push(...(next instanceof Map ? next.values() : Object.values(next)));
  }
  return found;
}
