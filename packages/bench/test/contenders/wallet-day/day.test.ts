import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testSeed } from "@tallystick/dev";
import { expect } from "chai";
import { dayErrors } from "../../../src/contenders/wallet-day/day-errors.js";
import { runDay } from "../../../src/contenders/wallet-day/day.js";
import { smallDay } from "../../../src/sizes.js";

describe("a day of the wallet in fast time", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "tallystick-day-"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const seed = testSeed();
  it(`adds up, with few holdings, no coupon left over and traffic at all times (seed ${seed})`, async () => {
    const report = await runDay(folder, { ...smallDay, seed });
    expect(dayErrors(report)).to.deep.equal([]);
    const { counts, book } = report;
    // a day on which nothing happens would show nothing
    expect(counts.taps).to.be.above(30);
    expect(counts.accepted).to.be.above(30);
    expect(book.coupons.minted).to.be.above(10);
    expect([book.burned > 0n, book.minted > 0n]).to.deep.equal([true, true]);
  });
});
