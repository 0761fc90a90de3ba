import type { AutomationStatus, SchedulerStatus } from "@tallystick/node";
import type prom from "prom-client";

type PromClient = typeof prom;
type Registry = InstanceType<PromClient["Registry"]>;

export interface AutomationMetrics {
  /** Called when the automations have started; from then on each scrape reads their metrics. */
  opened(status: () => SchedulerStatus): void;
}

type Counts = ReadonlyArray<readonly [labels: Readonly<Record<string, string>>, value: number]>;

interface CounterRow {
  readonly name: string;
  readonly help: string;
  readonly labels: ReadonlyArray<string>;
  readonly counts: (automation: string, status: AutomationStatus) => Counts;
}

const counters: ReadonlyArray<CounterRow> = [
  {
    name: "tallystick_automation_runs_total",
    help: "Checks of a wallet by its automations",
    labels: ["automation"],
    counts: (automation, { runs }) => [[{ automation }, runs]],
  },
  {
    name: "tallystick_automation_commands_total",
    help: "Commands of automations that have taken effect",
    labels: ["automation"],
    counts: (automation, { submitted }) => [[{ automation }, submitted]],
  },
  {
    name: "tallystick_automation_errors_total",
    help: "Failures of automations, by error code",
    labels: ["automation", "code"],
    counts: (automation, { errors }) =>
      Object.entries(errors).map(([code, count]) => [{ automation, code }, count]),
  },
];

interface GaugeRow {
  readonly name: string;
  readonly help: string;
  readonly read: (status: SchedulerStatus) => number;
}

const gauges: ReadonlyArray<GaugeRow> = [
  {
    name: "tallystick_automation_lag_seconds",
    help: "Longest time that a wallet has waited for its automations",
    read: ({ lagMs }) => lagMs / 1_000,
  },
  {
    name: "tallystick_automation_paused",
    help: "1 while automations are paused",
    read: ({ paused }) => (paused ? 1 : 0),
  },
  { name: "tallystick_wallets", help: "Parties with a wallet", read: ({ parties }) => parties },
  {
    name: "tallystick_wallet_waiting",
    help: "Wallet tasks that wait or run",
    read: ({ waiting }) => waiting,
  },
];

/**
 * Metrics of the automations, by name and error code, both from fixed sets. None without a wallet.
 */
export const automationMetrics = (
  { Counter, Gauge }: PromClient,
  registry: Registry,
): AutomationMetrics => {
  const registers = [registry];
  let open: (() => SchedulerStatus) | undefined;
  for (const { name, help, labels, counts } of counters) {
    new Counter({
      registers,
      name,
      help,
      labelNames: [...labels],
      collect() {
        this.reset();
        for (const [automation, status] of Object.entries(open?.().automations ?? {}))
          for (const [labelled, value] of counts(automation, status)) this.inc(labelled, value);
      },
    });
  }
  for (const { name, help, read } of gauges) {
    new Gauge({
      registers,
      name,
      help,
      collect() {
        if (open !== undefined) this.set(read(open()));
      },
    });
  }
  return {
    opened: (status) => {
      open = status;
    },
  };
};
