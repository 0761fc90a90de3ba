import type { Contract } from "@tallystick/core";
import { expect } from "chai";
import * as fc from "fast-check";
import { nameTable } from "../../src/sqlite/name-table.js";
import { LeafTable } from "../../src/wallet/leaf-table.js";
import { SortedMaps } from "../../src/wallet/sorted-maps.js";
import { mapCount } from "../../src/wallet/wallet-keys.js";
import { WalletTables } from "../../src/wallet/wallet-tables.js";
import { placedId } from "../journal-fixture.js";
import { leafDatabase, leafSeed } from "./wallet-file.js";

const emptyTables = () => {
  const db = leafDatabase();
  const leaves = new LeafTable(db, leafSeed, { leaves: 0, sum: 0 });
  const tables = new WalletTables(new SortedMaps(leaves), nameTable(db, leafSeed));
  tables.begin();
  leaves.flush();
  return { db, leaves, tables };
};

const coin = "Splice.Amulet:Amulet";
const offer = "Splice.Wallet.TransferOffer:TransferOffer";

const idAt = (offset: number, nodeId = 0): string => placedId("a coin", offset, nodeId);

const contractAt = (offset: number, nodeId = 0): Contract => ({
  contractId: idAt(offset, nodeId),
  templateId: `p:${coin}`,
  packageName: "splice-amulet",
  payload: { text: `contract of ${offset} with spaces\nand lines`, nodeId: String(nodeId) },
  signatories: ["alice"],
  observers: ["bob"],
  createdAt: offset * 10,
});

describe("The wallet's tables", () => {
  it("make each of their maps", () => {
    const { db, leaves } = emptyTables();
    leaves.checkAll(mapCount);
    db.close();
  });

  describe("of contracts", () => {
    it("find each by its id, and none by another's", () => {
      const { tables } = emptyTables();
      for (const offset of [1, 2, 300])
        tables.addContract(contractAt(offset), ["alice", "bob"], coin);
      for (const offset of [1, 2, 300])
        expect(tables.contract(idAt(offset))).to.deep.equal(contractAt(offset));
      for (const unknown of ["", "00ab", idAt(3), idAt(1, 1), idAt(1).replace(/ab$/, "ac")])
        expect(tables.contract(unknown)).to.equal(undefined);
    });

    it("give those of a party and a template, oldest first, as many as requested", () => {
      const { tables } = emptyTables();
      for (const [offset, nodeId] of [
        [30, 1],
        [2, 0],
        [30, 0],
        [4_000, 0],
      ] as const)
        tables.addContract(contractAt(offset, nodeId), ["alice"], coin);
      tables.addContract(contractAt(5), ["alice"], offer);
      tables.addContract(contractAt(6), ["bob"], coin);
      const ids = (limit: number) =>
        tables.contractsOf(coin, "alice", limit).map(({ contractId }) => contractId);
      expect(ids(10)).to.deep.equal([idAt(2), idAt(30, 0), idAt(30, 1), idAt(4_000)]);
      expect(ids(2)).to.deep.equal([idAt(2), idAt(30, 0)]);
      expect(ids(0)).to.deep.equal([]);
      expect(tables.contractsOf(coin, "carol", 10)).to.deep.equal([]);
      expect(tables.contractsOf("unknown", "alice", 10)).to.deep.equal([]);
    });

    it("hold exactly what was added and not removed", () => {
      const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.boolean()), {
        maxLength: 80,
      });
      fc.assert(
        fc.property(steps, (all) => {
          const { db, leaves, tables } = emptyTables();
          const active = new Set<number>();
          for (const [offset, isAdded] of all) {
            if (isAdded && !active.has(offset)) {
              tables.addContract(contractAt(offset), ["alice", "bob"], coin, offset % 7);
              active.add(offset);
            } else if (!isAdded) {
              tables.removeContract(idAt(offset), ["alice", "bob"], coin);
              active.delete(offset);
            }
          }
          const expected = [...active].sort((a, b) => a - b).map((offset) => idAt(offset));
          for (const party of ["alice", "bob"]) {
            const found = tables.contractsOf(coin, party, 100);
            expect(found.map(({ contractId }) => contractId)).to.deep.equal(expected);
            expect(tables.dueContracts(coin, party, 100, 100)).to.have.length(active.size);
          }
          leaves.flush();
          leaves.checkAll(mapCount);
          db.close();
        }),
        { numRuns: 30 },
      );
    });

    it("give those that are due up to a moment, the soonest first", () => {
      const { tables } = emptyTables();
      const due = [50, 10, 30, 10] as const;
      for (const [index, at] of due.entries())
        tables.addContract(contractAt(index + 1), ["alice"], offer, at);
      tables.addContract(contractAt(9), ["alice"], offer);
      const offsets = (upTo: number, limit = 10) =>
        tables.dueContracts(offer, "alice", upTo, limit).map(({ createdAt }) => createdAt / 10);
      expect(offsets(9)).to.deep.equal([]);
      expect(offsets(10)).to.deep.equal([2, 4]);
      expect(offsets(49)).to.deep.equal([2, 4, 3]);
      expect(offsets(50)).to.deep.equal([2, 4, 3, 1]);
      expect(offsets(50, 3)).to.deep.equal([2, 4, 3]);
      expect(offsets(-1)).to.deep.equal([]);
      expect(tables.dueContracts(offer, "bob", 50, 10)).to.deep.equal([]);
    });

    it("take no contract whose id tells no place", () => {
      const { tables } = emptyTables();
      const odd = { ...contractAt(1), contractId: "00odd" };
      expect(() => tables.addContract(odd, ["alice"], coin)).to.throw("no place");
      tables.removeContract("00odd", ["alice"], coin);
    });
  });

  describe("of tracking ids", () => {
    for (const id of ["t-1", "", " with spaces ", "ünï\ncode🙂", "x".repeat(5_000)]) {
      it(`keep the last state of ${JSON.stringify(id.slice(0, 20))}, by party and kind`, () => {
        const { tables } = emptyTables();
        tables.setTracking("alice", "offer", id, "first");
        tables.setTracking("alice", "offer", id, "second");
        tables.setTracking("bob", "offer", id, "of bob");
        expect(tables.tracking("alice", "offer", id)).to.equal("second");
        expect(tables.tracking("bob", "offer", id)).to.equal("of bob");
        expect(tables.tracking("alice", "request", id)).to.equal(undefined);
        expect(tables.tracking("carol", "offer", id)).to.equal(undefined);
      });
    }

    it("read ranges of a kind in the order of their ids", () => {
      const ids = fc.uniqueArray(fc.stringMatching(/^[0-9/:a-z]{1,20}$/), { maxLength: 30 });
      fc.assert(
        fc.property(ids, fc.nat(30), (all, limit) => {
          const { db, tables } = emptyTables();
          for (const id of all) tables.setTracking("alice", "command", id, `of ${id}`);
          tables.setTracking("alice", "other", "5", "other");
          const wanted = [...all]
            .sort()
            .filter((id) => id >= "5" && id < "n")
            .slice(0, limit)
            .map((id) => `of ${id}`);
          expect(tables.trackingRange("alice", "command", "5", "n", limit)).to.deep.equal(wanted);
          expect(tables.trackingRange("bob", "command", "5", "n", limit)).to.deep.equal([]);
          db.close();
        }),
        { numRuns: 30 },
      );
    });
  });

  describe("of outcomes", () => {
    it("keep the last of each command, and forget the old ones", () => {
      const { tables } = emptyTables();
      tables.addOutcome("one", 10, '{"first":"1"}');
      tables.addOutcome("two", 20, "second");
      tables.addOutcome("one", 30, "again");
      tables.forgetOutcomes(20);
      expect(tables.outcome("one")).to.equal("again");
      expect(tables.outcome("two")).to.equal("second");
      tables.forgetOutcomes(21);
      expect(tables.outcome("two")).to.equal(undefined);
      expect(tables.outcome("one")).to.equal("again");
      tables.forgetOutcomes(-5);
      tables.forgetOutcomes(31);
      expect(tables.outcome("one")).to.equal(undefined);
      expect(tables.outcome("never")).to.equal(undefined);
    });
  });
});
