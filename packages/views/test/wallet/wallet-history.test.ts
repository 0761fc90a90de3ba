import { expect } from "chai";
import fc from "fast-check";
import { LeafTable, SortedMaps, Names } from "@tallystick/tables";
import {
  type HistoryReader,
  type HistorySearch,
  type ItemParty,
  type NewItem,
  WalletHistory,
} from "../../src/wallet/wallet-history.js";
import { mapCount } from "../../src/wallet/wallet-keys.js";
import { leafDatabase, leafSeed } from "./wallet-file.js";

const emptyHistory = (): WalletHistory => {
  const db = leafDatabase();
  const maps = new SortedMaps(new LeafTable(db, leafSeed, { blocks: 0, sum: 0 }));
  for (let tree = 1; tree <= mapCount; tree++) maps.begin(tree);
  return new WalletHistory(maps, new Names(db, leafSeed));
};

type Row = NewItem & ItemParty;

const row = (seq: number, more: Partial<Row> = {}): Row => ({
  party: "alice",
  seq,
  eventId: `#${seq}`,
  at: seq,
  amount: seq,
  terms: [],
  ...more,
});

const add = (history: WalletHistory, each: Row): void => {
  history.addItem(each, JSON.stringify({ event_id: each.eventId }));
  history.add(each, each);
};

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
  rows: ReadonlyArray<Row>,
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
        for (const each of rows) add(history, each);
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
        for (const each of rows) add(history, each);
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
      add(history, row(seq, { amount: 5, terms: ["k:transfer", ...(rare ? ["c:bob"] : [])] }));
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

  it("show every item that was there at first once, however many come between two pages", () => {
    const between = fc.array(rowsOf, { maxLength: 6 });
    fc.assert(
      fc.property(
        rowsOf,
        between,
        searches,
        fc.integer({ min: 1, max: 6 }),
        (rows, more, search, limit) => {
          const history = emptyHistory();
          for (const each of rows) add(history, each);
          const wanted = naive(rows, search);
          // what comes later has later places, and times that are not before
          const latest = rows.reduce((most, { at }) => Math.max(most, at), 0);
          let place = 10_000;
          const found: Array<number> = [];
          let before: number | undefined;
          for (let page = 0; page < 200; page++) {
            const read = history.search("alice", search)(before, limit);
            found.push(...read.rows.map(({ seq }) => seq));
            if (read.before === undefined) break;
            ({ before } = read);
            for (const each of more[page] ?? []) {
              place += 10;
              add(history, { ...each, seq: place, eventId: `#${place}`, at: latest + each.at });
            }
          }
          const atFirst = found.filter((seq) => seq < 10_000);
          expect(atFirst).to.deep.equal(wanted);
          expect(new Set(found).size).to.equal(found.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("have one order, that of places, in which every filter only leaves items out", () => {
    fc.assert(
      fc.property(rowsOf, searches, searches, (rows, one, other) => {
        const history = emptyHistory();
        for (const each of rows) add(history, each);
        const read = (search: HistorySearch) => readAll(history.search("alice", search), 5);
        const all = read({ terms: [] });
        expect(all).to.deep.equal([...all].sort((a, b) => b - a));
        const both = {
          terms: [...new Set([...one.terms, ...other.terms])],
          from: Math.max(one.from ?? 0, other.from ?? 0),
          until: Math.min(one.until ?? 1_000, other.until ?? 1_000),
        };
        const inOther = new Set(read(other));
        expect(read(both)).to.deep.equal(read(one).filter((seq) => inOther.has(seq)));
      }),
      { numRuns: 60 },
    );
  });

  for (const [what, search, expected] of [
    ["from a time on, that moment with it", { from: 20 }, [4, 3, 2]],
    ["until a time, that moment without it", { until: 20 }, [1, 0]],
    ["of one moment", { from: 20, until: 21 }, [2]],
    ["of no time", { from: 20, until: 20 }, []],
    ["of a time before all", { until: 0 }, []],
    ["of a time after all", { from: 41 }, []],
    ["of the last moment", { from: 40 }, [4]],
  ] as const) {
    it(`find items ${what}`, () => {
      const history = emptyHistory();
      for (let seq = 0; seq < 5; seq++) add(history, row(seq, { at: seq * 10 }));
      expect(readAll(history.search("alice", { terms: [], ...search }), 2)).to.deep.equal(expected);
    });
  }

  for (const [least, most, expected] of [
    [undefined, undefined, [4, 3, 2, 1, 0]],
    [0, undefined, [4, 3, 2, 1]],
    [0.5, undefined, [4, 3, 2]],
    [undefined, 1.5, [2, 1]],
    [1.5, 1.5, [2]],
    [1.6, 1.4, []],
    [1e9, undefined, [4]],
  ] as const) {
    it(`find amounts from ${least ?? "any"} to ${most ?? "any"}, and none where there is none`, () => {
      const history = emptyHistory();
      for (const [seq, amount] of [null, 0, 1.5, 3, 1e9].entries())
        add(history, row(seq, { amount }));
      const search = { terms: [], minAmount: least, maxAmount: most };
      expect(readAll(history.search("alice", search), 2)).to.deep.equal(expected);
    });
  }

  it("keep pages where they are while items come", () => {
    const history = emptyHistory();
    for (let seq = 0; seq < 20; seq++) add(history, row(seq));
    const read = history.search("alice", { terms: [] });
    const first = read(undefined, 5);
    for (let seq = 20; seq < 40; seq++) add(history, row(seq));
    const second = history.search("alice", { terms: [] })(first.before, 5);
    expect(second.rows.map(({ seq }) => seq)).to.deep.equal([14, 13, 12, 11, 10]);
  });

  it("end a read early where items are large, and miss none of them", () => {
    const history = emptyHistory();
    const text = "x".repeat(300_000);
    for (let seq = 1; seq <= 20; seq++) {
      history.addItem(row(seq), JSON.stringify({ event_id: `#${seq}`, text }));
      history.add(row(seq), row(seq));
    }
    const read = history.search("alice", { terms: [] });
    expect(read(undefined, 100).rows.map(({ seq }) => seq)).to.deep.equal([20, 19, 18, 17]);
    expect(readAll(read, 100)).to.deep.equal(Array.from({ length: 20 }, (_, at) => 20 - at));
  });

  it("know the place of an item", () => {
    const history = emptyHistory();
    add(history, row(3, { terms: ["k:tap"] }));
    expect(history.placeOf("alice", "#3")).to.equal(3);
    expect(history.placeOf("alice", "#4")).to.equal(undefined);
    expect(history.placeOf("bob", "#3")).to.equal(undefined);
    expect(readAll(history.search("alice", { terms: ["k:tap"] }), 10)).to.deep.equal([3]);
    expect(readAll(history.search("bob", { terms: [] }), 10)).to.deep.equal([]);
  });
});
