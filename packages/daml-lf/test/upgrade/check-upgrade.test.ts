import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { checkUpgrade } from "../../src/upgrade/check-upgrade.js";
import { packagesById, readRecorded } from "../recorded/recorded-checks.js";

describe("The upgrade check", () => {
  it("answers every recorded pair as a participant does, with its kind and words", () => {
    const { packages, upgrades } = readRecorded();
    const differences = upgrades.filter((recorded) => {
      const known = packagesById(packages, recorded.packages);
      const past = known.get(recorded.past);
      const present = known.get(recorded.present);
      if (past === undefined || present === undefined) return true;
      const verdict = checkUpgrade(known, past, present);
      return isLeft(verdict)
        ? verdict.left.kind !== recorded.kind || verdict.left.text !== recorded.text
        : recorded.kind !== undefined;
    });
    expect(upgrades.length).to.equal(292);
    expect(differences.map((each) => each.name)).to.deep.equal([]);
  });

  it("takes a package as an upgrade of itself", () => {
    const { packages } = readRecorded();
    for (const each of packages.filter((one) => !hasInterfaces(one.modules))) {
      const verdict = checkUpgrade(
        packagesById(
          packages,
          packages.map((one) => one.id),
        ),
        each,
        each,
      );
      expect(verdict, each.id).to.have.property("_tag", "Right");
    }
  });
});

function hasInterfaces(
  modules: ReadonlyMap<string, { readonly interfaces: ReadonlyMap<string, unknown> }>,
): boolean {
  return [...modules.values()].some((module) => module.interfaces.size > 0);
}
