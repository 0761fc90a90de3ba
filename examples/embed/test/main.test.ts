import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";

const main = fileURLToPath(new URL("../src/main.js", import.meta.url));

describe("the embed example", () => {
  it("issues, pays, transfers and settles in memory", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [main]);
    expect(stdout).to.match(/^issued, paid, transferred and settled; the journal ends at \d+\n$/);
  });

  it("does the same in a data folder", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tallystick-embed-"));
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [main, join(folder, "data")]);
      expect(stdout).to.match(/^issued, paid/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
