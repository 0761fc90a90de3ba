import { spawnSync } from "node:child_process";
import { expect } from "chai";

const main = new URL("../bundle/main.js", import.meta.url);

/** What the bundled program writes when the writing to its standard output throws. */
const stackOf = (program: string): string => {
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  return stderr;
};

describe("nameSourcesInStacks", () => {
  it("makes the bundled program print the TypeScript source and line of an error", () => {
    const stderr = stackOf(`
      import fs from "node:fs";
      import { syncBuiltinESMExports } from "node:module";
      process.argv = [process.execPath, "tallystick", "--version"];
      fs.writeSync = () => { throw new Error("a broken output"); };
      syncBuiltinESMExports();
      await import(${JSON.stringify(main.href)});
    `);
    expect(stderr).to.match(/Error: a broken output/);
    expect(stderr).to.match(/at .*packages\/cli\/src\/main\.ts:\d+:\d+/);
    expect(stderr).to.match(/at .*packages\/cli\/src\/run\.ts:\d+:\d+/);
    expect(stderr).not.to.match(/dist\/bundle/);
  });
});
