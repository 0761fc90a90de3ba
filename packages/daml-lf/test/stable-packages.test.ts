import { isPackageIdString } from "@tallystick/core";
import { expect } from "chai";
import { stablePackages } from "../src/stable-packages.js";

describe("The stable packages", () => {
  it("are 27, each with an id that is the hash of its archive and a module of its own", () => {
    expect(stablePackages.size).to.equal(27);
    expect(new Set(stablePackages.values()).size).to.equal(27);
    for (const [packageId, module] of stablePackages) {
      expect(packageId).to.match(/^[0-9a-f]{64}$/);
      expect(isPackageIdString(packageId)).to.equal(true);
      expect(module).to.match(/^(?:[A-Z][A-Za-z]*\.)*[A-Z][A-Za-z]*$/);
    }
  });

  it("are found by their ids as other documents print them", () => {
    const archives = "9e70a8b3510d617f8a136213f33d6a903a10ca0eeec76bb06ba55d1ed9680f69";
    expect(stablePackages.get(archives)).to.equal("DA.Internal.Template");
    expect(stablePackages.get(archives.toUpperCase())).to.equal(undefined);
  });
});
