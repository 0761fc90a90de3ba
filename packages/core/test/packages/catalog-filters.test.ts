import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { record } from "../../src/daml-types/record-types.js";
import { party } from "../../src/daml-types/scalar-types.js";
import { interfacesMatching, templatesMatching } from "../../src/packages/catalog-filters.js";
import { indexOf } from "../../src/packages/catalog-index.js";
import { compilePackages } from "../../src/packages/compile-packages.js";
import { declaredPackage } from "../../src/packages/declared-package.js";
import { defineInterface, definePackage, template } from "../../src/templates/definitions.js";
import { sha256 } from "../ledger-fixture.js";

const inTypeScript = (version: string) =>
  definePackage({
    name: "deeds",
    version,
    templates: [
      template<{ readonly owner: string }>("Main:Deed", {
        payload: record({ owner: party }),
        signatories: ({ owner }) => [owner],
      }),
    ],
    interfaces: [defineInterface("Main:View", record({}))],
  });

const compiled = compilePackages([inTypeScript("1.2.0"), inTypeScript("1.10.0")], sha256);
if (isLeft(compiled)) throw new Error(compiled.left.message);
const idOf = (version: string): string =>
  compiled.right.packages.find((info) => info.version === version)?.packageId ?? "";

const archive = (packageId: string, name: string, version: string) =>
  declaredPackage({
    packageId,
    name,
    version,
    model: {
      format: "daml-lf",
      modules: [{ name: "Main", templates: ["Deed", "Other"], interfaces: ["View"] }],
    },
  });

const index = indexOf(compiled.right, [
  archive("aa", "deeds", "1.9.0"),
  archive("bb", "deeds", "2.0.0"),
  archive("cc", "archived", "1.0.0"),
]);

const templates = (reference: string) => {
  const found = templatesMatching(index, reference);
  return isLeft(found) ? found.left.code : found.right;
};
const interfaces = (reference: string) => {
  const found = interfacesMatching(index, reference);
  return isLeft(found) ? found.left.code : found.right;
};

describe("A filter in package-name form", () => {
  it("selects every version of a template, the highest first, with code or without", () => {
    expect(templates("#deeds:Main:Deed")).to.deep.equal([
      "bb:Main:Deed",
      `${idOf("1.10.0")}:Main:Deed`,
      "aa:Main:Deed",
      `${idOf("1.2.0")}:Main:Deed`,
    ]);
  });

  it("selects the versions that have it, and those of its own package only", () => {
    expect(templates("#deeds:Main:Other")).to.deep.equal(["bb:Main:Other", "aa:Main:Other"]);
    expect(templates("#archived:Main:Deed")).to.deep.equal(["cc:Main:Deed"]);
  });

  it("selects interfaces the same way", () => {
    expect(interfaces("#deeds:Main:View")).to.deep.equal([
      "bb:Main:View",
      `${idOf("1.10.0")}:Main:View`,
      "aa:Main:View",
      `${idOf("1.2.0")}:Main:View`,
    ]);
  });

  const errors: ReadonlyArray<
    readonly [reference: string, ofTemplates: string, ofInterfaces: string]
  > = [
    ["#deeds:Main:View", "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME", ""],
    ["#deeds:Main:Deed", "", "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME"],
    [
      "#deeds:Other:Deed",
      "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
      "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
    ],
    ["#none:Main:Deed", "PACKAGE_NAMES_NOT_FOUND", "PACKAGE_NAMES_NOT_FOUND"],
    ["#toString:Main:Deed", "PACKAGE_NAMES_NOT_FOUND", "PACKAGE_NAMES_NOT_FOUND"],
    ["bb:Main:Deed", "INVALID_FIELD", "INVALID_FIELD"],
    ["#deeds:Main", "INVALID_FIELD", "INVALID_FIELD"],
    ["#deeds:Main:", "INVALID_FIELD", "INVALID_FIELD"],
    ["", "INVALID_FIELD", "INVALID_FIELD"],
  ];
  for (const [reference, ofTemplates, ofInterfaces] of errors) {
    it(`finds none of "${reference}", and says why`, () => {
      if (ofTemplates !== "") expect(templates(reference)).to.equal(ofTemplates);
      if (ofInterfaces !== "") expect(interfaces(reference)).to.equal(ofInterfaces);
    });
  }

  it("names the field and the form it should have", () => {
    const byId = templatesMatching(index, "bb:Main:Deed");
    expect(isLeft(byId) && byId.left).to.deep.include({ field: "packageId" });
    expect(isLeft(byId) && byId.left.cause).to.contain(
      "expected the package-name form #name:Module:Entity, found bb:Main:Deed",
    );
    const malformed = interfacesMatching(index, "x");
    expect(isLeft(malformed) && malformed.left.field).to.equal("interfaceId");
    for (const [reference, name] of [
      ["#a b:M:T", "package reference"],
      ["#a::T", "module_name"],
      ["#a:M:1", "entity_name"],
    ] as const) {
      const wrong = templatesMatching(index, reference);
      expect(isLeft(wrong) && wrong.left.publicCause).to.contain(`Invalid field ${name}: `);
    }
  });
});

describe("The index of a catalogue", () => {
  it("has every package once, under its id, and their names", () => {
    expect(index.packages).to.have.length(5);
    expect([...index.infos.keys()]).to.have.members([
      "aa",
      "bb",
      "cc",
      idOf("1.2.0"),
      idOf("1.10.0"),
    ]);
    expect([...index.packageNames]).to.have.members(["deeds", "archived"]);
  });

  it("tells what has code from what is known by its name", () => {
    expect(index.byId.has(`${idOf("1.2.0")}:Main:Deed`)).to.equal(true);
    expect(index.byId.has("aa:Main:Deed")).to.equal(false);
    expect(index.declaredById.get("aa:Main:Deed")).to.deep.include({ kind: "template" });
    expect(index.declaredById.get("aa:Main:View")).to.deep.include({ kind: "interface" });
    expect(index.interfacesById.has(`${idOf("1.2.0")}:Main:View`)).to.equal(true);
  });
});
