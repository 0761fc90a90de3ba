import type { SchedulerStatus } from "@tallystick/node";
import { expect } from "chai";
import { createMetrics, type Metrics } from "../../src/metrics/index.js";

const status: SchedulerStatus = {
  paused: false,
  parties: 3,
  waiting: 2,
  lagMs: 1_500,
  restingSweeps: [],
  automations: {
    sweep: {
      runs: 9,
      submitted: 4,
      movedUnits: 25_000_000_000n,
      failed: 3,
      errors: { CONTRACT_NOT_FOUND: 2, PLANNING: 1 },
      lastError: "secret of alice",
      lastFailedAt: 4_000_000,
      lastRunAt: 5_000_000,
      nextRunInMs: 40,
      lacking: [],
    },
    network: {
      runs: 1,
      submitted: 1,
      movedUnits: 0n,
      failed: 0,
      errors: {},
      lastError: undefined,
      lastFailedAt: undefined,
      lastRunAt: undefined,
      nextRunInMs: undefined,
      lacking: [],
    },
  },
};

const walletWith = (read: () => SchedulerStatus) => ({
  scheduler: { status: read },
  network: () => undefined,
  settings: Object({ operator: "validator::1" }),
  views: Object({ checkpoint: () => 7, extraTrafficUsed: () => 40 }),
  waitsFor: (): string | undefined => undefined,
  extraTrafficLeft: () => 60n,
});

const linesOf = (text: string): ReadonlyArray<string> =>
  text.split("\n").filter((line) => /^tallystick_(automation|wallet|operator|traffic)/.test(line));

describe("the figures of automations", () => {
  const made: Array<Metrics> = [];
  const freshMetrics = (): Metrics => {
    const metrics = createMetrics();
    made.push(metrics);
    return metrics;
  };
  afterEach(() => {
    for (const metrics of made.splice(0)) metrics.close();
  });

  it("are those of the scheduler at the moment they are read, by automation and code", async () => {
    const metrics = freshMetrics();
    let now = status;
    metrics.walletOpened(walletWith(() => now));
    expect(linesOf(await metrics.text())).to.deep.equal([
      'tallystick_automation_runs_total{automation="sweep"} 9',
      'tallystick_automation_runs_total{automation="network"} 1',
      'tallystick_automation_commands_total{automation="sweep"} 4',
      'tallystick_automation_commands_total{automation="network"} 1',
      'tallystick_automation_coins_moved_total{automation="sweep"} 2.5',
      'tallystick_automation_coins_moved_total{automation="network"} 0',
      'tallystick_automation_lacking{automation="sweep"} 0',
      'tallystick_automation_lacking{automation="network"} 0',
      'tallystick_automation_errors_total{automation="sweep",code="CONTRACT_NOT_FOUND"} 2',
      'tallystick_automation_errors_total{automation="sweep",code="PLANNING"} 1',
      'tallystick_automation_last_run_timestamp_seconds{automation="sweep"} 5',
      'tallystick_automation_next_run_seconds{automation="sweep"} 0.04',
      "tallystick_automation_lag_seconds 1.5",
      "tallystick_automation_paused 0",
      "tallystick_wallets 3",
      "tallystick_wallet_waiting 2",
      "tallystick_traffic_left_bytes 60",
      "tallystick_traffic_used_bytes_total 40",
    ]);
    now = { ...status, paused: true, parties: 4 };
    const later = await metrics.text();
    expect(linesOf(later)).to.include.members([
      'tallystick_automation_runs_total{automation="sweep"} 9',
      "tallystick_automation_paused 1",
      "tallystick_wallets 4",
    ]);
    expect(later).to.not.contain("secret");
  });

  it("are not there without a wallet, nor of one that throws as it closes", async () => {
    const metrics = freshMetrics();
    expect(linesOf(await metrics.text())).to.deep.equal([]);
    const closed = () => {
      throw new Error("closed");
    };
    metrics.walletOpened(walletWith(closed));
    expect(linesOf(await metrics.text())).to.deep.equal([
      "tallystick_traffic_left_bytes 60",
      "tallystick_traffic_used_bytes_total 40",
    ]);
  });

  it("leave out what a wallet that waits cannot say", async () => {
    const metrics = freshMetrics();
    metrics.walletOpened({ ...walletWith(() => status), waitsFor: () => "its views catch up" });
    expect(await metrics.text()).to.not.match(/^tallystick_(operator|traffic)/m);
  });
});
