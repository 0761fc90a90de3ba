import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { exitCodeOf, CommandError } from "../src/command-error.js";
import { compilerAdvice, withAddonAdvice } from "../src/missing-addon.js";

describe("SQLite that is not compiled", () => {
  for (const found of [
    "journal.db cannot be opened: Could not locate the bindings file. Tried:\n → /a\n → /b",
    "The module '/a.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 108.",
  ]) {
    it(`is one sentence that says what to install: ${found.slice(0, 30)}`, async () => {
      const lines: string[] = [];
      const code = await exitCodeOf(
        "tallystick",
        (line) => lines.push(line),
        () => Promise.reject(new CommandError(found)),
      );
      expect(code).to.equal(1);
      expect(lines).to.have.length(1);
      for (const system of ["Debian, Ubuntu", "Fedora", "Alpine", "macOS", "Windows"])
        expect(lines.join()).to.contain(`${system}: `);
      expect(lines.join()).to.not.contain("\n");
    });
  }

  it("leaves other messages as they are", () => {
    expect(withAddonAdvice("the disk is full")).to.equal("the disk is full");
  });

  it("is described as on the page on trouble", async () => {
    const page = new URL("../../../../docs/troubleshooting.md", import.meta.url);
    expect(await readFile(page, "utf8")).to.contain(compilerAdvice);
  });
});
