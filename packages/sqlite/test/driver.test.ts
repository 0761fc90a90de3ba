import { spawnSync } from "node:child_process";
import { expect } from "chai";

const script = `
  const { Database, sqliteDriver } = await import(process.argv[1]);
  const db = new Database(":memory:");
  console.log(sqliteDriver().name, db.prepare("SELECT 40 + 2").pluck().get());
`;
const index = new URL("../src/index.js", import.meta.url).href;
const run = (driver: string) =>
  spawnSync(process.execPath, ["--input-type=module", "-e", script, index], {
    env: { ...process.env, TALLYSTICK_SQLITE: driver },
    encoding: "utf8",
  });

describe("the driver of SQLite", () => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const hasOwn = major > 22 || (major === 22 && minor >= 16);

  it("is Node's own from 22.16 on, and the package before, unless it is named; nothing is printed", () => {
    for (const [named, used] of [
      ["", hasOwn ? "node" : "photostructure"],
      ["photostructure", "photostructure"],
      ...(hasOwn ? [["node", "node"]] : []),
    ] as const) {
      const { stdout, stderr } = run(named);
      expect({ stdout, stderr }).to.deep.equal({ stdout: `${used} 42\n`, stderr: "" });
    }
  });

  it("is one of two names", () => {
    expect(run("sqlite").stderr).to.contain("TALLYSTICK_SQLITE is sqlite, expected node or");
    if (!hasOwn) expect(run("node").stderr).to.contain("expected Node 22.16 or later");
  });

  it("warns of other things that are experimental as before", () => {
    const later = `${script} process.emitWarning("later", "ExperimentalWarning");`;
    const args = ["--input-type=module", "-e", later, index];
    const { stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(stderr).to.contain("ExperimentalWarning: later");
  });
});
