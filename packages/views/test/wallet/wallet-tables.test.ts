import { expect } from "chai";
import * as fc from "fast-check";
import { LeafTable, SortedMaps, Names } from "@tallystick/tables";
import { WalletTables } from "../../src/wallet/wallet-tables.js";
import { leafDatabase, leafSeed } from "./wallet-file.js";

const emptyTables = () => {
  const db = leafDatabase();
  const leaves = new LeafTable(db, leafSeed, { blocks: 0, sum: 0 });
  const tables = new WalletTables(new SortedMaps(leaves), new Names(db, leafSeed));
  tables.begin();
  leaves.flush().done();
  return { db, leaves, tables };
};

describe("The wallet's tables", () => {
  it("make each of their maps", () => {
    const { db, leaves } = emptyTables();
    leaves.checkAll();
    db.close();
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

  it("read less of a range at once where it is large", () => {
    const { tables } = emptyTables();
    const content = "x".repeat(1024 * 1024);
    for (let id = 0; id < 9; id++) tables.setTracking("alice", "offer", String(id), content);
    expect(tables.trackingRange("alice", "offer", "0", ":", 100)).to.have.lengthOf(5);
    expect(tables.trackingRange("alice", "offer", "7", ":", 100)).to.have.lengthOf(2);
    expect(tables.trackingRange("alice", "offer", "0", ":", 3)).to.have.lengthOf(3);
  });

  describe("of outcomes", () => {
    it("keep the last of each command, and forget the old ones", () => {
      const { tables } = emptyTables();
      tables.addOutcome("one", 10, 1);
      tables.addOutcome("two", 20, 2);
      tables.addOutcome("one", 30, 3);
      tables.forgetOutcomes(20);
      expect(tables.outcome("one")).to.equal(3);
      expect(tables.outcome("two")).to.equal(2);
      tables.forgetOutcomes(21);
      expect(tables.outcome("two")).to.equal(undefined);
      expect(tables.outcome("one")).to.equal(3);
      tables.forgetOutcomes(-5);
      tables.forgetOutcomes(31);
      expect(tables.outcome("one")).to.equal(undefined);
      expect(tables.outcome("never")).to.equal(undefined);
    });

    it("are those of the last time of each command, after any steps", () => {
      const step = fc.oneof(
        fc.record({
          kind: fc.constant("add" as const),
          command: fc.constantFrom("a", "b", "c", "a long command id / with signs"),
          passed: fc.nat(15),
          isWritten: fc.boolean(),
        }),
        fc.record({
          kind: fc.constant("forget" as const),
          before: fc.integer({ min: -5, max: 200 }),
        }),
      );
      fc.assert(
        fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
          const { db, leaves, tables } = emptyTables();
          let now = 0;
          const model = new Map<string, { readonly at: number; readonly offset: number }>();
          for (const [index, each] of steps.entries()) {
            if (each.kind === "add") {
              now += each.passed;
              tables.addOutcome(each.command, now, index + 1);
              model.set(each.command, { at: now, offset: index + 1 });
              if (each.isWritten) leaves.flush().done();
            } else {
              tables.forgetOutcomes(each.before);
              for (const [command, { at }] of model) if (at < each.before) model.delete(command);
            }
            for (const command of ["a", "b", "c", "a long command id / with signs", "never"])
              expect(tables.outcome(command)).to.equal(model.get(command)?.offset);
          }
          db.close();
        }),
        { numRuns: 40 },
      );
    });
  });

  it("keep what is folded apart by party, whatever the names are", () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 8 });
    fc.assert(
      fc.property(names, (parties) => {
        const { db, tables } = emptyTables();
        const all = parties.flatMap((party, at) =>
          ["offer", "request"].map((kind) => ({ party, kind, content: `${kind} of ${at}` })),
        );
        for (const { party, kind, content } of all) tables.setTracking(party, kind, "id", content);
        for (const { party, kind, content } of all)
          expect(tables.tracking(party, kind, "id")).to.equal(content);
        db.close();
      }),
      { numRuns: 30 },
    );
  });
});
