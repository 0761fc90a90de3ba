import type { Unit } from "./instrument-values.js";
import { messages } from "./messages.js";

/** An instrument as it is shown: its name at the node, what it is called here, and its list. */
export interface Shown {
  readonly name: string;
  readonly unit: Unit;
  /** The page with the list that its number comes from. */
  readonly to: string;
  /** An instrument that says how long this one lasts. */
  readonly lasts?: string;
}

/** Instruments that belong together. */
export interface Group {
  readonly name: "ledger" | "store" | "machine" | "network";
  readonly title: string;
  readonly rows: ReadonlyArray<Shown>;
}

const ledger = "/console/ledger";
const health = "/console/health";
const refusals = "/console/submissions";
const automations = "/console/automations";

/** Those on top, larger than the others. */
export const mainRows: ReadonlyArray<Shown & { readonly other?: string }> = [
  { name: "commands", unit: "per-second", to: ledger },
  { name: "latency-median", unit: "duration", to: "/console/trace", other: "latency-tail" },
  { name: "rejections", unit: "per-second", to: refusals },
  { name: "failures", unit: "per-second", to: health },
];

/** The others, in cards. */
export const groups: ReadonlyArray<Group> = [
  {
    name: "ledger",
    title: messages.group.ledger,
    rows: [
      { name: "parts-ready", unit: "yes-or-no", to: health },
      { name: "ledger-end", unit: "count", to: ledger },
      { name: "waiting", unit: "count", to: ledger },
      { name: "view-lag", unit: "count", to: health },
      { name: "wallet-lag", unit: "count", to: health },
      { name: "followers-lag", unit: "duration", to: "/console" },
      { name: "websockets", unit: "count", to: "/console/users" },
    ],
  },
  {
    name: "store",
    title: messages.group.store,
    rows: [
      { name: "store-up", unit: "yes-or-no", to: health },
      { name: "append-tail", unit: "duration", to: health },
      { name: "turn-nodes", unit: "count", to: health },
      { name: "races-lost", unit: "per-second", to: health },
      { name: "journal-size", unit: "bytes", to: health },
      { name: "disk-free", unit: "bytes", to: health, lasts: "disk-lasts" },
      { name: "damage", unit: "count", to: health },
    ],
  },
  {
    name: "machine",
    title: messages.group.machine,
    rows: [
      { name: "processor", unit: "cores", to: health },
      { name: "loop-delay", unit: "duration", to: health },
      { name: "memory", unit: "bytes", to: health },
      { name: "heap", unit: "percent", to: health },
    ],
  },
  {
    name: "network",
    title: messages.group.network,
    rows: [
      { name: "operator-coins", unit: "coins", to: "/wallet/history", lasts: "coins-last" },
      { name: "traffic-left", unit: "bytes", to: "/console/traffic", lasts: "traffic-lasts" },
      { name: "wallets", unit: "count", to: "/console/users" },
      { name: "automations-paused", unit: "yes-or-no", to: automations },
      { name: "automation-lag", unit: "duration", to: automations },
      { name: "payers-lacking", unit: "count", to: automations },
      { name: "automation-errors", unit: "per-second", to: automations },
    ],
  },
];

/** Forecasts have no line of their own, and can want attention. */
const forecasts: ReadonlyArray<Shown> = [
  { name: "disk-lasts", unit: "span", to: health },
  { name: "coins-last", unit: "span", to: "/wallet/history" },
  { name: "traffic-lasts", unit: "span", to: "/console/traffic" },
  { name: "latency-tail", unit: "duration", to: "/console/trace" },
];

/** Every instrument that is shown. */
export const allRows: ReadonlyArray<Shown> = [
  ...mainRows,
  ...groups.flatMap(({ rows }) => rows),
  ...forecasts,
];
