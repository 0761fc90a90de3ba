import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { DataType, LfPackage, Module } from "../../src/syntax/package.js";
import { checkLineages } from "../../src/upgrade/check-lineages.js";

function moduleWith(fields: ReadonlyArray<string>, serializable: boolean): Module {
  const record: DataType = {
    name: "R",
    parameters: [],
    serializable,
    constructors: {
      tag: "record",
      fields: fields.map((name) => ({ name, type: { tag: "builtin", builtin: "Text" } })),
    },
  };
  const none = new Map<string, never>();
  return {
    name: "M",
    synonyms: none,
    dataTypes: new Map([["R", record]]),
    values: none,
    templates: none,
    exceptions: none,
    interfaces: none,
  };
}

function version(of: string, fields: ReadonlyArray<string>, serializable = true): LfPackage {
  return {
    id: `p-${of}`,
    name: "p",
    version: of,
    languageVersion: "2.1",
    dependencies: [],
    modules: new Map([["M", moduleWith(fields, serializable)]]),
  };
}

function check(vetted: ReadonlyArray<LfPackage>, isNew?: (id: string) => boolean) {
  const packages = new Map(vetted.map((each) => [each.id, each]));
  const result = checkLineages(packages, vetted, isNew);
  return isLeft(result)
    ? `${result.left.past.version} ${result.left.present.version} ${result.left.error.kind}`
    : "accepted";
}

describe("The upgrade check of vetted packages", () => {
  it("compares neighbours in the order of their versions, whatever order they came in", () => {
    const vetted = [version("1.10.0", ["a"]), version("1.2.0", []), version("1.9.0", ["a"])];
    expect(check(vetted)).to.equal("1.2.0 1.9.0 RecordFieldsNewNonOptional");
    expect(check([...vetted].reverse())).to.equal("1.2.0 1.9.0 RecordFieldsNewNonOptional");
  });

  it("counts a prefix of a version as smaller", () => {
    expect(check([version("1.0.0", []), version("1.0", ["a"])])).to.equal(
      "1.0 1.0.0 RecordFieldsMissing",
    );
  });

  it("leaves out packages that store nothing", () => {
    const vetted = [version("1.0.0", ["a"]), version("2.0.0", [], false), version("3.0.0", ["a"])];
    expect(check(vetted)).to.equal("accepted");
  });

  it("does not compare packages of other names", () => {
    const other: LfPackage = { ...version("2.0.0", []), name: "q" };
    expect(check([version("1.0.0", ["a"]), other])).to.equal("accepted");
  });

  it("checks pairs that were vetted before no more", () => {
    const vetted = [version("1.0.0", ["a"]), version("2.0.0", [])];
    expect(check(vetted, () => false)).to.equal("accepted");
    expect(check(vetted, (id) => id === "p-2.0.0")).to.equal("1.0.0 2.0.0 RecordFieldsMissing");
  });
});
