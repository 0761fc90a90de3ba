import type { Row, Side } from "./row.js";
import { dataSetRows, sizeRows } from "./data-set-rows.js";
import { signedRows } from "./signed-rows.js";
import { walletRows } from "./wallet-rows.js";

const ledger: Side = { contender: "ledger-submit", label: "ledger, SQLite" };

const emmettSqlite: Side = {
  contender: "emmett-sqlite",
  label: "emmett 0.42 on SQLite, one connection, one command at a time",
};

const emmettMemory: Side = { contender: "emmett-memory", label: "emmett 0.42 in memory" };

const ledgerInMemory: Side = {
  contender: "ledger-submit-memory",
  label: "ledger in memory, views caught up",
};

const durableRows: ReadonlyArray<Row> = [
  {
    id: "durable-256",
    title: "Durable composite commands in process, 256 in flight",
    unit: "commands/s",
    inFlight: 256,
    subject: ledger,
    ceiling: { contender: "bare-group-commit", label: "bare better-sqlite3 group commit" },
    better: "higher",
    atLeast: 0.5,
    aim: 0.65,
  },
  {
    id: "durable-256-views",
    title: "The same, and every view caught up",
    unit: "commands/s",
    inFlight: 256,
    subject: { contender: "ledger-submit-views", label: "ledger and its views" },
    ceiling: { contender: "bare-group-commit", label: "bare better-sqlite3 group commit" },
    better: "higher",
    atLeast: 0.5,
    aim: 0.6,
  },
  {
    id: "durable-1",
    title: "Durable composite commands in process, 1 in flight",
    unit: "commands/s",
    inFlight: 1,
    subject: ledger,
    ceiling: { contender: "bare-single-append", label: "bare single durable append" },
    better: "higher",
    atLeast: 0.6,
    aim: 0.75,
  },
  {
    id: "latency-32",
    title: "Latency at 32 in flight: p99 over p50",
    unit: "x",
    inFlight: 32,
    subject: { contender: "ledger-latency", label: "ledger, p99/p50" },
    better: "lower",
    atLeast: 4,
    aim: 2.5,
  },
];

const emmettRow = (
  id: string,
  inFlight: number,
  sides: { readonly subject: Side; readonly ceiling: Side },
  limits: Pick<Row, "atLeast" | "aim">,
): Row => ({
  id: `${id}-${inFlight}`,
  title: `Commands in process against ${sides.ceiling.label}, ${inFlight} in flight`,
  unit: "commands/s",
  inFlight,
  ...sides,
  better: "higher",
  needsPeers: true,
  ...limits,
});

const onSqlite = { subject: ledger, ceiling: emmettSqlite };
const inMemory = { subject: ledgerInMemory, ceiling: emmettMemory };

const peerRows: ReadonlyArray<Row> = [
  emmettRow("emmett-sqlite", 1, onSqlite, {}),
  emmettRow("emmett-sqlite", 32, onSqlite, { atLeast: 15, aim: 25 }),
  emmettRow("emmett-sqlite", 256, onSqlite, { atLeast: 15, aim: 25 }),
  emmettRow("emmett-memory", 1, inMemory, {}),
  emmettRow("emmett-memory", 32, inMemory, { atLeast: 0.2, aim: 0.35 }),
  emmettRow("emmett-memory", 256, inMemory, { atLeast: 0.2, aim: 0.35 }),
];

const pings: Side = { contender: "ledger-submit", label: "ledger, Pings" };

const coinRow = (
  id: string,
  what: string,
  subject: Side,
  limits: Pick<Row, "atLeast" | "aim">,
): Row => ({
  id,
  title: `${what} in process, 256 in flight, against Pings`,
  unit: "transfers/s",
  inFlight: 256,
  subject,
  ceiling: pings,
  better: "higher",
  ...limits,
});

const oneStep: Side = { contender: "coin-one-step", label: "one step" };

const coinRows: ReadonlyArray<Row> = [
  coinRow("coin-one-step", "Transfers in one step over a preapproval", oneStep, {}),
  {
    id: "coin-one-step-bytes",
    title: "The same against the bare store appending the bytes of that transfer",
    unit: "transfers/s",
    inFlight: 256,
    subject: oneStep,
    ceiling: { contender: "bare-group-commit", label: "bare better-sqlite3 group commit" },
    rowsOf: "capture-one-step",
    better: "higher",
    atLeast: 0.3,
    aim: 0.45,
  },
  coinRow(
    "coin-two-step",
    "Transfers in two steps, offered and accepted",
    { contender: "coin-two-step", label: "two steps" },
    {},
  ),
  coinRow(
    "coin-merge",
    "Merges of 100 coins into one",
    { contender: "coin-merge", label: "merge of 100" },
    {},
  ),
  {
    id: "coin-holdings",
    title: "Cost of a transfer by a party with 10,000 coins, against one with 10",
    unit: "µs/command",
    inFlight: 10,
    subject: { contender: "coin-holdings-many", label: "10,000 coins" },
    ceiling: { contender: "coin-holdings-few", label: "10 coins" },
    better: "lower",
    atLeast: 1.3,
  },
];

const httpRows: ReadonlyArray<Row> = [
  {
    id: "http-submit-64",
    title: "POST /v2/commands/async/submit with a valid token, 64 connections",
    unit: "requests/s",
    inFlight: 64,
    subject: { contender: "http-load-ledger", label: "ledger over HTTP, SQLite" },
    ceiling: { contender: "http-load-koa", label: "bare Koa reading the same body" },
    better: "higher",
    atLeast: 0.45,
    aim: 0.6,
  },
];

const streamRow = (readers: number, limits: Pick<Row, "atLeast" | "aim">): Row => ({
  id: `stream-updates-${readers}`,
  title: `Updates delivered over ${readers === 1 ? "one websocket" : `${readers} websockets at once`}`,
  unit: "events/s",
  inFlight: readers,
  subject: { contender: "stream-load-ledger", label: "ledger over a websocket, SQLite" },
  ceiling: { contender: "stream-load-ws", label: "bare ws sending the same bytes" },
  better: "higher",
  ...limits,
});

const streamRows: ReadonlyArray<Row> = [
  streamRow(1, { atLeast: 0.4, aim: 0.6 }),
  streamRow(100, { atLeast: 0.3, aim: 0.8 }),
];

const esdbLedger: Side = { contender: "esdb-ledger", label: "ledger on EventStoreDB's protocol" };

const esdbRow = (
  inFlight: number,
  ceiling: Side,
  id: string,
  limits: Pick<Row, "atLeast" | "aim">,
): Row => ({
  id,
  title: `Durable commands on a server of EventStoreDB's protocol, ${inFlight} in flight`,
  unit: "commands/s",
  inFlight,
  subject: esdbLedger,
  ceiling,
  better: "higher",
  ...limits,
});

const esdbSingle: Side = {
  contender: "esdb-client-single",
  label: "official client, each event by itself",
};

const nodesRow = (count: number, contender: "esdb-nodes-2" | "esdb-nodes-4"): Row => ({
  id: contender,
  title: `Durable commands of ${count} nodes on one journal together, 256 in flight in all`,
  unit: "commands/s",
  inFlight: 256,
  subject: { contender, label: `${count} nodes` },
  ceiling: { contender: "esdb-nodes-1", label: "one node" },
  better: "higher",
  atLeast: 1,
});

const esdbRows: ReadonlyArray<Row> = [
  nodesRow(2, "esdb-nodes-2"),
  nodesRow(4, "esdb-nodes-4"),
  esdbRow(1, esdbSingle, "esdb-1", {}),
  esdbRow(32, esdbSingle, "esdb-32", {}),
  esdbRow(256, esdbSingle, "esdb-256", {}),
  esdbRow(
    256,
    { contender: "esdb-client-batched", label: "official client, 256 events an append" },
    "esdb-256-batched",
    { atLeast: 0.6 },
  ),
  {
    id: "esdb-follow",
    title: "Events of a subscription on a server of EventStoreDB's protocol",
    unit: "events/s",
    inFlight: 1,
    rowsOf: "capture-pings",
    subject: { contender: "esdb-store-follow", label: "store, chain checked" },
    ceiling: { contender: "esdb-client-follow", label: "official client" },
    better: "higher",
    atLeast: 0.8,
  },
];

/** Every row, in the order in which they are measured and shown. */
export const allRows: ReadonlyArray<Row> = [
  ...durableRows,
  ...sizeRows,
  ...peerRows,
  ...signedRows,
  ...coinRows,
  ...walletRows,
  ...httpRows,
  ...streamRows,
  ...esdbRows,
  ...dataSetRows,
];
