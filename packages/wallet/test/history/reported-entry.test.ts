import type { ExerciseNode, Json } from "@tallystick/core";
import { expect } from "chai";
import { historyOf } from "../../src/index.js";
import { alice, dso, WalletLedger } from "../wallet-ledger.js";

const coin = (amount: string): Json => ({ owner: alice, amount: { initialAmount: amount } });
const idOf = (name: string): string => `00${Buffer.from(name.padEnd(68, ".")).toString("hex")}`;
const payloads: ReadonlyMap<string, Json> = new Map([
  [idOf("in"), coin("10.0")],
  [idOf("out"), coin("7.5")],
  [idOf("locked"), { amulet: coin("2.5") }],
]);

/** A report of the coin's event log, as the only node of a transaction. */
const report = (owner: string | null, outputs: ReadonlyArray<string>): ExerciseNode => ({
  kind: "exercise",
  nodeId: 0,
  contractId: "00",
  templateId: "p:Splice.AmuletEventLog:AmuletEventLog",
  packageName: "splice-amulet",
  interfaceId: "q:Splice.Api.Token.TransferEventsV2:EventLog",
  choice: "EventLog_HoldingsChange",
  argument: {
    admin: dso,
    account: { owner, provider: null, id: "" },
    inputHoldingCids: [idOf("in")],
    transferLegSides: [],
    outputHoldingCids: outputs.map(idOf),
    observers: [],
    extraArgs: { context: { values: {} }, meta: { values: {} } },
  },
  actingParties: [dso],
  consuming: false,
  result: {},
  lastDescendantNodeId: 0,
  signatories: [dso],
  observers: [],
});

const [transaction] = new WalletLedger().bootstrap().transactions;
const items = (node: ExerciseNode) =>
  transaction === undefined
    ? []
    : historyOf({ ...transaction, nodes: [node] }, (id) => payloads.get(id)).map(
        ({ item }) => item,
      );

describe("what the coin's event log reports where nothing else explains it", () => {
  it("is a change of the owner's unlocked coins", () => {
    expect(items(report(alice, ["out", "locked"]))).to.deep.equal([
      {
        transaction_type: "balance_change",
        transaction_subtype: {
          template_id: "p:Splice.AmuletEventLog:AmuletEventLog",
          choice: "EventLog_HoldingsChange",
          interface_id: "q:Splice.Api.Token.TransferEventsV2:EventLog",
        },
        event_id: `#${transaction?.updateId ?? ""}:0`,
        date: "2026-01-01T00:00:00Z",
        receivers: [{ party: alice, amount: "-2.5000000000" }],
      },
    ]);
  });

  it("is no item where nothing changes, and of no account without an owner", () => {
    expect(items(report(alice, ["in"]))).to.deep.equal([]);
    expect(items(report(null, ["out"]))).to.deep.equal([]);
  });

  it("is no item of another package", () => {
    expect(items({ ...report(alice, ["out"]), packageName: "other-token" })).to.deep.equal([]);
  });
});
