import { manualClock } from "@tallystick/node";
import { expect } from "chai";
import { microsOfMoment, testClock } from "../../src/ledger/test-clock.js";
import { thrownBy } from "../thrown-by.js";

const begun = () => {
  const manual = manualClock(microsOfMoment("start", "2026-01-01T00:00:00Z"));
  return { clock: testClock(manual), ledgerClock: manual.now };
};

describe("the clock of a test", () => {
  it("moves by durations and to moments, and the ledger's with it", () => {
    const { clock, ledgerClock } = begun();
    expect(clock.in("1d")).to.equal("2026-01-02T00:00:00Z");
    expect(clock.now()).to.equal("2026-01-01T00:00:00Z");
    expect(clock.advance("1w 1d2h3m")).to.equal("2026-01-09T02:03:00Z");
    expect(clock.advance("4s5ms6us")).to.equal("2026-01-09T02:03:04.005006Z");
    expect(clock.set("2026-02-01T01:00:00+01:00")).to.equal("2026-02-01T00:00:00Z");
    expect(clock.set(new Date("2026-02-01T00:00:00Z"))).to.equal(clock.now());
    expect(ledgerClock()).to.equal(microsOfMoment("", clock.now()));
  });

  it("names what is no duration or moment, and moves for neither", async () => {
    const { clock } = begun();
    const wrong: ReadonlyArray<readonly [() => unknown, RegExp]> = [
      [
        () => clock.advance("1 day"),
        /^duration: expected a duration such as "1d" or "1h30m", found the text "1 day"$/,
      ],
      [() => clock.advance(Object(60)), /^duration: expected a duration .*, found an object$/],
      [() => clock.in(""), /^duration: expected a duration .*, found the text ""$/],
      [() => clock.advance("-1d"), /^duration: expected a duration .*, found the text "-1d"$/],
      [() => clock.advance("999999999d"), /^the clock cannot be moved past the year 2255$/],
      [
        () => clock.set("noon"),
        /^moment: expected a Date or ISO-8601 text .*, found the text "noon"$/,
      ],
      [() => clock.set(new Date(Number.NaN)), /found a Date without a time$/],
      [
        () => clock.set("2025-12-31T00:00:00Z"),
        /^the time of a ledger cannot go back: it is 2026-01-01T00:00:00Z, found 2025-12-31T00:00:00Z$/,
      ],
    ];
    for (const [call, says] of wrong) expect((await thrownBy(call)).message).to.match(says);
    expect(clock.now()).to.equal("2026-01-01T00:00:00Z");
  });
});
