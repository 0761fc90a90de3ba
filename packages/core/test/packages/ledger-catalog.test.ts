import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { CompiledCatalog } from "../../src/packages/catalog.js";
import { type CompiledPackages, compilePackages } from "../../src/packages/compile-packages.js";
import { record } from "../../src/daml-types/record-types.js";
import { party } from "../../src/daml-types/scalar-types.js";
import {
  definitionMismatch,
  ledgerCatalog,
  presentCatalog,
} from "../../src/packages/ledger-catalog.js";
import type { Json } from "../../src/values/json.js";
import type { PackageRegistered } from "../../src/events/participant-event.js";
import { emptyMap, type PersistentMap, setIn } from "../../src/collections/persistent-map.js";
import { defineInterface, definePackage, template } from "../../src/templates/definitions.js";
import type { Package } from "../../src/templates/template.js";
import { sha256 } from "../ledger-fixture.js";

const Deed = template<{ readonly owner: string }>("Main:Deed", {
  payload: record({ owner: party }),
  signatories: ({ owner }) => [owner],
});
const View = defineInterface("Main:View", record({}));

const deeds = (more: Partial<Package> = {}): Package =>
  definePackage({ name: "deeds", version: "1.0.0", templates: [Deed], ...more });

const compiled = (...packages: ReadonlyArray<Package>): CompiledPackages => {
  const done = compilePackages(packages, sha256);
  if (isLeft(done)) throw new Error(done.left.message);
  return done.right;
};

const archive: Json = {
  format: "daml-lf",
  languageVersion: "2.1",
  modules: [{ name: "Main", templates: ["Deed"], interfaces: ["View"] }],
  dependencies: [],
  sizeBytes: 1,
};

const registered = (
  packageId: string,
  version: string,
  model: Json = archive,
): PackageRegistered => ({
  type: "PackageRegistered",
  packageId,
  name: "deeds",
  version,
  model,
  isVetted: true,
  recordTime: 0,
});

const mapOf = (...packages: ReadonlyArray<PackageRegistered>): PersistentMap<PackageRegistered> =>
  packages.reduce((map, of) => setIn(map, of.packageId, of), emptyMap<PackageRegistered>());

const codeFor = (catalog: CompiledCatalog, reference: string, ...preference: Array<string>) => {
  const found = catalog.resolve(reference, preference);
  if (isLeft(found)) return found.left.code;
  return found.right.package.packageId;
};

describe("The catalogue of a ledger", () => {
  const byName = "#deeds:Main:Deed";

  it("is made again when packages are added, and only then", () => {
    const catalogAt = ledgerCatalog(compiled());
    const one = mapOf(registered("a", "1.0.0"));
    const two = setIn(one, "b", registered("b", "2.0.0"));
    const first = catalogAt(one);
    expect(catalogAt(one)).to.equal(first);
    expect(catalogAt(two)).not.to.equal(first);
    expect(catalogAt(two).packages.map(({ packageId }) => packageId)).to.deep.equal(["a", "b"]);
    expect(first.packages).to.have.length(1);
  });

  it("knows an archive's templates and interfaces by name, the highest version first", () => {
    const catalog = ledgerCatalog(compiled())(
      mapOf(registered("a", "1.9.0"), registered("b", "1.10.0")),
    );
    expect(catalog.templatesMatching(byName)).to.deep.include({
      right: ["b:Main:Deed", "a:Main:Deed"],
    });
    expect(catalog.interfacesMatching("#deeds:Main:View")).to.deep.include({
      right: ["b:Main:View", "a:Main:View"],
    });
    expect(catalog.packageInfo("a")).to.include({ name: "deeds", version: "1.9.0" });
    expect(catalog.checkPreference(["a"])).to.equal(undefined);
    expect(catalog.templatesMatching("#deeds:Main:Other")).to.have.nested.property(
      "left.code",
      "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
    );
  });

  it("refuses to run what came as an archive, by id, by name and as preference", () => {
    const catalog = ledgerCatalog(compiled())(mapOf(registered("a", "1.0.0")));
    for (const reference of [byName, "a:Main:Deed", "a:Main:View"])
      expect(codeFor(catalog, reference)).to.equal("PACKAGE_SELECTION_FAILED");
    expect(codeFor(catalog, "a:Main:Other")).to.equal("TEMPLATES_OR_INTERFACES_NOT_FOUND");
  });

  it("passes over a higher version without code, unless it is preferred", () => {
    const catalog = ledgerCatalog(compiled(deeds({ packageId: "code" })))(
      mapOf(registered("a", "2.0.0")),
    );
    expect(codeFor(catalog, byName)).to.equal("code");
    expect(codeFor(catalog, byName, "code")).to.equal("code");
    expect(codeFor(catalog, byName, "a")).to.equal("PACKAGE_SELECTION_FAILED");
    expect(catalog.templatesMatching(byName)).to.deep.include({
      right: ["a:Main:Deed", "code:Main:Deed"],
    });
  });

  it("knows by name what it was opened without, but calls it unknown to commands", () => {
    const packages = compiled(deeds());
    const [info] = packages.packages;
    if (info === undefined) throw new Error("no package");
    const catalog = ledgerCatalog(compiled())(
      mapOf(registered(info.packageId, "1.0.0", info.model)),
    );
    expect(catalog.templatesMatching(byName)).to.deep.include({
      right: [`${info.packageId}:Main:Deed`],
    });
    expect(codeFor(catalog, byName)).to.equal("TEMPLATES_OR_INTERFACES_NOT_FOUND");
  });

  it("ignores a malformed model", () => {
    for (const model of [
      null,
      "x",
      [],
      {},
      { format: "daml-lf", modules: [{ name: 1 }, "x"] },
    ] satisfies Json[]) {
      expect(
        ledgerCatalog(compiled())(mapOf(registered("a", "1.0.0", model))).packages,
      ).to.have.length(1);
    }
  });

  it("is the present one for those who keep it", () => {
    const catalogAt = ledgerCatalog(compiled());
    let packages = mapOf();
    const kept = presentCatalog(() => catalogAt(packages));
    expect(kept.packages).to.deep.equal([]);
    packages = mapOf(registered("a", "1.0.0"));
    expect(kept.packageInfo("a")?.version).to.equal("1.0.0");
    expect(kept.templatesMatching(byName)).to.deep.include({ right: ["a:Main:Deed"] });
  });
});

describe("A definition for an uploaded package", () => {
  const definitionError = (definition: Package, of: PackageRegistered): string | undefined =>
    definitionMismatch(compiled(definition), (packageId) =>
      packageId === of.packageId ? of : undefined,
    );

  it("has the id it names", () => {
    expect(compiled(deeds({ packageId: "a" })).packages[0]?.packageId).to.equal("a");
    expect(compilePackages([{ ...deeds(), packageId: "a.b" }], sha256))
      .to.have.nested.property("left.message")
      .that.matches(/a\.b/);
  });

  it("fits when name, version and all it defines are the archive's", () => {
    expect(definitionError(deeds({ packageId: "a" }), registered("a", "1.0.0"))).to.equal(
      undefined,
    );
    expect(definitionError(deeds({ packageId: "a" }), registered("b", "9.0.0"))).to.equal(
      undefined,
    );
  });

  for (const [what, more, expected] of [
    ["another name", { name: "titles" }, /which is deeds 1\.0\.0/],
    ["another version", { version: "1.0.1" }, /which is deeds 1\.0\.0/],
    [
      "a template of its own",
      { templates: [{ ...Deed, name: "Main:View" }] },
      /no template Main:View/,
    ],
    [
      "an interface of its own",
      { interfaces: [{ ...View, name: "Main:Deeds" }] },
      /no interface Main:Deeds/,
    ],
  ] as const) {
    it(`does not fit with ${what}`, () => {
      expect(
        definitionError(deeds({ packageId: "a", ...more }), registered("a", "1.0.0")),
      ).to.match(expected);
    });
  }
});
