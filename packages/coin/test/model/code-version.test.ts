import { readFileSync } from "node:fs";
import { expect } from "chai";
import { coinPackages } from "../../src/coin-packages.js";
import { codeVersion } from "../../src/model/code-version.js";

describe("The code of the coin's packages", () => {
  it("has the version of this library, in every package", () => {
    const manifest = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
    expect(JSON.parse(manifest)).to.have.property("version", codeVersion);
    for (const { name, codeVersion: own } of coinPackages) expect(own, name).to.equal(codeVersion);
  });
});
