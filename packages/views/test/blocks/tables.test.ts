import { expect } from "chai";
import * as fc from "fast-check";
import {
  BlockWriter,
  type ListShape,
  TableDamage,
  checkSeed,
  firstWhere,
  openTableFile,
} from "@tallystick/tables";
import {
  blocksOfGroup,
  bucketOfUpdateId,
  contracts,
  everyParty,
  groupBlocks,
  groupContracts,
  groups,
  longBytes,
  nodeBases,
  parties,
  partyGroups,
  postings,
  role,
  shortBytes,
  TableReader,
  tailOfId,
  unplacedBuckets,
  unplacedCounts,
  unplacedIds,
} from "../../src/blocks/tables.js";
import { viewsKind } from "../../src/sqlite/views-kind.js";
import { rightOf } from "../journal-fixture.js";

const shapes: ReadonlyArray<ListShape> = [
  nodeBases,
  contracts,
  parties,
  postings,
  partyGroups,
  groups,
  groupContracts,
  groupBlocks,
  unplacedCounts,
  unplacedIds,
];

const emptyTables = () => {
  const { db } = rightOf(openTableFile(":memory:", viewsKind));
  const writer = new BlockWriter(db, checkSeed(""));
  return { db, writer, tables: new TableReader(writer) };
};

describe("Lists of records", () => {
  it("have a number of their own each", () => {
    expect(new Set(shapes.map(({ kind }) => kind)).size).to.equal(shapes.length);
  });

  it("have blocks that fit a page", () => {
    for (const { recordBytes, recordsPerBlock } of shapes)
      expect(recordBytes * recordsPerBlock).to.be.at.most(2_000);
  });

  for (const shape of shapes) {
    it(`of kind ${shape.kind} keep each number at its place, over several blocks`, () => {
      const { db, writer, tables } = emptyTables();
      const bytes = Math.min(longBytes, shape.recordBytes);
      const count = 2 * shape.recordsPerBlock + 3;
      for (let index = 0; index < count; index++) {
        writer.extend(shape, 5, index);
        writer.set(shape, 5, index, 0, bytes, index * 3);
      }
      for (let index = 0; index < count; index++)
        expect(tables.number(shape, 5, index, 0, bytes)).to.equal(index * 3);
      expect(() => tables.number(shape, 5, count, 0, bytes)).to.throw(TableDamage, `${count}`);
      expect(() => tables.number(shape, 6, 0, 0, bytes)).to.throw(TableDamage);
      db.close();
    });
  }

  it("give a contract by its parts", () => {
    const { db, writer, tables } = emptyTables();
    const contract = { createdAt: 2 ** 40, archivedAt: 2 ** 41, template: 2 ** 31, nodeId: 77 };
    for (let seq = 0; seq < 3; seq++) writer.extend(contracts, 0, seq);
    writer.set(contracts, 0, 2, 0, longBytes, contract.createdAt);
    writer.set(contracts, 0, 2, longBytes, longBytes, contract.archivedAt);
    writer.set(contracts, 0, 2, 2 * longBytes, shortBytes, contract.template);
    writer.set(contracts, 0, 2, 2 * longBytes + shortBytes, shortBytes, contract.nodeId);
    expect(tables.contract(2)).to.deep.equal(contract);
    expect(tables.contract(1)).to.deep.equal({
      createdAt: 0,
      archivedAt: 0,
      template: 0,
      nodeId: 0,
    });
    db.close();
  });

  it("give the groups of a party in the order in which they began", () => {
    const { db, writer, tables } = emptyTables();
    for (let party = 0; party < 2; party++) writer.extend(parties, 0, party);
    writer.set(parties, 0, 1, longBytes, longBytes, 3);
    for (let index = 0; index < 3; index++) {
      writer.extend(partyGroups, 1, index);
      writer.set(partyGroups, 1, index, 0, shortBytes, 10 - index);
      writer.set(partyGroups, 1, index, shortBytes, shortBytes, index);
    }
    expect(tables.groupsOf(1)).to.deep.equal([
      { template: 10, group: 0 },
      { template: 9, group: 1 },
      { template: 8, group: 2 },
    ]);
    expect(tables.groupsOf(everyParty)).to.deep.equal([]);
    db.close();
  });

  it("find updates by the end of their id, and all that share it", () => {
    const { db, writer, tables } = emptyTables();
    const id = `1220${"ab".repeat(32)}`;
    const bucket = bucketOfUpdateId(id);
    for (let n = 0; n <= bucket; n++) writer.extend(unplacedCounts, 0, n);
    const entries = [
      [tailOfId(id), 5],
      [1, 6],
      [tailOfId(id), 9],
    ] as const;
    for (const [index, [tail, offset]] of entries.entries()) {
      writer.extend(unplacedIds, bucket, index);
      writer.set(unplacedIds, bucket, index, 0, longBytes, tail);
      writer.set(unplacedIds, bucket, index, longBytes, longBytes, offset);
    }
    writer.set(unplacedCounts, 0, bucket, 0, longBytes, entries.length);
    expect(tables.offsetsOfUpdate(id)).to.deep.equal([5, 9]);
    db.close();
  });
});

describe("The bucket of an update id", () => {
  it("is one of those there are, and the same each time", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^1220[0-9a-f]{64}$/), (id) => {
        expect(bucketOfUpdateId(id)).to.be.within(0, unplacedBuckets - 1);
        expect(bucketOfUpdateId(id)).to.equal(bucketOfUpdateId(id));
        expect(tailOfId(id)).to.equal(Number.parseInt(id.slice(-12), 16));
      }),
    );
  });
});

describe("The roles of a party", () => {
  it("are bits that do not overlap", () => {
    const bits: ReadonlyArray<number> = Object.values(role);
    expect(bits.reduce((sum, bit) => sum | bit, 0)).to.equal(
      bits.reduce((sum, bit) => sum + bit, 0),
    );
    for (const bit of bits) expect(bit).to.be.below(256);
  });
});

describe("The first for which a condition holds", () => {
  it("is what a walk finds", () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(600), (count, from) => {
        const expected = Math.min(count, from);
        expect(firstWhere(count, (index) => index >= from)).to.equal(expected);
      }),
    );
  });

  it("is found in few steps", () => {
    let steps = 0;
    firstWhere(1_000_000, (index) => {
      steps += 1;
      return index >= 777_777;
    });
    expect(steps).to.be.at.most(21);
  });
});

describe("The blocks of a group", () => {
  for (const [size, blocks] of [
    [0, 0],
    [1, 1],
    [groupContracts.recordsPerBlock, 1],
    [groupContracts.recordsPerBlock + 1, 2],
  ] as const) {
    it(`are ${blocks} for ${size} contracts`, () => {
      expect(blocksOfGroup(size)).to.equal(blocks);
    });
  }
});
