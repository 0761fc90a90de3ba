import { assert } from "chai";
import { countdown, isClockSkewed, ledgerNow, relativeTime } from "../../src/states/countdown.js";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe("a countdown", () => {
  const rows: ReadonlyArray<readonly [rest: number, text: string]> = [
    [0, "expired"],
    [-5, "expired"],
    [1, "0:01 left"],
    [59_000, "0:59 left"],
    [minute + 5_000, "1:05 left"],
    [hour - 1, "60:00 left"],
    [hour, "1 h 00 min left"],
    [25 * minute + 5 * hour, "5 h 25 min left"],
    [day, "1 day left"],
    [3 * day + hour, "3 days left"],
  ];
  for (const [rest, text] of rows) {
    it(`is "${text}" ${rest} ms before`, () => {
      assert.strictEqual(countdown(1_000 + rest, 1_000, "en").text, text);
    });
  }

  it("says when its text changes", () => {
    for (const [rest, text] of rows.filter(([each]) => each > 0)) {
      const { nextChangeMs = 0 } = countdown(rest, 0, "en");
      assert.notStrictEqual(countdown(rest, nextChangeMs, "en").text, text);
    }
  });

  it("counts from ledger time", () => {
    const told = { ledgerTime: 100, receivedAt: 5_000, isStopped: false };
    assert.strictEqual(ledgerNow(told, 5_250), 350);
    assert.strictEqual(ledgerNow(told, 4_000), 100);
  });

  it("does not count while the clock is moved by hand", () => {
    assert.strictEqual(
      ledgerNow({ ledgerTime: 100, receivedAt: 5_000, isStopped: true }, 9_000),
      100,
    );
  });

  it("knows a clock that is wrong", () => {
    assert.isFalse(isClockSkewed(0, 30_000));
    assert.isTrue(isClockSkewed(30_001, 0));
  });
});

describe("a time in words", () => {
  it("is relative for less than seven days", () => {
    const now = 10 * day;
    const words = [0, 59_000, minute, 2 * hour, day, 6 * day, 7 * day].map((past) =>
      relativeTime(now - past, now, "en"),
    );
    assert.deepEqual(words, [
      "now",
      "now",
      "1 minute ago",
      "2 hours ago",
      "yesterday",
      "6 days ago",
      undefined,
    ]);
    assert.strictEqual(relativeTime(now + 2 * day, now, "en"), "in 2 days");
  });
});
