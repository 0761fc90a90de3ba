import type { Row, Side } from "./row.js";

/** A row that says how large something is. */
const sizeRow = (
  id: string,
  title: string,
  subject: Side,
  limits: Pick<Row, "atLeast" | "aim" | "needsDataSet">,
): Row => ({
  id,
  title,
  unit: "bytes",
  inFlight: 1,
  subject,
  better: "lower",
  maxRuns: 1,
  coldRuns: true,
  ...limits,
});

/** What events weigh in the journal. */
export const sizeRows: ReadonlyArray<Row> = [
  sizeRow(
    "bytes-ping",
    "Data of the event of a Ping in the journal",
    { contender: "capture-pings", label: "ledger" },
    { atLeast: 800, aim: 600 },
  ),
  sizeRow(
    "bytes-one-step",
    "Data of the event of a transfer in one step in the journal",
    { contender: "capture-one-step", label: "ledger" },
    { atLeast: 3500, aim: 2500 },
  ),
];

/** What is measured on the data set of a million commands. */
export const dataSetRows: ReadonlyArray<Row> = [
  {
    id: "memory",
    title: "Memory per active contract, heap after collection (grows the data set)",
    unit: "bytes",
    inFlight: 256,
    subject: { contender: "ledger-growth", label: "ledger, change ids included" },
    better: "lower",
    atLeast: 400,
    aim: 250,
    needsDataSet: true,
    maxRuns: 1,
    coldRuns: true,
  },
  {
    id: "start-snapshot",
    title: "Start with the data set and a snapshot: process start to ready",
    unit: "ms",
    inFlight: 1,
    subject: { contender: "start-with-snapshot", label: "ledger with a snapshot" },
    better: "lower",
    atLeast: 500,
    aim: 300,
    needsDataSet: true,
    coldRuns: true,
  },
  {
    id: "start-no-snapshot",
    title: "Start with the data set without a snapshot",
    unit: "ms",
    inFlight: 1,
    subject: { contender: "start-without-snapshot", label: "ledger, replaying everything" },
    better: "lower",
    atLeast: 5000,
    aim: 3000,
    needsDataSet: true,
    maxRuns: 3,
    coldRuns: true,
  },
  sizeRow(
    "bytes-views",
    "Files of the views for a million Pings",
    { contender: "views-size", label: "ledger" },
    { atLeast: 500_000_000, aim: 300_000_000, needsDataSet: true },
  ),
  {
    id: "replay",
    title: "Replay of the data set into state",
    unit: "events/s",
    inFlight: 1,
    subject: { contender: "ledger-replay", label: "verify, decode, evolve" },
    ceiling: { contender: "bare-replay", label: "the same rows, JSON.parse only" },
    better: "higher",
    atLeast: 0.6,
    aim: 1,
    needsDataSet: true,
  },
  {
    id: "acs-page",
    title: "Pages of active contracts out of the data set's, 2000 each, as JSON text",
    unit: "contracts/s",
    inFlight: 1,
    subject: { contender: "ledger-acs-page", label: "ledger, page after page" },
    ceiling: {
      contender: "bare-acs-page",
      label: "the same rows by the same SQL, encoded as JSON",
    },
    better: "higher",
    atLeast: 0.5,
    aim: 0.7,
    needsDataSet: true,
  },
  {
    id: "submit-large",
    title: "Cost of a submission with all contracts of the data set active, against 1,000",
    unit: "µs/command",
    inFlight: 256,
    subject: { contender: "ledger-churn-large", label: "the data set's contracts active" },
    ceiling: { contender: "ledger-churn-small", label: "1,000 active" },
    better: "lower",
    atLeast: 1.15,
    aim: 1.05,
    needsDataSet: true,
  },
];
