import { expect } from "chai";
import fc from "fast-check";
import { nameTable } from "../../src/sqlite/name-table.js";
import { LeafTable } from "../../src/wallet/leaf-table.js";
import { SortedMaps } from "../../src/wallet/sorted-maps.js";
import {
  type HistoryReader,
  type HistorySearch,
  type NewHistoryRow,
  WalletHistory,
} from "../../src/wallet/wallet-history.js";
import { mapCount } from "../../src/wallet/wallet-keys.js";
import { leafDatabase, leafSeed } from "./wallet-file.js";

const emptyHistory = (): WalletHistory => {
  const db = leafDatabase();
  const maps = new SortedMaps(new LeafTable(db, leafSeed, { leaves: 0, sum: 0 }));
  for (let tree = 1; tree <= mapCount; tree++) maps.begin(tree);
  return new WalletHistory(maps, nameTable(db, leafSeed));
};

const row = (seq: number, more: Partial<NewHistoryRow> = {}): NewHistoryRow => ({
  party: "alice",
  seq,
  eventId: `#${seq}`,
  at: seq,
  content: `item ${seq}`,
  amount: seq,
  terms: [],
  ...more,
});

/** Everything a reader finds, so many places at a time. */
const readAll = (read: HistoryReader, limit: number): ReadonlyArray<number> => {
  const found: Array<number> = [];
  let before: number | undefined;
  for (let pages = 0; pages < 1_000; pages++) {
    const page = read(before, limit);
    expect(page.rows.length).to.be.at.most(limit);
    found.push(...page.rows.map(({ seq }) => seq));
    if (page.before === undefined) return found;
    ({ before } = page);
  }
  throw new Error("never ends");
};

const naive = (
  rows: ReadonlyArray<NewHistoryRow>,
  { terms, minAmount, maxAmount, from, until }: HistorySearch,
): ReadonlyArray<number> =>
  rows
    .filter(({ party }) => party === "alice")
    .filter((it) => terms.every((term) => it.terms.includes(term)))
    .filter(({ at }) => (from === undefined || at >= from) && (until === undefined || at < until))
    .filter(
      ({ amount }) =>
        (minAmount === undefined || (amount !== null && amount >= minAmount)) &&
        (maxAmount === undefined || (amount !== null && amount <= maxAmount)),
    )
    .map(({ seq }) => seq)
    .reverse();

const term = fc.constantFrom("k:transfer", "k:tap", "c:bob", "t:abc");
const rowsOf = fc
  .array(
    fc.record({
      party: fc.constantFrom("alice", "alice", "alice", "bob"),
      // most come in their time, some late
      late: fc.option(fc.integer({ min: 0, max: 30 }), { freq: 8, nil: 0 }),
      step: fc.integer({ min: 0, max: 3 }),
      amount: fc.option(fc.integer({ min: 0, max: 20 }), { nil: null }),
      terms: fc.uniqueArray(term, { maxLength: 4 }),
    }),
    { maxLength: 60 },
  )
  .map((made) => {
    let time = 0;
    return made.map(({ late, step, ...rest }, index) => {
      time += step;
      return row(index * 10, { ...rest, at: Math.max(0, time - late) });
    });
  });
const optionally = <A>(of: fc.Arbitrary<A>) => fc.option(of, { nil: undefined });
const searches: fc.Arbitrary<HistorySearch> = fc.record({
  terms: fc.uniqueArray(term, { maxLength: 3 }),
  from: optionally(fc.integer({ min: 0, max: 100 })),
  until: optionally(fc.integer({ min: 0, max: 100 })),
});

describe("The histories of parties", () => {
  it("find what a walk over all items finds, in its order, whatever the size of a page", () => {
    fc.assert(
      fc.property(rowsOf, searches, fc.integer({ min: 1, max: 9 }), (rows, search, limit) => {
        const history = emptyHistory();
        for (const each of rows) history.add(each);
        expect(readAll(history.search("alice", search), limit)).to.deep.equal(naive(rows, search));
      }),
      { numRuns: 60 },
    );
  });

  it("find at least everything between two amounts", () => {
    const bounds = optionally(fc.integer({ min: 0, max: 20 }));
    fc.assert(
      fc.property(rowsOf, searches, bounds, bounds, (rows, search, minAmount, maxAmount) => {
        const history = emptyHistory();
        for (const each of rows) history.add(each);
        const asked = { ...search, minAmount, maxAmount };
        const found = readAll(history.search("alice", asked), 7);
        expect(found).to.include.members([...naive(rows, asked)]);
        expect(found).to.deep.equal([...found].sort((a, b) => b - a));
        // alone, the amounts are exactly those
        const alone = { terms: [], minAmount: minAmount ?? 0, maxAmount };
        expect(readAll(history.search("alice", alone), 7)).to.deep.equal(naive(rows, alone));
      }),
      { numRuns: 60 },
    );
  });

  it("look at the rarest part alone, however much the others match", () => {
    const history = emptyHistory();
    for (let seq = 0; seq < 3_000; seq++) {
      const rare = seq === 7 || seq === 1_500;
      history.add(row(seq, { amount: 5, terms: ["k:transfer", ...(rare ? ["c:bob"] : [])] }));
    }
    const page = history.search("alice", { terms: ["k:transfer", "c:bob"] })(undefined, 50);
    expect(page.rows.map(({ seq }) => seq)).to.deep.equal([1_500, 7]);
    expect(page.before).to.equal(undefined);
    const amounts = history.search("alice", { terms: ["k:transfer"], minAmount: 6 })(undefined, 50);
    expect(amounts).to.deep.equal({ rows: [], before: undefined });
    const times = history.search("alice", { terms: [], from: 10, until: 12 })(undefined, 50);
    expect(times.rows.map(({ seq }) => seq)).to.deep.equal([11, 10]);
    expect(times.before).to.equal(undefined);
  });

  it("keep pages where they are while items come", () => {
    const history = emptyHistory();
    for (let seq = 0; seq < 20; seq++) history.add(row(seq));
    const read = history.search("alice", { terms: [] });
    const first = read(undefined, 5);
    for (let seq = 20; seq < 40; seq++) history.add(row(seq));
    const second = history.search("alice", { terms: [] })(first.before, 5);
    expect(second.rows.map(({ seq }) => seq)).to.deep.equal([14, 13, 12, 11, 10]);
  });

  it("add an item once, and know its place", () => {
    const history = emptyHistory();
    history.add(row(3, { terms: ["k:tap"] }));
    history.add(row(4, { eventId: "#3", terms: ["k:tap"] }));
    expect(history.placeOf("alice", "#3")).to.equal(3);
    expect(history.placeOf("alice", "#4")).to.equal(undefined);
    expect(history.placeOf("bob", "#3")).to.equal(undefined);
    expect(readAll(history.search("alice", { terms: ["k:tap"] }), 10)).to.deep.equal([3]);
    expect(readAll(history.search("bob", { terms: [] }), 10)).to.deep.equal([]);
  });
});
