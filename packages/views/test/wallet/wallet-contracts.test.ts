import type { Contract } from "@tallystick/core";
import { expect } from "chai";
import * as fc from "fast-check";
import { LeafTable, SortedMaps, TableDamage, Names } from "@tallystick/tables";
import { WalletContracts } from "../../src/wallet/wallet-contracts.js";
import { map } from "../../src/wallet/wallet-keys.js";
import { placedId } from "../journal-fixture.js";
import { countReads, leafDatabase, leafSeed } from "./wallet-file.js";

const emptyTables = () => {
  const db = leafDatabase();
  const leaves = new LeafTable(db, leafSeed, { blocks: 0, sum: 0 });
  const maps = new SortedMaps(leaves);
  for (const tree of Object.values(map)) maps.begin(tree);
  leaves.flush().done();
  const names = new Names(db, leafSeed);
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
    for (const offset of [1, 2, 300])
      contracts.add(contractAt(offset), { template: coin, stakeholders: ["alice", "bob"] });
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
      contracts.add(contractAt(offset, nodeId), { template: coin, stakeholders: ["alice"] });
    contracts.add(contractAt(5), { template: offer, stakeholders: ["alice"] });
    contracts.add(contractAt(6), { template: coin, stakeholders: ["bob"] });
    const ids = (limit: number) =>
      [...contracts.of(coin, "alice", limit)].map(({ contractId }) => contractId);
    expect(ids(10)).to.deep.equal([idAt(2), idAt(30, 0), idAt(30, 1), idAt(4_000)]);
    expect(ids(2)).to.deep.equal([idAt(2), idAt(30, 0)]);
    expect(ids(0)).to.deep.equal([]);
    expect([...contracts.of(coin, "carol", 10)]).to.deep.equal([]);
    expect([...contracts.of("unknown", "alice", 10)]).to.deep.equal([]);
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
            contracts.add(contractAt(offset), {
              template: coin,
              stakeholders: ["alice", "bob"],
              due: { at: offset % 7 },
            });
            active.add(offset);
          } else if (!isAdded) {
            contracts.remove(idAt(offset), { template: coin, stakeholders: ["alice", "bob"] });
            active.delete(offset);
          }
        }
        const expected = [...active].sort((a, b) => a - b).map((offset) => idAt(offset));
        for (const party of ["alice", "bob"]) {
          const found = [...contracts.of(coin, party, 100)];
          expect(found.map(({ contractId }) => contractId)).to.deep.equal(expected);
          expect([...contracts.due(coin, party, { upTo: 100, limit: 100 })]).to.have.length(
            active.size,
          );
        }
        leaves.flush().done();
        leaves.checkAll();
        db.close();
      }),
      { numRuns: 30 },
    );
  });

  it("give those that are due up to a moment, the soonest first", () => {
    const { contracts } = emptyTables();
    const due = [50, 10, 30, 10] as const;
    for (const [index, at] of due.entries()) {
      const stakeholders = ["alice"];
      contracts.add(contractAt(index + 1), { template: offer, stakeholders, due: { at } });
    }
    contracts.add(contractAt(9), { template: offer, stakeholders: ["alice"] });
    const offsets = (upTo: number, limit = 10, after?: number) =>
      [...contracts.due(offer, "alice", { upTo, limit, after })].map(
        ({ createdAt }) => createdAt / 10,
      );
    expect(offsets(9)).to.deep.equal([]);
    expect(offsets(10)).to.deep.equal([2, 4]);
    expect(offsets(49)).to.deep.equal([2, 4, 3]);
    expect(offsets(50)).to.deep.equal([2, 4, 3, 1]);
    expect(offsets(50, 3)).to.deep.equal([2, 4, 3]);
    expect(offsets(-1)).to.deep.equal([]);
    for (const [after, expected] of [
      [-5, [2, 4, 3, 1]],
      [9, [2, 4, 3, 1]],
      [10, [3, 1]],
      [30, [1]],
      [49, [1]],
      [50, []],
      [70, []],
    ] as const)
      expect(offsets(50, 10, after), `after ${after}`).to.deep.equal(expected);
    expect([...contracts.due(offer, "bob", { upTo: 50, limit: 10 })]).to.deep.equal([]);
  });

  it("tell imported ones apart, whose ids contain a place of this journal, or none", () => {
    const { contracts } = emptyTables();
    const ids = [idAt(7), idAt(7).slice(0, -64) + "5e".repeat(32), `00${"5e".repeat(68)}`];
    const index = { template: coin, stakeholders: ["alice"] };
    for (const contractId of ids) contracts.add({ ...contractAt(7), contractId }, index);
    for (const contractId of ids)
      expect(contracts.byId(contractId)?.contractId).to.equal(contractId);
    expect([...contracts.of(coin, "alice", 10)]).to.have.length(3);
    contracts.remove(ids[0] ?? "", index);
    expect(ids.map((id) => contracts.byId(id)?.contractId)).to.deep.equal([
      undefined,
      ...ids.slice(1),
    ]);
  });

  it("are the same from every stakeholder's row, whoever was named first", () => {
    const parties = fc.uniqueArray(fc.constantFrom("alice", "bob", "dso", "provider"), {
      minLength: 1,
    });
    const shape = fc.record({
      signatories: parties,
      hasKey: fc.boolean(),
      at: fc.option(fc.nat(9), { nil: undefined }),
      asker: fc.option(fc.constantFrom("alice", "dso"), { nil: undefined }),
      payload: fc.oneof(fc.string(), fc.dictionary(fc.string(), fc.string())),
    });
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 12 }), (all) => {
        const { db, contracts } = emptyTables();
        const made = all.map(({ signatories, hasKey, at, asker, payload }, index) => {
          const plain = { ...contractAt(index + 1), signatories, observers: [], payload };
          const key = { value: `key of ${index}`, maintainers: signatories };
          const contract: Contract = hasKey ? { ...plain, key } : plain;
          const party = asker === undefined ? {} : { party: asker };
          const due = at === undefined ? undefined : { at, ...party };
          contracts.add(contract, { template: coin, stakeholders: signatories, due });
          return { contract, due };
        });
        for (const party of ["alice", "bob", "dso", "provider"]) {
          const theirs = made.filter(({ contract }) => contract.signatories.includes(party));
          const rows = [...contracts.of(coin, party, 100)];
          expect(rows.map((row) => contracts.contractIn(row))).to.deep.equal(
            theirs.map(({ contract }) => contract),
          );
          expect(rows.map((row) => contracts.payloadIn(row))).to.deep.equal(
            theirs.map(({ contract }) => contract.payload),
          );
          const due = [...contracts.due(coin, party, { upTo: 9, limit: 100 })];
          expect(due.map((row) => contracts.contractIn(row).contractId).sort()).to.deep.equal(
            theirs.flatMap((each) =>
              each.due !== undefined && (each.due.party ?? party) === party
                ? each.contract.contractId
                : [],
            ),
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
    contracts.add(contractAt(7), { template: coin, stakeholders: ["alice", "bob"] });
    contracts.add(
      { ...contractAt(8), templateId: `p:${offer}` },
      { template: offer, stakeholders: ["alice"] },
    );
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
    for (let at = 0; at < 400; at++) {
      contracts.add(contractAt(at + 1), {
        template: coin,
        stakeholders: ["dso", owners[at % 40] ?? ""],
      });
    }
    leaves.flush().done();
    const reads = countReads(db);
    const fresh = new LeafTable(reads.db, leafSeed, leaves.totals());
    const again = new WalletContracts(new SortedMaps(fresh), names);
    const rows = [...again.of(coin, "owner-17", 100)];
    expect(rows.map((row) => again.contractIn(row).createdAt)).to.deep.equal(
      Array.from({ length: 10 }, (_, turn) => (turn * 40 + 18) * 10),
    );
    expect(reads.count()).to.be.at.most(4);
    db.close();
  });

  it("are damage when the row with the content is missing", () => {
    const { maps, contracts } = emptyTables();
    contracts.add(contractAt(3), {
      template: coin,
      stakeholders: ["alice", "bob"],
      due: { at: 5 },
    });
    const [home, other] = ["bob", "alice"].map((party) => [...contracts.of(coin, party, 1)][0]);
    expect(home?.content).to.not.equal(other?.content);
    for (const [key] of maps.ascending(map.partyContracts, { from: "00000003", to: "g", limit: 9 }))
      maps.delete(map.partyContracts, key);
    expect(() => contracts.byId(idAt(3))).to.throw(TableDamage, "missing");
    expect(() => other && contracts.contractIn(other)).to.throw(TableDamage, "missing");
    expect(() => other && contracts.payloadIn(other)).to.throw(TableDamage, "missing");
    expect(() => [...contracts.due(coin, "bob", { upTo: 5, limit: 1 })]).to.throw(
      TableDamage,
      "missing",
    );
  });

  describe("with names", () => {
    const texts = fc.oneof(
      fc.stringMatching(/^[a-c./]{0,4}$/),
      fc.constantFrom("", "a", "ä", "🙂", "a b", "a\n", "x".repeat(100), "x".repeat(101)),
    );
    const inBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

    it("are found by the whole name and by how it begins, as a list would say", () => {
      fc.assert(
        fc.property(
          fc.array(fc.tuple(texts, fc.boolean()), { maxLength: 25 }),
          texts,
          fc.nat(6),
          (all, asked, limit) => {
            const { db, leaves, contracts } = emptyTables();
            const indexOf = (text: string) => ({
              template: coin,
              stakeholders: ["dso", "alice"],
              named: { party: "dso", text },
            });
            for (const [at, [text]] of all.entries())
              contracts.add(contractAt(at + 1), indexOf(text));
            for (const [at, [text, isGone]] of all.entries())
              if (isGone) contracts.remove(idAt(at + 1), indexOf(text));
            const left = all.flatMap(([text, isGone], at) =>
              isGone ? [] : [{ text, createdAt: (at + 1) * 10 }],
            );
            const placesOf = (rows: ReadonlyArray<{ readonly createdAt: number }>) =>
              rows.map(({ createdAt }) => createdAt);
            expect(placesOf([...contracts.named(coin, "dso", asked, limit)])).to.deep.equal(
              placesOf(left.filter(({ text }) => text === asked).slice(0, limit)),
            );
            // names too long to be in order are found whole only
            const inOrder = left
              .filter(({ text }) => text.startsWith(asked) && text.length <= 100)
              .sort((a, b) => inBytes(a.text, b.text) || a.createdAt - b.createdAt)
              .slice(0, limit);
            expect(placesOf([...contracts.namedWithin(coin, "dso", asked, limit)])).to.deep.equal(
              placesOf(inOrder),
            );
            for (const [template, party] of [
              [coin, "alice"],
              [offer, "dso"],
              [coin, "nobody"],
            ] as const)
              expect([...contracts.named(template, party, asked, 9)]).to.deep.equal([]);
            leaves.flush().done();
            leaves.checkAll();
            db.close();
          },
        ),
        { numRuns: 60 },
      );
    });

    it("are not found by the name of a party that is not a stakeholder", () => {
      const { contracts } = emptyTables();
      contracts.add(contractAt(1), { template: coin, stakeholders: ["bob"] });
      const named = { party: "bob", text: "a" };
      contracts.add(contractAt(2), { template: coin, stakeholders: ["alice"], named });
      expect([...contracts.named(coin, "bob", "a", 9)]).to.deep.equal([]);
      expect([...contracts.namedWithin(coin, "bob", "", 9)]).to.deep.equal([]);
      contracts.remove(idAt(2), { template: coin, stakeholders: ["alice"], named });
      expect([...contracts.of(coin, "alice", 9)]).to.deep.equal([]);
    });
  });
});
