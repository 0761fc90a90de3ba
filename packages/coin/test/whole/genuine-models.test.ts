import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  canonicalJson,
  type CompiledInterface,
  type CompiledTemplate,
  compilePackages,
  isJsonArray,
  isJsonObject,
  type Json,
} from "@tallystick/core";
import { archiveModel, readDar, UploadedPackages } from "@tallystick/daml-lf";
import { expect } from "chai";
import { coinRelease } from "../../src/index.js";
import { rightOf, sha256 } from "../coin-values.js";

// TALLYSTICK_DARS=FOLDER npm test -- genuine-models: the types of the coin beside the genuine ones

const releases = Object.values(coinRelease);
const ours = new Set(releases.flat().map(({ packageId }) => packageId));

const folder = process.env["TALLYSTICK_DARS"];

type Model = Readonly<Record<string, Json>>;

/** The choice that Daml adds to every template and interface, and what is ours alone. */
const additions = ["Archive", "BatchMergeUtility_MergeHoldings"];

/** Types that refer to themselves are compared by their names. */
const withoutRecursion = (model: Json): Json => {
  if (isJsonArray(model)) return model.map(withoutRecursion);
  if (!isJsonObject(model)) return model;
  if (isJsonArray(model.Recursive)) return "a recursive type";
  return Object.fromEntries(
    Object.entries(model).map(([key, value]) => [key, withoutRecursion(value ?? null)]),
  );
};

/** What clients see of a template or an interface, by part. */
const modelOf = (of: CompiledTemplate | CompiledInterface): Model => ({
  itself: withoutRecursion(
    of.kind === "template" ? of.definition.payload.model : of.definition.view.model,
  ),
  implements: of.kind === "template" ? [...of.instances.keys()].sort() : [],
  ...Object.fromEntries(
    [...of.choices.values()]
      .filter(({ name }) => !additions.includes(name))
      .map(({ name, argument, result, consuming }) => [
        name,
        withoutRecursion({ argument: argument.model, result: result.model, consuming }),
      ]),
  ),
});

/** The end of what two models begin with, and how each goes on. */
const firstDifference = (ours: Json = null, theirs: Json = null): string => {
  const [a, b] = [canonicalJson(ours), canonicalJson(theirs)];
  const at = [...a].findIndex((each, index) => each !== b[index]);
  const from = Math.max(0, at - 60);
  return `${a.slice(from, at + 60)} | ${b.slice(from, at + 60)}`;
};

/** What the folder has under the ids of our packages, by template or interface id. */
const genuineModels = async (from: string) => {
  const uploaded = new UploadedPackages();
  const models = new Map<string, ReturnType<typeof modelOf>>();
  for (const file of readdirSync(from).filter((each) => /^splice-.*\.dar$/.test(each))) {
    const { packages } = rightOf(await readDar(readFileSync(join(from, file))));
    uploaded.add(packages);
    for (const archive of packages) {
      const { packageId, name, version } = archive;
      if (!ours.has(packageId)) continue;
      const info = { packageId, name, version, model: archiveModel(archive) };
      const { templates = [], interfaces = [] } = uploaded.entitiesOf(info) ?? {};
      for (const each of templates) models.set(each.templateId, modelOf(each));
      for (const each of interfaces) models.set(each.interfaceId, modelOf(each));
    }
  }
  return models;
};

describe("The types of the coin", () => {
  it("are compared whole: those of the rules are others in the later release", () => {
    const rules = releases.map((packages) =>
      rightOf(compilePackages(packages, sha256)).templates.find(({ templateId }) =>
        templateId.endsWith(":Splice.AmuletRules:AmuletRules"),
      ),
    );
    const [one, other] = rules.map((of) => of && canonicalJson(modelOf(of).itself ?? null));
    expect(one).to.contain("transferPreapprovalFee");
    expect(other).to.contain("transferPreapprovalFee");
    expect(one).not.to.equal(other);
  });

  if (folder === undefined) {
    process.stdout.write("TALLYSTICK_DARS is not set: types are not compared\n");
    return;
  }

  it("are those of the genuine packages", async () => {
    const genuine = await genuineModels(folder);
    const compiled = releases.map((packages) => rightOf(compilePackages(packages, sha256)));
    const known = compiled
      .flatMap(({ templates, interfaces }) => [...templates, ...interfaces])
      .map((of) => [of.kind === "template" ? of.templateId : of.interfaceId, of] as const);
    const compared = known.filter(([id]) => genuine.has(id));
    expect(compared.length).to.be.greaterThan(60);
    const differing = compared.flatMap(([id, of]) => {
      const [ours, theirs] = [modelOf(of), genuine.get(id) ?? {}];
      return [...new Set([...Object.keys(ours), ...Object.keys(theirs)])]
        .filter((part) => canonicalJson(ours[part] ?? null) !== canonicalJson(theirs[part] ?? null))
        .map((part) => `${id} ${part}: ${firstDifference(ours[part], theirs[part])}`);
    });
    expect(differing).to.deep.equal([]);
  });
});
