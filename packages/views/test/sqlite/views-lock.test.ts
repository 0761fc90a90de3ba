import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { lockViews } from "../../src/sqlite/views-lock.js";

describe("The lock of a views file", () => {
  it("is held by one at a time, and by anyone for views in memory", () => {
    const folder = mkdtempSync(join(tmpdir(), "tallystick-views-lock-"));
    const file = join(folder, "views.db");
    const first = lockViews(file);
    expect(first).not.to.equal(undefined);
    expect(lockViews(file)).to.equal(undefined);
    first?.release();
    const second = lockViews(file);
    expect(second).not.to.equal(undefined);
    second?.release();
    expect([lockViews(":memory:"), lockViews(":memory:")]).not.to.include(undefined);
    rmSync(folder, { recursive: true });
  });

  it("throws when its file cannot be made", () => {
    expect(() => lockViews("/no/such/folder/views.db")).to.throw(/directory/);
  });
});
