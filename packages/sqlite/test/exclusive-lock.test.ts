import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { exclusiveLock } from "../src/exclusive-lock.js";

describe("The lock of a file", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tallystick-lock-"));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it("is taken once until it is given back", () => {
    const file = join(folder, "a.lock");
    const release = exclusiveLock(file);
    expect(release).to.be.a("function");
    expect(exclusiveLock(file)).to.equal(undefined);
    release?.();
    exclusiveLock(file)?.();
    expect(exclusiveLock(file)).to.be.a("function");
  });

  it("throws what is wrong with the file", () => {
    expect(() => exclusiveLock(join(folder, "missing", "a.lock"))).to.throw(/unable to open/);
  });
});
