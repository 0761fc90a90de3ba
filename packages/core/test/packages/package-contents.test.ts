import { expect } from "chai";
import { declaredPackage, isArchiveModel } from "../../src/packages/declared-package.js";
import { definesTemplates, dependenciesIn } from "../../src/packages/package-contents.js";
import type { Json } from "../../src/values/json.js";

const archive = (modules: Json, more: Readonly<Record<string, Json>> = {}): Json => ({
  format: "daml-lf",
  modules,
  ...more,
});

describe("The dependencies in a model", () => {
  const table: ReadonlyArray<readonly [what: string, model: Json, ids: ReadonlyArray<string>]> = [
    ["those that are listed", archive([], { dependencies: ["a", "b"] }), ["a", "b"]],
    ["none where none are listed", archive([]), []],
    ["none of a package in TypeScript", { format: "tallystick-package-1", templates: [] }, []],
    ["texts only", archive([], { dependencies: ["a", 1, null, ["b"], { c: "d" }] }), ["a"]],
    ["none where there is no list", archive([], { dependencies: "a" }), []],
    ["none of what is no model", "text", []],
    ["none of nothing", null, []],
    ["none of a list", ["a"], []],
  ];
  for (const [what, model, ids] of table) {
    it(`are ${what}`, () => {
      expect(dependenciesIn(model)).to.deep.equal(ids);
    });
  }
});

describe("A model defines templates", () => {
  const table: ReadonlyArray<readonly [what: string, model: Json, defines: boolean]> = [
    ["with a template at its top", { templates: [{ name: "M:T" }] }, true],
    ["with an interface at its top", { interfaces: [{ name: "M:I" }] }, true],
    ["with a template in a module", archive([{ name: "M", templates: ["T"] }]), true],
    ["with an interface in its last module", archive([{ name: "M" }, { interfaces: ["I"] }]), true],
    ["with empty lists only", { templates: [], interfaces: [], modules: [] }, false],
    ["with modules without any", archive([{ name: "M", templates: [], interfaces: [] }]), false],
    ["with nothing", {}, false],
    ["when it is no object", null, false],
  ];
  for (const [what, model, defines] of table) {
    it(`${defines ? "" : "not "}${what}`, () => {
      expect(definesTemplates(model)).to.equal(defines);
    });
  }
});

describe("A package without code", () => {
  const info = (model: Json) => ({ packageId: "p", name: "n", version: "1", model });
  const idsIn = (model: Json) =>
    declaredPackage(info(model)).entities.map(({ kind, id }) => `${kind} ${id}`);

  it("declares the templates and interfaces of the modules of its archive", () => {
    const model = archive([
      { name: "A.B", templates: ["T", "U"], interfaces: ["I"] },
      { name: "C", templates: [], interfaces: ["J"] },
    ]);
    expect(isArchiveModel(model)).to.equal(true);
    expect(idsIn(model)).to.deep.equal([
      "template p:A.B:T",
      "template p:A.B:U",
      "interface p:A.B:I",
      "interface p:C:J",
    ]);
  });

  it("declares those of the model its id is the hash of", () => {
    const model = { templates: [{ name: "M:T" }], interfaces: [{ name: "M:I" }] };
    expect(isArchiveModel(model)).to.equal(false);
    expect(idsIn(model)).to.deep.equal(["template p:M:T", "interface p:M:I"]);
  });

  const odd: ReadonlyArray<Json> = [
    null,
    1,
    "text",
    [],
    {},
    archive(null),
    archive([null, 1, "x", { templates: ["T"] }, { name: 1, templates: ["T"] }]),
    archive([{ name: "M", templates: "T", interfaces: { a: 1 } }]),
    { templates: ["T", { name: 1 }, null], interfaces: 3 },
  ];
  for (const model of odd) {
    it(`declares nothing with the model ${JSON.stringify(model)}`, () => {
      expect(idsIn(model)).to.deep.equal([]);
    });
  }

  it("keeps of its info what is known of every package", () => {
    const declared = declaredPackage({ ...info({}), type: "PackageRegistered" } as never);
    expect(declared.info).to.deep.equal(info({}));
  });
});
