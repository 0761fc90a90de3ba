import { expect } from "chai";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mutate } from "../src/mutate.js";

describe("The mutation task", () => {
  /** @type {string} */
  let root;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "tallystick-mutate-test-"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  for (const args of [[], ["no-such-package"], ["../elsewhere"]]) {
    it(`tells how it is called when asked for [${args.join(" ")}]`, async () => {
      expect(await mutate(root, args)).to.equal(2);
    });
  }
});
