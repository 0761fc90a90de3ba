import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";

const program = fileURLToPath(new URL("../fixtures/ambient-uses.js", import.meta.url));

describe("A simulated history", () => {
  it("reads no clock, sets no timer and draws no number of the system", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [program]);
    const found: unknown = JSON.parse(stdout);
    expect(found).to.deep.equal({ histories: 31, wrong: [], used: [] });
  });
});
