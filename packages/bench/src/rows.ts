import { availableParallelism } from "node:os";
import { browserPath, hasBrowser } from "./browser-path.js";
import type { ContenderId } from "./contenders.js";
import type { Row, Unit } from "./row.js";
import { growth } from "./sizes.js";

type Sides = readonly [subject: ContenderId, ceiling?: ContenderId];

const row = (
  id: string,
  unit: Unit,
  inFlight: number,
  [subject, ceiling]: Sides,
  [atLeast, aim]: readonly [atLeast?: number, aim?: number] = [],
  more: Pick<Row, "rowsOf" | "maxRuns" | "coldRuns" | "isLong" | "contracts"> = {},
): Row => ({
  id,
  unit,
  inFlight,
  subject,
  ...(ceiling !== undefined && { ceiling }),
  ...(atLeast !== undefined && { atLeast }),
  ...(aim !== undefined && { aim }),
  ...more,
});

/** For one run, which is like every other. */
const once = { maxRuns: 1, coldRuns: true };

const submitted = "ledger-submit";
const group = "bare-group-commit";
const emmettSqlite: Sides = [submitted, "emmett-sqlite"];
const emmettMemory: Sides = ["ledger-submit-memory", "emmett-memory"];
const sent: Sides = ["stream-load-ledger", "stream-load-ws"];
const singles: Sides = ["esdb-ledger", "esdb-client-single"];
const holdings: Sides = ["coin-holdings-many", "coin-holdings-few"];

/** Rows that need the genuine packages, in the folder that TALLYSTICK_DARS names. */
const genuineRows: ReadonlyArray<Row> = [
  row("daml-coin", "µs/command", 32, ["coin-by-daml"], [500]),
  row("daml-coin-typescript", "µs/command", 32, ["coin-by-daml", "coin-memory"]),
  row("daml-load", "ms", 1, ["daml-load"], [2000], { coldRuns: true, maxRuns: 3 }),
  row("daml-start", "ms", 1, ["daml-start"], [250, 150], { coldRuns: true, maxRuns: 5 }),
  row("daml-first-use", "ms", 1, ["daml-first-use"], [100, 50], { coldRuns: true, maxRuns: 5 }),
];

const browserRows: ReadonlyArray<Row> = [
  row("ui-event", "ms", 1, ["ui-event"], [300], { maxRuns: 3 }),
  row("ui-lcp", "ms", 1, ["ui-first-load"], [2_000], { maxRuns: 3, coldRuns: true }),
  row("ui-scroll", "ms", 1, ["ui-scroll"], [50], { maxRuns: 3 }),
  row("ui-route", "ms", 1, ["ui-route"], [100]),
];

const growthRows = Object.entries(growth.sizes).map(([name, contracts]) => {
  const isLong = contracts >= growth.long;
  const more = { maxRuns: 3, contracts, isLong };
  return row(`growth-${name}`, "µs/command", 64, ["growing-ledger"], [], more);
});

/** As many processors as this machine has; only Linux can take some away from a process. */
const processorRows = (
  [
    [1, "on-1-processor"],
    [2, "on-2-processors"],
    [4, "on-4-processors"],
    [8, "on-8-processors"],
  ] as const
).flatMap(([count, contender]) =>
  process.platform !== "linux" || count > availableParallelism()
    ? []
    : [row(`processors-${count}`, "µs/command", 256, [contender], [], { contracts: 100_000 })],
);

/** Rows that cannot be measured here, with the reason; a name that ends in `*` is for several. */
export const skippedRows: ReadonlyArray<readonly [names: string, reason: string]> = hasBrowser()
  ? []
  : [["ui-*", `there is no browser at ${browserPath}; TALLYSTICK_CHROMIUM names one`]];

/** Every row, in the order in which they are measured and shown; the README explains each. */
export const allRows: ReadonlyArray<Row> = [
  row("durable-256", "commands/s", 256, [submitted, group], [0.5, 0.65]),
  row("durable-256-views", "commands/s", 256, ["ledger-submit-views", group], [0.5, 0.6]),
  row("durable-1", "commands/s", 1, [submitted, "bare-single-append"], [0.6, 0.75]),
  row("latency-32", "x", 32, ["ledger-latency"], [4, 2.5]),
  row("bytes-ping", "bytes", 1, ["capture-pings"], [800, 600], once),
  row("bytes-one-step", "bytes", 1, ["capture-one-step"], [3500, 2500], once),
  row("emmett-sqlite-1", "commands/s", 1, emmettSqlite),
  row("emmett-sqlite-32", "commands/s", 32, emmettSqlite, [15, 25]),
  row("emmett-sqlite-256", "commands/s", 256, emmettSqlite, [15, 25]),
  row("emmett-memory-1", "commands/s", 1, emmettMemory),
  row("emmett-memory-32", "commands/s", 32, emmettMemory, [0.2, 0.35]),
  row("emmett-memory-256", "commands/s", 256, emmettMemory, [0.2, 0.35]),
  row("signed-1", "commands/s", 1, ["ledger-signed", submitted], [0.4]),
  row("signed-32", "commands/s", 32, ["ledger-signed", submitted]),
  row("daml-iou", "transfers/s", 32, ["iou-by-daml", "iou-by-typescript"], [0.3]),
  ...(process.env["TALLYSTICK_DARS"] === undefined ? [] : genuineRows),
  row("coin-one-step", "transfers/s", 256, ["coin-one-step", submitted]),
  row("coin-one-step-bytes", "transfers/s", 256, ["coin-one-step", group], [0.3, 0.45], {
    rowsOf: "capture-one-step",
  }),
  row("coin-two-step", "transfers/s", 256, ["coin-two-step", submitted]),
  row("coin-merge", "transfers/s", 256, ["coin-merge", submitted]),
  row("coin-holdings", "µs/command", 10, holdings, [1.3]),
  row("wallet-day", "ms", 16, ["wallet-day"], [120_000], once),
  row("wallet-balance", "requests/s", 1, ["wallet-balance", "bare-balance"], [0.3]),
  row("wallet-coins", "requests/s", 1, ["wallet-coin-list", "bare-coin-list"], [0.3]),
  row("wallet-offers-64", "transfers/s", 64, ["wallet-offers", "bare-offers"]),
  row("wallet-one-step-64", "transfers/s", 64, ["wallet-one-step", "bare-one-step"]),
  ...(hasBrowser() ? browserRows : []),
  row("wallet-view-lag", "ms", 256, ["wallet-view-lag"], [50]),
  row("grpc-submit-64", "requests/s", 64, ["grpc-load-ledger", "http-load-ledger"], [0.9]),
  row("grpc-bare-64", "requests/s", 64, ["grpc-load-bare", "http-load-koa"]),
  row("http-submit-64", "requests/s", 64, ["http-load-ledger", "http-load-koa"], [0.45, 0.6]),
  ...growthRows,
  ...processorRows,
  row("day-mixed-25", "ms", 64, ["day-mixed-25"], [], { coldRuns: true }),
  row("day-mixed-50", "ms", 64, ["day-mixed-50"], [], { coldRuns: true }),
  row("day-mixed-75", "ms", 64, ["day-mixed-75"], [25], { coldRuns: true }),
  row("day-mixed-90", "ms", 64, ["day-mixed-90"], [], { coldRuns: true }),
  row("livez-pages", "ms", 64, ["livez-pages"], [1_000, 300], { maxRuns: 3 }),
  row("livez-sockets", "ms", 200, ["livez-sockets"], [1_000, 300], { maxRuns: 3 }),
  row("livez-bodies", "ms", 40, ["livez-bodies"], [1_000, 300], { maxRuns: 3 }),
  row("livez-programs", "ms", 4, ["livez-programs"], [1_000, 300], { maxRuns: 3 }),
  row("livez-dar", "ms", 1, ["livez-dar"], [1_000, 300], once),
  row("stream-updates-1", "events/s", 1, sent, [0.4, 0.6]),
  row("stream-updates-100", "events/s", 100, sent, [0.3, 0.8]),
  row("query-store", "commands/s", 1, ["query-store"], [5_000], { maxRuns: 3 }),
  row("esdb-nodes-2", "commands/s", 256, ["esdb-nodes-2", "esdb-nodes-1"], [1]),
  row("esdb-nodes-4", "commands/s", 256, ["esdb-nodes-4", "esdb-nodes-1"], [1]),
  row("esdb-1", "commands/s", 1, singles),
  row("esdb-32", "commands/s", 32, singles),
  row("esdb-256", "commands/s", 256, singles),
  row("esdb-256-batched", "commands/s", 256, ["esdb-ledger", "esdb-client-batched"], [0.6]),
  row("esdb-follow", "events/s", 1, ["esdb-store-follow", "esdb-client-follow"], [0.8]),
  row("memory", "bytes", 256, ["ledger-growth"], [400, 250], once),
  row("start-snapshot", "ms", 1, ["start-with-snapshot"], [500, 300], { coldRuns: true }),
  row("start-no-snapshot", "ms", 1, ["start-without-snapshot"], [5000, 3000], {
    maxRuns: 3,
    coldRuns: true,
  }),
  row("bytes-views", "bytes", 1, ["views-size"], [500_000_000, 300_000_000], once),
  row("replay", "events/s", 1, ["ledger-replay", "bare-replay"], [0.6, 1]),
  row("audit-chain", "events/s", 1, ["audit-chain", "bare-hash"], [0.5]),
  row("audit-rules", "events/s", 1, ["audit-rules"], [50_000]),
  row("audit-prove", "proofs/s", 1, ["proofs-made"], [100]),
  row("audit-check-proof", "proofs/s", 1, ["proofs-checked"], [1000]),
  row("audit-signing", "commands/s", 256, ["ledger-signing", submitted], [0.97]),
  row("audit-state", "contracts/s", 1, ["past-state", "ledger-acs-objects"], [0.3]),
  row("acs-page", "contracts/s", 1, ["ledger-acs-page", "bare-acs-page"], [0.5, 0.7]),
  row("acs-page-views", "contracts/s", 1, ["pages-with-views", "pages-without-views"], [0.65, 0.8]),
  row("read-threads-0", "contracts/s", 16, ["read-threads-0"]),
  row("read-threads-1", "contracts/s", 16, ["read-threads-1"]),
  row("read-threads-2", "contracts/s", 16, ["read-threads-2"]),
  row("read-threads-4", "contracts/s", 16, ["read-threads-4"]),
  row("read-threads-8", "contracts/s", 16, ["read-threads-8"]),
  row(
    "submit-large",
    "µs/command",
    256,
    ["ledger-churn-large", "ledger-churn-small"],
    [1.15, 1.05],
  ),
];
