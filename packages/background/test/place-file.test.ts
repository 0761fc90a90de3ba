import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { placeFile } from "../src/place-file.js";

describe("A file that is placed", () => {
  it("has its name once it is complete, in place of another", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tallystick-place-"));
    const path = join(folder, "file");
    writeFileSync(path, "before");
    await placeFile(path, async (draft) => {
      await writeFile(draft, "half");
      expect(readFileSync(path, "utf8")).to.equal("before");
      await writeFile(draft, "whole");
    });
    expect(readFileSync(path, "utf8")).to.equal("whole");
    expect(readdirSync(folder)).to.deep.equal(["file"]);
  });

  it("leaves the file before it, and no draft, when it cannot be written", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tallystick-place-"));
    const path = join(folder, "file");
    writeFileSync(path, "before");
    const failed = placeFile(path, async (draft) => {
      await writeFile(draft, "half");
      throw new Error("the disk is full");
    });
    expect(await failed.catch(String)).to.equal("Error: the disk is full");
    expect(readFileSync(path, "utf8")).to.equal("before");
    expect(readdirSync(folder)).to.deep.equal(["file"]);
  });
});
