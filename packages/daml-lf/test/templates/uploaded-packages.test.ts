import { type PackageInfo, withoutPause } from "@tallystick/core";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { archiveModel, readArchive } from "../../src/archive.js";
import { readDar } from "../../src/dar.js";
import type { DataType, LfPackage } from "../../src/syntax/package.js";
import type { Type } from "../../src/syntax/type.js";
import { type AddedArchive, UploadedPackages } from "../../src/templates/uploaded-packages.js";
import { dalfOf, type Interner, message, packageIdOf, payloadOf, typeRef0 } from "../dar-writer.js";
import { assetsApi, assetsPackage } from "../writer/assets-packages.js";
import { byName, dataRecord, int, type } from "../writer/notation.js";
import { darOfPackages } from "../writer/write-package.js";

const none = new Map<string, never>();

/** A package of a data type, or of a value alone: then nothing of it is stored on the ledger. */
const packageOf = (
  name: string,
  version: string,
  part: DataType | { readonly number: number },
): LfPackage => ({
  id: "id of the package",
  name,
  version,
  languageVersion: "2.2",
  dependencies: [],
  modules: new Map([
    [
      "M",
      {
        name: "M",
        synonyms: none,
        dataTypes: "number" in part ? none : byName([part]),
        values:
          "number" in part
            ? byName([{ name: "it", type: type("Int64"), expression: int(part.number) }])
            : none,
        templates: none,
        exceptions: none,
        interfaces: none,
      },
    ],
  ]),
});

const recordOf = (version: string, field: Type): LfPackage =>
  packageOf("records", version, dataRecord("R", { a: field }));
const utility = (number: number): LfPackage => packageOf("prim", "0.0.0", { number });

/** Adds packages; what would be said of vetting all of them, the last ones for the first time. */
const checked = async (
  before: ReadonlyArray<LfPackage>,
  added: ReadonlyArray<LfPackage>,
): Promise<string> => {
  const uploaded = new UploadedPackages();
  const infos: Array<PackageInfo> = [];
  for (const each of [...before, ...added]) {
    const read = await readDar(darOfPackages([each]));
    if (isLeft(read)) throw new Error(read.left.cause);
    const { main } = read.right;
    uploaded.add([main]);
    infos.push({ packageId: main.packageId, name: main.name, version: main.version, model: null });
  }
  const fresh = new Set(infos.slice(before.length).map(({ packageId }) => packageId));
  return withoutPause(uploaded.upgradeError(infos, (id) => fresh.has(id)))?.cause ?? "fine";
};

describe("UploadedPackages", () => {
  const [text, party] = [type("Text"), type("Party")];
  const first = recordOf("1.0.0", text);

  it("pauses for each module and pair of versions, and decodes a package once", async () => {
    const uploaded = new UploadedPackages();
    const infos: Array<PackageInfo> = [];
    for (const version of ["1.0.0", "1.1.0"]) {
      const read = await readDar(darOfPackages([recordOf(version, text)]));
      if (isLeft(read)) throw new Error(read.left.cause);
      const { main } = read.right;
      uploaded.add([main]);
      infos.push({ packageId: main.packageId, name: main.name, version, model: null });
    }
    const pausesOfCheck = (): number => [...uploaded.upgradeError(infos, () => true)].length;
    const pausesOfDecoding = (): ReadonlyArray<number> =>
      infos.map(({ packageId }) => [...uploaded.decode([packageId])].length);
    expect(pausesOfDecoding()).to.deep.equal([1, 1]);
    expect(pausesOfDecoding()).to.deep.equal([0, 0]);
    expect(pausesOfCheck()).to.equal(1);
  });

  it("converts a payload to another version once", async () => {
    const uploaded = new UploadedPackages();
    const templateOf = async (version: "1.0.0" | "1.1.0") => {
      const read = await readDar(darOfPackages([assetsPackage(version), assetsApi]));
      if (isLeft(read)) throw new Error(read.left.cause);
      uploaded.add(read.right.packages);
      const { main } = read.right;
      const { packageId, name } = main;
      const info = { packageId, name, version, model: archiveModel(main) };
      const found = uploaded.entitiesOf(info)?.templates.find((of) => of.name === "Assets:Bond");
      if (found === undefined) throw new Error("no template");
      return found.definition;
    };
    const [first, second] = [await templateOf("1.0.0"), await templateOf("1.1.0")];
    const read = first.payload.decode({ issuer: "a::1", owner: "a::1", amount: "1.0" });
    if (isLeft(read)) throw new Error(read.left.reason);
    const converted = () => second.convert?.({ type: first.payload, value: read.right });
    const once = converted();
    if (once === undefined || isLeft(once)) throw new Error("it does not fit");
    expect(second.payload.encode(once.right)).to.deep.equal(first.payload.encode(read.right));
    expect(converted()).to.equal(once);
    expect(first.convert?.({ type: first.payload, value: read.right })).to.not.equal(once);
  });

  it("does not check an archive again that was checked for its registration", () => {
    const good = readArchive(dalfOf(payloadOf({ templates: [{ name: "T" }] })));
    if (isLeft(good)) throw new Error(good.left.cause);
    const { name, version } = good.right;
    const unknownExpression = (names: Interner) =>
      message([2, message([1, names.dname("unused")], [2, typeRef0])], [3, message([99, 1])]);
    const payload = payloadOf({
      templates: [{ name: "T" }],
      inModule: (names) => message([5, unknownExpression(names)]),
    });
    const packageId = packageIdOf(payload);
    const checked = { packageId, name, version, model: archiveModel(good.right) };
    const choicesWith = (added: AddedArchive) => {
      const uploaded = new UploadedPackages();
      uploaded.add([added]);
      return [...(uploaded.entitiesOf(checked)?.templates[0]?.choices.keys() ?? [])];
    };
    expect(choicesWith({ packageId, payload, checked })).to.deep.equal(["Archive", "Look"]);
    expect(() => choicesWith({ packageId, payload })).to.throw("Crash");
    const declared = { ...checked, model: { format: "tallystick-package-1" } };
    expect(() => choicesWith({ packageId, payload, checked: declared })).to.throw("Crash");
  });

  it("vets a version that is an upgrade of the one before it", async () => {
    const second = packageOf(
      "records",
      "1.1.0",
      dataRecord("R", { a: text, b: type("Optional", text) }),
    );
    expect(await checked([first], [second])).to.equal("fine");
  });

  it("says why a version is none", async () => {
    expect(await checked([first], [recordOf("1.1.0", party)])).to.match(
      /^Upgrade checks indicate that records \(1\.1\.0, \w+\) cannot be an upgrade of records \(1\.0\.0,/,
    );
  });

  it("says so too where a DAR brings another package of the compiler with a known version", async () => {
    const old = [first, utility(1)];
    expect(await checked(old, [recordOf("1.1.0", text), utility(2)])).to.equal("fine");
    expect(await checked(old, [recordOf("1.1.0", party), utility(2)])).to.match(
      /cannot be an upgrade/,
    );
  });

  it("says so too where two of one version of another name would be vetted", async () => {
    const others = [text, party].map((field) =>
      packageOf("others", "1.0.0", dataRecord("R", { a: field })),
    );
    expect(await checked([first], [recordOf("1.1.0", party), ...others])).to.match(
      /cannot be an upgrade of records/,
    );
    expect(await checked([first], others), "said where it is decided").to.equal("fine");
  });
});
