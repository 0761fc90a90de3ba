import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { checkPackage } from "../../src/check/check-package.js";
import { decodePackage } from "../../src/decode/decode-package.js";
import { stableDefinitions } from "../../src/stable/stable-definitions.js";
import { stablePackages } from "../../src/stable-packages.js";
import type { LfPackage, Module } from "../../src/syntax/package.js";
import { genuineDar, genuineDars } from "../genuine-dars.js";

/** What other packages can see of a module. */
const seen = ({
  name,
  dataTypes,
  values,
  exceptions,
  templates,
  interfaces,
  synonyms,
}: Module) => ({
  name,
  dataTypes: [...dataTypes.values()],
  values: new Map([...values].map(([key, { type }]) => [key, type])),
  exceptions: [...exceptions.keys()],
  others: [templates.size, interfaces.size, synonyms.size],
});

const seenOf = ({ id, name, version, languageVersion, modules }: LfPackage) => ({
  id,
  name,
  version,
  languageVersion,
  modules: [...modules.values()].map(seen),
});

describe("stableDefinitions", () => {
  const definitions = stableDefinitions();

  it("has a package with types for each stable package", () => {
    expect([...definitions.keys()]).to.deep.equal([...stablePackages.keys()]);
    for (const [id, { modules }] of definitions) {
      const [only] = modules.values();
      expect(only?.name).to.equal(stablePackages.get(id));
      expect(only?.dataTypes.size).to.be.greaterThan(0);
    }
  });

  it("passes the type checker", () => {
    for (const definition of definitions.values()) {
      const dependencies = [...definitions.keys()];
      const checked = checkPackage(definitions, { ...definition, dependencies });
      if (isLeft(checked)) expect.fail(`${checked.left.where}: ${checked.left.text}`);
    }
  });

  for (const name of genuineDars.slice(0, 1)) {
    it(`is what the genuine stable packages of ${name} define`, async () => {
      const { packages } = await genuineDar(name);
      const stable = packages.filter(({ isStable }) => isStable);
      expect(stable.length).to.be.greaterThan(20);
      for (const archive of stable) {
        const genuine = decodePackage(archive);
        const ours = definitions.get(archive.packageId);
        if (isLeft(genuine) || ours === undefined) throw new Error(archive.name);
        expect(seenOf(ours), archive.name).to.deep.equal(seenOf(genuine.right));
      }
    });
  }
});
