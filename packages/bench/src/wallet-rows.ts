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
];
