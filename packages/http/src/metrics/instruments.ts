import type { Instrument } from "./instrument.js";
import { machine, storage } from "./resource-instruments.js";

const submissionSeconds = "tallystick_submission_duration_seconds";
const minute = 60;
const day = 86_400;

const work: ReadonlyArray<Instrument> = [
  {
    name: "commands",
    unit: "per-second",
    reads: { kind: "rate", metric: "tallystick_submissions_total" },
  },
  {
    name: "latency-median",
    unit: "seconds",
    reads: { kind: "quantile", metric: submissionSeconds, quantile: 0.5 },
  },
  {
    name: "latency-tail",
    unit: "seconds",
    reads: { kind: "quantile", metric: submissionSeconds, quantile: 0.99 },
    limits: {
      side: "above",
      watch: 1,
      act: 5,
      forSeconds: 2 * minute,
      alert: "LedgerSlowCommands",
      title: "Commands are slow",
      advice:
        "Look at the disk and the processor first: a slow append or a busy main thread delays every command. If both are idle, find the slow command with a [trace](troubleshooting.md).",
    },
  },
  {
    name: "rejections",
    unit: "per-second",
    reads: {
      kind: "rate",
      metric: "tallystick_submission_rejections_total",
      besides: "tallystick_submissions_total",
    },
  },
  {
    name: "failures",
    unit: "per-second",
    reads: {
      kind: "rate",
      metric: "tallystick_http_request_duration_seconds_count",
      only: { label: "status", matches: /^5/ },
    },
    limits: {
      side: "above",
      watch: 0,
      act: 1,
      forSeconds: 2 * minute,
      alert: "LedgerServerErrors",
      title: "Requests fail with a server error",
      advice:
        "The log has a line with the reason for each. Statuses 503 end by themselves when the part that is not ready recovers; a 500 is an error of the node: keep its log line and report it.",
    },
  },
  {
    name: "waiting",
    unit: "count",
    reads: { kind: "value", metric: "tallystick_waiting_commands" },
    limits: {
      side: "above",
      watch: 100,
      act: 200,
      forSeconds: 2 * minute,
      alert: "LedgerQueueFull",
      title: "Commands wait",
      advice:
        "Clients submit faster than the node commits. Beyond `ledger.maxWaitingSubmissions`, 256 by default, they get PARTICIPANT_BACKPRESSURE. Let them submit less at once, or look for a slow disk.",
    },
  },
  {
    name: "websockets",
    unit: "count",
    reads: { kind: "value", metric: "tallystick_websockets" },
  },
  {
    name: "ledger-end",
    unit: "count",
    reads: { kind: "value", metric: "tallystick_ledger_end_offset" },
  },
];

const lag: ReadonlyArray<Instrument> = [
  {
    name: "parts-ready",
    unit: "share",
    reads: { kind: "least", metric: "tallystick_ready" },
    limits: {
      side: "below",
      watch: 1,
      act: 1,
      forSeconds: 10 * minute,
      alert: "PartNotReady",
      title: "A part of the node is not ready",
      advice:
        "`/readyz` and the health page name the part and the reason. After a start, views and wallet catch up with the journal by themselves; the reason has their progress.",
    },
  },
  {
    name: "view-lag",
    unit: "events",
    reads: { kind: "value", metric: "tallystick_view_lag_events" },
    limits: {
      side: "above",
      watch: 1_000,
      act: 10_000,
      forSeconds: 5 * minute,
      alert: "LedgerViewsBehind",
      title: "The ledger views are behind",
      advice:
        "Reads wait for them, and commands do not. They catch up when the load falls. If they do not move, the log says `views-stalled`; restart the node, which rebuilds them if they are damaged.",
    },
  },
  {
    name: "wallet-lag",
    unit: "events",
    reads: { kind: "value", metric: "tallystick_wallet_view_lag_events" },
    limits: {
      side: "above",
      watch: 1_000,
      act: 10_000,
      forSeconds: 5 * minute,
      alert: "WalletViewsBehind",
      title: "The wallet views are behind",
      advice:
        "Wallets answer late or with 503 until they catch up. The progress is on the health page. If they do not move, restart the node.",
    },
  },
  {
    name: "followers-lag",
    unit: "seconds",
    reads: { kind: "most", metric: "tallystick_follower_lag_seconds" },
    limits: {
      side: "above",
      watch: minute,
      act: 5 * minute,
      forSeconds: minute,
      alert: "QueryStoreBehind",
      title: "A query store is behind",
      advice:
        "Its readers see the ledger as it was. The console says which, and by how many events. If it catches up, wait. If not, look whether its process and its Postgres run: its output names what it cannot reach. A store that is killed vanishes from the console after an hour; one that is stopped, at once.",
    },
  },
  {
    name: "automation-lag",
    unit: "seconds",
    reads: { kind: "value", metric: "tallystick_automation_lag_seconds" },
    limits: {
      side: "above",
      watch: 10,
      act: minute,
      forSeconds: 5 * minute,
      alert: "WalletAutomationLate",
      title: "Automations are late",
      advice:
        "Transfers and renewals happen later than they should. The page of automations shows which one fails again and again, and whether they are paused.",
    },
  },
  {
    name: "automations-paused",
    unit: "count",
    reads: { kind: "value", metric: "tallystick_automation_paused" },
    limits: {
      side: "above",
      watch: 0,
      act: 0,
      forSeconds: 60 * minute,
      alert: "WalletAutomationsPaused",
      title: "The automations are paused",
      advice:
        "Nothing is merged, collected, renewed, topped up or expired until they are resumed, on the page of automations.",
    },
  },
  {
    name: "automation-errors",
    unit: "per-second",
    reads: {
      kind: "rate",
      metric: "tallystick_automation_errors_total",
      besides: "tallystick_automation_runs_total",
    },
    limits: {
      side: "above",
      watch: 0,
      act: 0.2,
      forSeconds: 5 * minute,
      alert: "WalletAutomationFails",
      title: "Automations fail",
      advice:
        "The page of automations has the last error of each. Most often the operator or a wallet has too few coins.",
    },
  },
];

const money: ReadonlyArray<Instrument> = [
  {
    name: "wallets",
    unit: "count",
    reads: { kind: "value", metric: "tallystick_wallets" },
  },
  {
    name: "operator-coins",
    unit: "coins",
    reads: { kind: "value", metric: "tallystick_operator_coins" },
  },
  {
    name: "payers-lacking",
    unit: "count",
    reads: { kind: "value", metric: "tallystick_automation_lacking" },
    limits: {
      side: "above",
      watch: 0,
      act: 0,
      forSeconds: 10 * minute,
      alert: "WalletPayersLackCoins",
      title: "Somebody has too few coins",
      advice:
        "The page of automations names who lacks how much for what: preapprovals, traffic, subscriptions, set-ups of parties. Send coins to that party; for most things it is the operator.",
    },
  },
  {
    name: "coins-last",
    unit: "seconds",
    reads: { kind: "lasts", of: "operator-coins" },
    limits: {
      side: "below",
      watch: 7 * day,
      act: day,
      forSeconds: 10 * minute,
      alert: "OperatorSpendsFast",
      title: "The operator's coins run out",
      advice:
        "At the rate of the last day they are spent within a day. The operator's history shows for what; send coins to its party.",
    },
  },
  {
    name: "traffic-left",
    unit: "bytes",
    reads: { kind: "value", metric: "tallystick_traffic_left_bytes" },
  },
  {
    name: "traffic-lasts",
    unit: "seconds",
    reads: { kind: "lasts", of: "traffic-left" },
    limits: {
      side: "below",
      watch: day,
      act: day / 24,
      forSeconds: 10 * minute,
      alert: "TrafficRunsOut",
      title: "The extra traffic runs out",
      advice:
        "Switch the top-up on (`wallet.traffic.targetThroughput`), or buy traffic. Without it, the free rate of the network remains.",
    },
  },
];

/** Every instrument of the console: series, limits, alerts and documents follow from these rows. */
export const instruments: ReadonlyArray<Instrument> = [
  ...work,
  ...lag,
  ...storage,
  ...machine,
  ...money,
];
