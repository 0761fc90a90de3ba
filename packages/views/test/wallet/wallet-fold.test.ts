import { expect } from "chai";
import { encodeLedgerEvent } from "@tallystick/core";
import { UnreadableEvent } from "../../src/fold/fold.js";
import {
  placeText,
  receivedKind,
  walletUserId,
  WalletFold,
  walletStart,
} from "../../src/wallet/wallet-fold.js";
import { WalletTables } from "../../src/wallet/wallet-tables.js";
import {
  createOf,
  entriesOf,
  exerciseOf,
  idNamed,
  partyAt,
  rejectionAt,
  timeAt,
  transactionAt,
} from "../journal-fixture.js";
import { ledgerError } from "@tallystick/core";
import { LeafTable, SortedMaps, Names } from "@tallystick/tables";
import { leafDatabase, leafSeed } from "./wallet-file.js";
import { amulet, offer, walletHistory } from "./wallet-journal.js";

const begun = () => {
  const db = leafDatabase();
  const leaves = new LeafTable(db, leafSeed, { blocks: 0, sum: 0 });
  const tables = new WalletTables(new SortedMaps(leaves), new Names(db, leafSeed));
  tables.begin();
  return { tables, fold: new WalletFold(tables) };
};

const coinOf = (name: string, owner: string, nodeId = 0) =>
  createOf(nodeId, name, [owner, "dso"], {
    templateId: `p:${amulet.name}`,
    packageName: "splice-amulet",
    payload: { owner, amount: { initialAmount: "1.0" } },
  });

describe("Folding for the wallet", () => {
  it("keeps the coin's contracts and no others", () => {
    const { tables, fold } = begun();
    const entries = entriesOf([
      transactionAt(1, [coinOf("c", "alice"), createOf(1, "note", ["alice"])]),
    ]);
    fold.fold(entries, walletStart);
    expect(tables.contracts.byId(idNamed("c"))?.signatories).to.include("alice");
    expect(tables.contracts.byId(idNamed("note"))).to.equal(undefined);
    expect([...fold.takeChanged()].sort()).to.deep.equal(["alice", "dso"]);
    expect([...fold.takeChanged()]).to.deep.equal([]);
  });

  it("takes contracts away with their archival, and tells once", () => {
    const { tables, fold } = begun();
    const consumed = exerciseOf(0, "c", ["alice", "dso"], {
      templateId: `p:${amulet.name}`,
      packageName: "splice-amulet",
    });
    const entries = entriesOf([
      transactionAt(1, [coinOf("c", "alice")]),
      transactionAt(2, [{ ...consumed, consuming: false }]),
      transactionAt(3, [consumed]),
    ]);
    const at = fold.fold(entries.slice(0, 2), walletStart);
    expect(tables.contracts.byId(idNamed("c"))).to.not.equal(undefined);
    expect(fold.takeArchived()).to.deep.equal([]);
    fold.fold(entries.slice(2), at);
    expect(tables.contracts.byId(idNamed("c"))).to.equal(undefined);
    expect([...tables.contracts.of(amulet.name, "alice", 10)]).to.deep.equal([]);
    expect(fold.takeArchived()).to.deep.equal([idNamed("c")]);
    expect(fold.takeArchived()).to.deep.equal([]);
  });

  it("reads no contract that it has made", () => {
    const { tables, fold } = begun();
    const { contracts } = tables;
    const read: Array<string> = [];
    const reading = contracts.read.bind(contracts);
    contracts.read = (contractId) => {
      read.push(contractId);
      return reading(contractId);
    };
    const consumed = (nodeId: number, name: string) =>
      exerciseOf(nodeId, name, ["alice", "dso"], {
        templateId: `p:${amulet.name}`,
        packageName: "splice-amulet",
      });
    const entries = entriesOf([
      transactionAt(1, [coinOf("old", "alice")]),
      transactionAt(2, [
        exerciseOf(0, "rules", ["alice", "dso"], {
          templateId: "p:Splice.AmuletRules:AmuletRules",
          packageName: "splice-amulet",
          choice: "AmuletRules_Transfer",
          consuming: false,
          lastDescendantNodeId: 3,
        }),
        consumed(1, "old"),
        coinOf("passing", "alice", 2),
        consumed(3, "passing"),
      ]),
    ]);
    fold.fold(entries, walletStart);
    expect(fold.takeArchived()).to.deep.equal([idNamed("old"), idNamed("passing")]);
    expect(read).to.deep.equal([idNamed("rules")]);
    contracts.read = reading;
    for (const name of ["old", "passing"])
      expect(contracts.byId(idNamed(name))).to.equal(undefined);
    expect([...contracts.of(amulet.name, "alice", 10)]).to.deep.equal([]);
  });

  it("gives contracts to observers too", () => {
    const { tables, fold } = begun();
    fold.fold(entriesOf(walletHistory(3)), walletStart);
    for (const party of ["alice", "bob"])
      expect([...tables.contracts.of(offer.name, party, 10)]).to.have.length(1);
    expect([
      ...tables.contracts.due(offer.name, "bob", { upTo: timeAt(1_000), limit: 10 }),
    ]).to.have.length(1);
    expect([
      ...tables.contracts.due(offer.name, "bob", { upTo: timeAt(1), limit: 10 }),
    ]).to.deep.equal([]);
  });

  it("keeps where the wallet's own commands took effect, for two days", () => {
    const { tables, fold } = begun();
    const day = 86_400_000_000;
    const own = (offset: number, more: object) =>
      transactionAt(offset, [coinOf(`c${offset}`, "alice")], { userId: walletUserId, ...more });
    const entries = entriesOf([
      own(1, {}),
      transactionAt(2, [coinOf("other", "alice")], { commandId: "of another user" }),
      own(3, { recordTime: timeAt(3) + day }),
    ]);
    const at = fold.fold(entries, walletStart);
    expect(tables.outcome("command-1")).to.equal(1);
    expect(tables.outcome("of another user")).to.equal(undefined);
    const later = entriesOf([own(4, { recordTime: timeAt(4) + 2.5 * day })], 4);
    fold.fold(later, at);
    expect(tables.outcome("command-1")).to.equal(undefined);
    expect(tables.outcome("command-3")).to.equal(3);
    expect(tables.outcome("command-4")).to.equal(4);
  });

  it("counts traffic of every transaction, the wallet's or not", () => {
    const { fold } = begun();
    const large = { workflowId: "w".repeat(500_000) };
    const entries = entriesOf([
      transactionAt(1, [createOf(0, "a", ["alice"])], large),
      transactionAt(2, [createOf(0, "b", ["alice"])], large),
    ]);
    const first = fold.fold(entries.slice(0, 1), walletStart);
    const second = fold.fold(entries.slice(1), first);
    expect(first.meter.at).to.equal(timeAt(1) + 1);
    expect(second.meter.extraUsed).to.be.above(first.meter.extraUsed);
  });

  it("skips everything else, and reaches the end", () => {
    const { tables, fold } = begun();
    const entries = entriesOf([
      partyAt(1, "alice"),
      rejectionAt(2, ledgerError("CONTRACT_NOT_FOUND", "no")),
    ]).map((entry) => ({ ...entry, hash: `h${entry.offset}` }));
    const reached = fold.fold(entries, walletStart);
    expect(reached).to.deep.equal({ ...walletStart, offset: 2, hash: "h2" });
    expect([...tables.contracts.of(amulet.name, "alice", 10)]).to.deep.equal([]);
    expect(fold.fold([], reached)).to.deep.equal(reached);
  });

  for (const data of ["", "{}", '{"v":99}', "[]"]) {
    it(`ends at a transaction that is ${JSON.stringify(data)}, and names its offset`, () => {
      const { fold } = begun();
      const entry = { offset: 7, type: "TransactionCommitted", data };
      expect(() => fold.fold([entry], { ...walletStart, offset: 6 })).to.throw(
        UnreadableEvent,
        "event 7",
      );
    });
  }

  it("knows an event by its type, whatever comes after it", () => {
    const { tables, fold } = begun();
    const [entry] = entriesOf([transactionAt(1, [coinOf("c", "alice")])]);
    const encoded = encodeLedgerEvent(transactionAt(1, []), 1);
    expect(entry?.type).to.equal(encoded.type);
    fold.fold(entry === undefined ? [] : [entry], walletStart);
    expect(tables.contracts.byId(idNamed("c"))).to.not.equal(undefined);
  });
});

describe("Kinds and places", () => {
  it("keep what was chosen apart from what was received", () => {
    expect(receivedKind("transfer-offer")).to.not.equal("transfer-offer");
  });

  it("have texts in the order of places", () => {
    const places = [0, 9, 10, 99, 12_345, Number.MAX_SAFE_INTEGER];
    expect(places.map(placeText).sort()).to.deep.equal(places.map(placeText));
  });
});
