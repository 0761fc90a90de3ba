import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { Ledger, LedgerNotice } from "../../src/index.js";
import { steadyClock } from "../../src/ledger/steady-clock.js";
import { allocate, commit, openTest, pingBy, transactionsFor } from "../test-ledger.js";

const second = 1_000_000;
const hour = 3_600 * second;
const year = 365 * 24 * hour;
const start = 1_767_225_600 * second;

/** A machine whose system clock jumps as the test says, while time passes by a second a reading. */
const machine = () => {
  let [ahead, passed] = [0, 0];
  const sources = {
    wall: () => start + ahead + passed,
    elapsed: () => {
      passed += second;
      return passed;
    },
    uptime: () => passed,
  };
  return {
    sources,
    jump: (micros: number): void => {
      ahead += micros;
    },
  };
};

/** Of all transactions of a party, in order; microseconds. */
const recordTimes = async (ledger: Ledger, party: string): Promise<ReadonlyArray<number>> =>
  (await transactionsFor(ledger, party)).map(({ recordTime }) => Date.parse(recordTime) * 1_000);

describe("A ledger whose system clock jumps", () => {
  let data: string;
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), "clock-jump-"));
  });
  afterEach(() => rmSync(data, { recursive: true, force: true }));

  for (const [what, by] of [
    ["three years ahead", 3 * year],
    ["three years back", -3 * year],
  ] as const) {
    it(`${what} commits on with times that pass, and after a restart too`, async () => {
      const { sources, jump } = machine();
      const notices: Array<LedgerNotice> = [];
      const open = () =>
        openTest({
          data,
          clock: steadyClock(sources, hour, (message) => notices.push({ kind: "clock", message })),
        });
      const first = await open();
      const alice = await allocate(first, "alice");
      await commit(first, pingBy(alice, "before"));
      jump(by);
      for (let n = 0; n < 5; n++) await commit(first, pingBy(alice, `after ${n}`));
      expect(notices).to.have.length(1);
      const times = await recordTimes(first, alice);
      for (const [at, time] of times.entries())
        if (at > 0) expect(time - (times[at - 1] ?? 0)).to.be.within(1, 60 * second);
      await first.close();

      // the clock was right when the journal was begun, and is set right before the restart
      jump(-by);
      const restarted = await open();
      await commit(restarted, pingBy(alice, "restarted"));
      const all = await recordTimes(restarted, alice);
      expect((all.at(-1) ?? 0) - (times.at(-1) ?? 0)).to.be.within(1, 60 * second);
      expect(notices).to.have.length(1);
      await restarted.close();
    });
  }

  it("back while it was stopped continues from the last event instead of resting there", async () => {
    const { sources, jump } = machine();
    const notices: Array<string> = [];
    const open = () =>
      openTest({
        data,
        clock: steadyClock(sources, hour, (message) => notices.push(message)),
      });
    jump(3 * year);
    const first = await open();
    const alice = await allocate(first, "alice");
    await commit(first, pingBy(alice, "in the future"));
    await first.close();
    jump(-3 * year);
    const restarted = await open();
    for (let n = 0; n < 4; n++) await commit(restarted, pingBy(alice, `again ${n}`));
    const times = await recordTimes(restarted, alice);
    expect(new Set(times).size).to.equal(times.length);
    for (const [at, time] of times.entries())
      if (at > 0) expect(time - (times[at - 1] ?? 0)).to.be.within(1, 60 * second);
    expect(notices).to.have.length(1);
    expect(notices[0]).to.include("behind the last event");
    await restarted.close();
  });
});
