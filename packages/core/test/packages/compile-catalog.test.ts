import { expect } from "chai";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { compileCatalog } from "../../src/packages/compile-catalog.js";
import { compareVersions } from "../../src/packages/package-version.js";
import { optional } from "../../src/daml-types/collection-types.js";
import { record } from "../../src/daml-types/record-types.js";
import { numeric, party, text } from "../../src/daml-types/scalar-types.js";
import type { LedgerError } from "../../src/errors/ledger-error.js";
import { errorRow } from "../../src/errors/error-catalogue.js";
import {
  defineInterface,
  definePackage,
  instance,
  template,
} from "../../src/templates/definitions.js";
import type { Package } from "../../src/templates/template.js";
import { amountOf } from "../sample-package.js";
import { catalogOf, sha256 } from "../ledger-fixture.js";

const Holder = defineInterface("Views:Holder", record({ owner: party, amount: numeric }));
const Unused = defineInterface("Views:Unused", record({}));
const Plain = template<{ readonly owner: string }>("Views:Plain", {
  payload: record({ owner: party }),
  signatories: ({ owner }) => [owner],
});
const views = definePackage({
  name: "views",
  version: "1.0.0",
  templates: [Plain],
  interfaces: [Holder, Unused],
});

const noteOf = (version: string, extra = false): Package => {
  const payload = extra ? record({ owner: party, memo: optional(text) }) : record({ owner: party });
  const Note = template<{ readonly owner: string }>("Main:Note", {
    payload,
    signatories: ({ owner }) => [owner],
  });
  const view = ({ owner }: { owner: string }) => {
    if (owner === "broken") throw new Error("no view today");
    return { owner, amount: amountOf("1") };
  };
  return definePackage({
    name: "notes",
    version,
    templates: [Note],
    instances: extra ? [instance(Note, Holder, { view, methods: () => ({}) })] : [],
  });
};
const [v1, v2, v10] = [noteOf("1.0.0"), noteOf("1.2.0", true), noteOf("1.10.0", true)];
const catalog = catalogOf(v1, v10, v2, views);
const idOf = (version: string): string =>
  catalog.packages.find((info) => info.version === version && info.name === "notes")?.packageId ??
  "";
const viewsId = catalog.packages.find(({ name }) => name === "views")?.packageId ?? "";
const holderId = `${viewsId}:Views:Holder`;
const unknownId = "f".repeat(64);

const idIn = (found: ReturnType<typeof catalog.resolve>): string =>
  isLeft(found)
    ? found.left.code
    : found.right.kind === "template"
      ? found.right.templateId
      : found.right.interfaceId;
const codeAndStatus = (found: Either<LedgerError, unknown>): readonly [string, number] =>
  isLeft(found) ? [found.left.code, errorRow(found.left.code).category] : ["found", 0];

describe("the versions of a package", () => {
  const table: ReadonlyArray<readonly [string, string, -1 | 0 | 1]> = [
    ["1.0.0", "1.0.0", 0],
    ["1.2.0", "1.10.0", -1],
    ["2", "1.9.9", 1],
    ["1.0", "1.0.0", -1],
    ["1.0.0", "1", 1],
    ["0.0.10", "0.0.9", 1],
  ];
  for (const [a, b, order] of table) {
    it(`${a} and ${b} compare as ${order}`, () => {
      expect(Math.sign(compareVersions(a, b))).to.equal(order);
      expect(Math.sign(compareVersions(b, a))).to.equal(order === 0 ? 0 : -order);
    });
  }
});

describe("resolving an identifier", () => {
  const table: ReadonlyArray<readonly [string, string, ReadonlyArray<string>, string]> = [
    [
      "a package name to the highest version",
      "#notes:Main:Note",
      [],
      `${idOf("1.10.0")}:Main:Note`,
    ],
    [
      "a package name to the preferred version",
      "#notes:Main:Note",
      [idOf("1.0.0")],
      `${idOf("1.0.0")}:Main:Note`,
    ],
    [
      "a package name to the highest version when another package is preferred",
      "#notes:Main:Note",
      [viewsId],
      `${idOf("1.10.0")}:Main:Note`,
    ],
    [
      "a package id to exactly that version",
      `${idOf("1.2.0")}:Main:Note`,
      [],
      `${idOf("1.2.0")}:Main:Note`,
    ],
    [
      "a package id to that version whatever is preferred",
      `${idOf("1.2.0")}:Main:Note`,
      [idOf("1.0.0")],
      `${idOf("1.2.0")}:Main:Note`,
    ],
    ["an interface by name", "#views:Views:Holder", [], holderId],
    ["an interface by id", holderId, [], holderId],
    ["an unknown package name to an error", "#nothing:Main:Note", [], "PACKAGE_NAMES_NOT_FOUND"],
    [
      "an unknown template of a known name to an error",
      "#notes:Main:Other",
      [],
      "TEMPLATES_OR_INTERFACES_NOT_FOUND",
    ],
    [
      "an unknown package id to an error",
      `${unknownId}:Main:Note`,
      [],
      "TEMPLATES_OR_INTERFACES_NOT_FOUND",
    ],
    ["a malformed identifier to an error", "Main:Note", [], "INVALID_FIELD"],
    ["a name of every object to an error", "constructor", [], "INVALID_FIELD"],
  ];
  for (const [name, reference, preference, result] of table) {
    it(`leads from ${name}`, () => {
      expect(idIn(catalog.resolve(reference, preference))).to.equal(result);
    });
  }

  it("lets code run with the preferred version of a contract's template, else with its own", () => {
    const own = `${idOf("1.0.0")}:Main:Note`;
    const run = (preference: ReadonlyArray<string>) =>
      catalog.preferredVersion(own, preference)?.templateId;
    expect(run([])).to.equal(own);
    expect(run([viewsId])).to.equal(own);
    expect(run([idOf("1.2.0")])).to.equal(`${idOf("1.2.0")}:Main:Note`);
    expect(catalog.preferredVersion(`${unknownId}:Main:Note`, [])).to.equal(undefined);
  });

  it("refuses a preference for an unknown package and for two packages of one name", () => {
    expect(catalog.checkPreference([idOf("1.0.0"), viewsId])).to.equal(undefined);
    expect(catalog.checkPreference([viewsId, unknownId])).to.deep.include({
      code: "JSON_API_PACKAGE_SELECTION_FAILED",
      place: { of: "packagePreference", index: 1 },
    });
    expect(catalog.checkPreference([idOf("1.0.0"), idOf("1.2.0")])?.cause).to.contain(
      "second package of the name notes",
    );
  });
});

describe("filters", () => {
  it("stand for all versions of a template, the highest first", () => {
    const found = catalog.templatesMatching("#notes:Main:Note");
    expect(isLeft(found) ? found.left : found.right).to.deep.equal(
      ["1.10.0", "1.2.0", "1.0.0"].map((version) => `${idOf(version)}:Main:Note`),
    );
    const interfaces = catalog.interfacesMatching("#views:Views:Holder");
    expect(isLeft(interfaces) ? interfaces.left : interfaces.right).to.deep.equal([holderId]);
  });

  const notFound = 11;
  const invalid = 8;
  const table: ReadonlyArray<readonly [string, Either<LedgerError, unknown>, string, number]> = [
    [
      "a template of an unknown package name",
      catalog.templatesMatching("#none:Main:Note"),
      "PACKAGE_NAMES_NOT_FOUND",
      notFound,
    ],
    [
      "an interface of an unknown package name",
      catalog.interfacesMatching("#none:Main:Note"),
      "PACKAGE_NAMES_NOT_FOUND",
      notFound,
    ],
    [
      "an unknown template",
      catalog.templatesMatching("#notes:Main:Other"),
      "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
      notFound,
    ],
    [
      "an unknown interface",
      catalog.interfacesMatching("#views:Main:Other"),
      "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
      notFound,
    ],
    [
      "an interface where a template is needed",
      catalog.templatesMatching("#views:Views:Holder"),
      "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
      notFound,
    ],
    [
      "a template where an interface is needed",
      catalog.interfacesMatching("#notes:Main:Note"),
      "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
      notFound,
    ],
    [
      "the package-id form",
      catalog.templatesMatching(`${idOf("1.0.0")}:Main:Note`),
      "INVALID_FIELD",
      invalid,
    ],
    ["a malformed identifier", catalog.interfacesMatching("#views"), "INVALID_FIELD", invalid],
  ];
  for (const [name, found, code, category] of table) {
    it(`refuse ${name}`, () => {
      expect(codeAndStatus(found)).to.deep.equal([code, category]);
    });
  }
});

describe("interface instances", () => {
  const withInstance = `${idOf("1.2.0")}:Main:Note`;
  const without = `${idOf("1.0.0")}:Main:Note`;

  it("are found in both directions, across packages", () => {
    expect([...catalog.implementers(holderId)].sort()).to.deep.equal(
      [without, withInstance, `${idOf("1.10.0")}:Main:Note`].sort(),
    );
    expect(catalog.implementers(`${viewsId}:Views:Unused`)).to.deep.equal([]);
    expect(catalog.interfacesOf(withInstance)).to.deep.equal([holderId]);
    expect(catalog.interfacesOf("nothing")).to.deep.equal([]);
  });

  it("serve the versions of a template that have none", () => {
    expect(catalog.interfacesOf(without)).to.deep.equal([holderId]);
    const view = catalog.interfaceView(holderId, without, { owner: "al" });
    expect(isLeft(view) ? view.left : view.right).to.have.property("owner", "al");
    expect(catalog.viewPackage(holderId, without)).to.equal(idOf("1.10.0"));
    expect(catalog.viewPackage(holderId, withInstance)).to.equal(idOf("1.10.0"));
    expect(catalog.viewPackage(holderId, "nothing")).to.equal(undefined);
  });

  it("are those of the preferred version, else of the highest, whether or not it has one", () => {
    const chosen = (templateId: string, ...preference: ReadonlyArray<string>) =>
      catalog.implementingVersion(templateId, holderId, preference)?.package.version;
    expect(chosen(withInstance)).to.equal("1.10.0");
    expect(chosen(without)).to.equal("1.10.0");
    expect(chosen(without, idOf("1.2.0"))).to.equal("1.2.0");
    expect(chosen(without, idOf("1.0.0"))).to.equal(undefined);
    expect(chosen("nothing")).to.equal(undefined);
  });

  it("give the view of a payload in wire form", () => {
    const view = catalog.interfaceView(holderId, withInstance, { owner: "al" });
    expect(isLeft(view) ? view.left : view.right).to.deep.equal({
      owner: "al",
      amount: "1.0000000000",
    });
  });

  const failures: ReadonlyArray<readonly [string, string, string]> = [
    [
      "a template none of whose versions has an instance",
      `${viewsId}:Views:Plain`,
      "NO_VETTED_INTERFACE_IMPLEMENTATION_PACKAGE",
    ],
    ["an unknown template", "nothing", "NO_VETTED_INTERFACE_IMPLEMENTATION_PACKAGE"],
  ];
  for (const [name, templateId, code] of failures) {
    it(`say that ${name} has no view`, () => {
      const view = catalog.interfaceView(holderId, templateId, { owner: "al" });
      expect(isLeft(view) && view.left.code).to.equal(code);
    });
  }

  it("turn a failing view into an error", () => {
    const thrown = catalog.interfaceView(holderId, withInstance, { owner: "broken" });
    expect(isLeft(thrown) && thrown.left.code).to.equal("UNHANDLED_EXCEPTION");
    expect(isLeft(thrown) && thrown.left.cause).to.contain("no view today");
    const unreadable = catalog.interfaceView(holderId, withInstance, { owner: 1 });
    expect(isLeft(unreadable) && unreadable.left.code).to.equal("DAML_INTERPRETATION_ERROR");
  });
});

describe("a catalogue", () => {
  it("knows the place of a definition, the package of an id and nothing of others", () => {
    const [Note] = v1.templates;
    if (Note === undefined) throw new Error("the package has a template");
    expect(catalog.templateOf(Note)?.templateId).to.equal(`${idOf("1.0.0")}:Main:Note`);
    expect(catalog.interfaceOf(Holder)?.interfaceId).to.equal(holderId);
    expect(catalog.packageInfo(viewsId)?.name).to.equal("views");
    expect(catalog.packageInfo(unknownId)).to.equal(undefined);
    expect(catalog.template(holderId)).to.equal(undefined);
    expect(catalog.interface(holderId)?.name).to.equal("Views:Holder");
    expect(catalog.templateOf({ ...Note })).to.equal(undefined);
    expect(catalogOf(views).interfaceOf({ ...Unused })).to.equal(undefined);
  });

  it("is not made of packages that are not in order", () => {
    const compiled = compileCatalog([{ ...views, name: "" }], sha256);
    expect(isLeft(compiled) && compiled.left.message).to.contain("package name");
  });
});
