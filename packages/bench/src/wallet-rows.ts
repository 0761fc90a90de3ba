import type { Row } from "./row.js";

/** The wallet with its automations. */
export const walletRows: ReadonlyArray<Row> = [
  {
    id: "wallet-day",
    title: "A day of 1,000 users in 150 ticks, all automations at work",
    unit: "ms",
    inFlight: 16,
    subject: { contender: "wallet-day", label: "wallet, its clock driven by hand" },
    better: "lower",
    atLeast: 120_000,
    maxRuns: 1,
    coldRuns: true,
  },
  {
    id: "wallet-offers-64",
    title: "Transfers by offers over HTTP, offered, accepted and paid, 64 pairs of users",
    unit: "transfers/s",
    inFlight: 64,
    subject: { contender: "wallet-offers", label: "wallet over HTTP, SQLite" },
    ceiling: { contender: "bare-offers", label: "bare Koa, the same requests" },
    better: "higher",
  },
  {
    id: "wallet-one-step-64",
    title: "Transfers in one step over HTTP, 64 pairs of users",
    unit: "transfers/s",
    inFlight: 64,
    subject: { contender: "wallet-one-step", label: "wallet over HTTP, SQLite" },
    ceiling: { contender: "bare-one-step", label: "bare Koa, the same requests" },
    better: "higher",
  },
  {
    id: "wallet-view-lag",
    title: "From a commit to the wallet's views, p99, 256 in flight",
    unit: "ms",
    inFlight: 256,
    subject: { contender: "wallet-view-lag", label: "wallet, automations at work" },
    better: "lower",
    atLeast: 50,
  },
];
