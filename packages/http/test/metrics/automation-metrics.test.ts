import type { SchedulerStatus } from "@tallystick/node";
import { expect } from "chai";
import { createMetrics } from "../../src/index.js";

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
      failed: 3,
      errors: { CONTRACT_NOT_FOUND: 2, PLANNING: 1 },
      lastError: "secret of alice",
      lastRunAt: 5,
      nextRunInMs: 40,
      lacking: [],
    },
    network: {
      runs: 1,
      submitted: 1,
      failed: 0,
      errors: {},
      lastError: undefined,
      lastRunAt: undefined,
      nextRunInMs: undefined,
      lacking: [],
    },
  },
};

const linesOf = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .filter(
      (line) => line.startsWith("tallystick_automation") || line.startsWith("tallystick_wal"),
    );

describe("the figures of automations", () => {
  it("are those of the scheduler at the moment they are read, by automation and code", async () => {
    const metrics = await createMetrics();
    let now = status;
    metrics.automations.opened(() => now);
    expect(linesOf(await metrics.text())).to.deep.equal([
      'tallystick_automation_runs_total{automation="sweep"} 9',
      'tallystick_automation_runs_total{automation="network"} 1',
      'tallystick_automation_commands_total{automation="sweep"} 4',
      'tallystick_automation_commands_total{automation="network"} 1',
      'tallystick_automation_errors_total{automation="sweep",code="CONTRACT_NOT_FOUND"} 2',
      'tallystick_automation_errors_total{automation="sweep",code="PLANNING"} 1',
      "tallystick_automation_lag_seconds 1.5",
      "tallystick_automation_paused 0",
      "tallystick_wallets 3",
      "tallystick_wallet_waiting 2",
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

  it("are not there without a wallet", async () => {
    const metrics = await createMetrics();
    const counted = linesOf(await metrics.text()).filter((line) => line.includes("{"));
    expect(counted).to.deep.equal([]);
  });
});
