import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { invoked, tempFolder } from "../ledger-folder.js";

const dar = fileURLToPath(new URL("../../../../../examples/curl/example.dar", import.meta.url));

describe("tallystick dar inspect", () => {
  it("lists the packages and what the main one defines", async () => {
    const { code, out, err } = await invoked(["dar", "inspect", dar]);
    expect([code, err]).to.deep.equal([0, ""]);
    expect(out[0]).to.match(/^PACKAGE +VERSION +LF +KIND +RUNS +ID$/);
    expect(out[1]).to.match(/^walk-example +\S+ +2\.\d +main +yes +[0-9a-f]{64}$/);
    expect(out).to.include("  Templates");
  });

  it("prints JSON for programs", async () => {
    const { code, out } = await invoked(["dar", "inspect", dar, "--json"]);
    expect(code).to.equal(0);
    const { mainPackageId, packages } = JSON.parse(out.join("\n"));
    expect(packages[0]).to.deep.include({
      packageId: mainPackageId,
      name: "walk-example",
      kind: "main",
    });
    expect(packages[0].code.errors).to.deep.equal([]);
    expect(packages[0].templates).to.have.length(1);
  });

  it("names what is wrong with a file that is no DAR", async () => {
    const file = join(tempFolder(), "no.dar");
    writeFileSync(file, "no zip");
    const { code, out, err } = await invoked(["dar", "inspect", file]);
    expect([code, out]).to.deep.equal([1, []]);
    expect(err).to.match(/no\.dar: INVALID_DAR: Dar file is corrupt/);
  });
});
