import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { defaultLedgerConfig } from "../../../src/ledger/ledger-config.js";
import { openLedger } from "../../../src/index.js";
import { checkClockAhead } from "../../../src/open/journal/clock-ahead.js";
import { leftOf, openTest, optionsOf, tempFolder } from "../../test-ledger.js";

const day = 86_400_000_000;
const now = 1_767_225_600_000_000;
const system = Object.assign(() => now, { startFrom: () => undefined });

const isRefused = (behind: number, more: object = {}): boolean =>
  isLeft(checkClockAhead(now - behind, system, defaultLedgerConfig, more));

describe("A clock at a start", () => {
  it("may be ahead of the journal's last event by as much as the setting says", () => {
    expect(isRefused(90 * day)).to.equal(false);
    expect(isRefused(90 * day + 1)).to.equal(true);
    expect(isRefused(-90 * day)).to.equal(false);
    expect(isRefused(3_650 * day, { acceptClock: true })).to.equal(false);
  });

  it("is believed by a new journal, by one that follows, and where someone gives it", () => {
    const config = { ...defaultLedgerConfig, follow: true };
    const old = now - 3_650 * day;
    expect(isLeft(checkClockAhead(0, system, defaultLedgerConfig, {}))).to.equal(false);
    expect(isLeft(checkClockAhead(old, system, config, {}))).to.equal(false);
    expect(isLeft(checkClockAhead(old, () => now, defaultLedgerConfig, {}))).to.equal(false);
  });

  it("ends the start with both times and the way out, and changes nothing", async () => {
    const data = tempFolder();
    const first = await openTest({ data });
    const end = first.ledgerEnd();
    await first.close();
    const ahead = Object.assign(() => Date.now() * 1_000 + 3_650 * day, {
      startFrom: () => undefined,
    });
    const error = leftOf(await openLedger(optionsOf({ data, clock: ahead })));
    expect(error.kind).to.equal("config");
    expect(error.message).to.match(/this machine's clock is at 20.* days after/);
    expect(error.message).to.contain("--accept-clock");
    const accepted = await openTest({ data, clock: ahead, acceptClock: true });
    expect(accepted.ledgerEnd()).to.equal(end);
    await accepted.close();
  });
});
