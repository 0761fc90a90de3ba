import type { Contract } from "@tallystick/core";
import { expect } from "chai";
import * as fc from "fast-check";
import { ViewDamage } from "../../src/blocks/view-damage.js";
import { nameTable } from "../../src/sqlite/name-table.js";
import { LeafTable } from "../../src/wallet/leaf-table.js";
import { SortedMaps } from "../../src/wallet/sorted-maps.js";
import { WalletContracts } from "../../src/wallet/wallet-contracts.js";
import { map, mapCount } from "../../src/wallet/wallet-keys.js";
import { placedId } from "../journal-fixture.js";
import { countReads, leafDatabase, leafSeed } from "./wallet-file.js";

const emptyTables = () => {
  const db = leafDatabase();
  const leaves = new LeafTable(db, leafSeed, { leaves: 0, sum: 0 });
  const maps = new SortedMaps(leaves);
  for (const tree of Object.values(map)) maps.begin(tree);
  leaves.flush();
  const names = nameTable(db, leafSeed);
  return { db, leaves, maps, names, contracts: new WalletContracts(maps, names) };
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

describe("The wallet's contracts", () => {
  it("find each by its id, and none by another's", () => {
    const { contracts } = emptyTables();
    for (const offset of [1, 2, 300]) contracts.add(contractAt(offset), ["alice", "bob"], coin);
    for (const offset of [1, 2, 300])
      expect(contracts.byId(idAt(offset))).to.deep.equal(contractAt(offset));
    for (const unknown of ["", "00ab", idAt(3), idAt(1, 1), idAt(1).replace(/ab$/, "ac")])
      expect(contracts.byId(unknown)).to.equal(undefined);
  });

  it("give those of a party and a template, oldest first, as many as requested", () => {
    const { contracts } = emptyTables();
    for (const [offset, nodeId] of [
      [30, 1],
      [2, 0],
      [30, 0],
      [4_000, 0],
    ] as const)
      contracts.add(contractAt(offset, nodeId), ["alice"], coin);
    contracts.add(contractAt(5), ["alice"], offer);
    contracts.add(contractAt(6), ["bob"], coin);
    const ids = (limit: number) =>
      contracts.of(coin, "alice", limit).map(({ contractId }) => contractId);
    expect(ids(10)).to.deep.equal([idAt(2), idAt(30, 0), idAt(30, 1), idAt(4_000)]);
    expect(ids(2)).to.deep.equal([idAt(2), idAt(30, 0)]);
    expect(ids(0)).to.deep.equal([]);
    expect(contracts.of(coin, "carol", 10)).to.deep.equal([]);
    expect(contracts.of("unknown", "alice", 10)).to.deep.equal([]);
  });

  it("hold exactly what was added and not removed", () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.boolean()), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(steps, (all) => {
        const { db, leaves, contracts } = emptyTables();
        const active = new Set<number>();
        for (const [offset, isAdded] of all) {
          if (isAdded && !active.has(offset)) {
            contracts.add(contractAt(offset), ["alice", "bob"], coin, offset % 7);
            active.add(offset);
          } else if (!isAdded) {
            contracts.remove(idAt(offset), ["alice", "bob"], coin);
            active.delete(offset);
          }
        }
        const expected = [...active].sort((a, b) => a - b).map((offset) => idAt(offset));
        for (const party of ["alice", "bob"]) {
          const found = contracts.of(coin, party, 100);
          expect(found.map(({ contractId }) => contractId)).to.deep.equal(expected);
          expect(contracts.due(coin, party, 100, 100)).to.have.length(active.size);
        }
        leaves.flush();
        leaves.checkAll(mapCount);
        db.close();
      }),
      { numRuns: 30 },
    );
  });

  it("give those that are due up to a moment, the soonest first", () => {
    const { contracts } = emptyTables();
    const due = [50, 10, 30, 10] as const;
    for (const [index, at] of due.entries())
      contracts.add(contractAt(index + 1), ["alice"], offer, at);
    contracts.add(contractAt(9), ["alice"], offer);
    const offsets = (upTo: number, limit = 10) =>
      contracts.due(offer, "alice", upTo, limit).map(({ createdAt }) => createdAt / 10);
    expect(offsets(9)).to.deep.equal([]);
    expect(offsets(10)).to.deep.equal([2, 4]);
    expect(offsets(49)).to.deep.equal([2, 4, 3]);
    expect(offsets(50)).to.deep.equal([2, 4, 3, 1]);
    expect(offsets(50, 3)).to.deep.equal([2, 4, 3]);
    expect(offsets(-1)).to.deep.equal([]);
    expect(contracts.due(offer, "bob", 50, 10)).to.deep.equal([]);
  });

  it("take no contract whose id tells no place", () => {
    const { contracts } = emptyTables();
    const odd = { ...contractAt(1), contractId: "00odd" };
    expect(() => contracts.add(odd, ["alice"], coin)).to.throw("no place");
    contracts.remove("00odd", ["alice"], coin);
  });

  it("are the same from every stakeholder's row, whoever was named first", () => {
    const parties = fc.uniqueArray(fc.constantFrom("alice", "bob", "dso", "provider"), {
      minLength: 1,
    });
    const shape = fc.record({
      signatories: parties,
      hasKey: fc.boolean(),
      due: fc.option(fc.nat(9), { nil: undefined }),
      payload: fc.oneof(fc.string(), fc.dictionary(fc.string(), fc.string())),
    });
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 12 }), (all) => {
        const { db, contracts } = emptyTables();
        const made = all.map(({ signatories, hasKey, due, payload }, at) => {
          const plain = { ...contractAt(at + 1), signatories, observers: [], payload };
          const key = { value: `key of ${at}`, maintainers: signatories };
          const contract: Contract = hasKey ? { ...plain, key } : plain;
          contracts.add(contract, signatories, coin, due);
          return { contract, due };
        });
        for (const party of ["alice", "bob", "dso", "provider"]) {
          const theirs = made.filter(({ contract }) => contract.signatories.includes(party));
          const rows = contracts.of(coin, party, 100);
          expect(rows.map((row) => contracts.contractIn(row))).to.deep.equal(
            theirs.map(({ contract }) => contract),
          );
          expect(rows.map((row) => contracts.payloadIn(row))).to.deep.equal(
            theirs.map(({ contract }) => contract.payload),
          );
          const due = contracts.due(coin, party, 9, 100);
          expect(due.map((row) => contracts.contractIn(row).contractId).sort()).to.deep.equal(
            theirs.flatMap((each) => (each.due === undefined ? [] : each.contract.contractId)),
          );
        }
        for (const { contract } of made)
          expect(contracts.byId(contract.contractId)).to.deep.equal(contract);
        db.close();
      }),
      { numRuns: 40 },
    );
  });

  it("are found by id and template, and not under another template", () => {
    const { contracts } = emptyTables();
    contracts.add(contractAt(7), ["alice", "bob"], coin);
    contracts.add({ ...contractAt(8), templateId: `p:${offer}` }, ["alice"], offer);
    const found = (at: number, template: string) => contracts.rowOf(idAt(at), template)?.createdAt;
    expect([found(7, coin), found(8, offer)]).to.deep.equal([70, 80]);
    for (const [at, template] of [
      [7, offer],
      [8, coin],
      [9, coin],
      [7, "Amulet"],
      [7, ""],
    ] as const)
      expect(found(at, template)).to.equal(undefined);
  });

  it("are read of one party without those of others", () => {
    const { db, leaves, names, contracts } = emptyTables();
    const owners = Array.from({ length: 40 }, (_, at) => `owner-${at}`);
    for (let at = 0; at < 400; at++)
      contracts.add(contractAt(at + 1), ["dso", owners[at % 40] ?? ""], coin);
    leaves.flush();
    const reads = countReads(db);
    const fresh = new LeafTable(reads.db, leafSeed, leaves.totals());
    const again = new WalletContracts(new SortedMaps(fresh), names);
    const rows = again.of(coin, "owner-17", 100);
    expect(rows.map((row) => again.contractIn(row).createdAt)).to.deep.equal(
      Array.from({ length: 10 }, (_, turn) => (turn * 40 + 18) * 10),
    );
    expect(reads.count()).to.be.at.most(4);
    db.close();
  });

  it("are damage when the row with the content is missing", () => {
    const { maps, contracts } = emptyTables();
    contracts.add(contractAt(3), ["alice", "bob"], coin, 5);
    const [home, other] = ["bob", "alice"].map((party) => contracts.of(coin, party, 1)[0]);
    expect(home?.content).to.not.equal(other?.content);
    for (const [key] of maps.ascending(map.partyContracts, { from: "00000003", to: "g", limit: 9 }))
      maps.delete(map.partyContracts, key);
    expect(() => contracts.byId(idAt(3))).to.throw(ViewDamage, "missing");
    expect(() => other && contracts.contractIn(other)).to.throw(ViewDamage, "missing");
    expect(() => other && contracts.payloadIn(other)).to.throw(ViewDamage, "missing");
    expect(() => contracts.due(coin, "bob", 5, 1)).to.throw(ViewDamage, "missing");
  });
});
