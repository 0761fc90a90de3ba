import { expect } from "chai";
import fc from "fast-check";
import {
  type PageSource,
  allSource,
  streamBackwards,
  streamForwards,
  streamSource,
} from "../../src/reading/page-source.js";
import { newEvents, rightOf } from "../journal-files.js";
import { storedJournal } from "../stored-journal.js";

const drain = (source: PageSource, size: number) => {
  const events = [];
  for (;;) {
    const page = source.nextPage(size);
    expect(page.damage).to.equal(undefined);
    if (page.events.length === 0) return events;
    expect(page.events.length).to.be.at.most(size);
    events.push(...page.events);
  }
};

const journal = storedJournal([
  ["a", 3],
  ["b", 4],
  ["a", 6],
  ["c", 1],
]);
const own = journal.events.filter(({ stream }) => stream === "a");

describe("a read of one stream", () => {
  const places = fc.oneof(fc.integer({ min: -3, max: 14 }), fc.constantFrom(2.5, -0.5, 8.2));
  const sizes = fc.integer({ min: 1, max: 5 });

  it("upwards begins at the revision or the start, and ends with the stream", () => {
    fc.assert(
      fc.property(places, sizes, (from, size) => {
        const found = drain(streamForwards(journal.reader, "a", from), size);
        expect(found).to.deep.equal(own.filter(({ revision }) => revision >= from));
      }),
    );
  });

  it("downwards begins at the revision or the end, and ends with the start", () => {
    fc.assert(
      fc.property(places, sizes, (from, size) => {
        const found = drain(streamBackwards(journal.reader, "a", from), size);
        const wanted = own.filter(({ revision }) => revision <= from).reverse();
        expect(found).to.deep.equal(wanted);
      }),
    );
  });

  it("is in the direction that is named, whole by default", () => {
    expect(drain(streamSource(journal.reader, "a", {}), 4)).to.deep.equal(own);
    const down = streamSource(journal.reader, "a", { direction: "backwards" });
    expect(drain(down, 4)).to.deep.equal([...own].reverse());
    const some = streamSource(journal.reader, "a", { direction: "backwards", from: 2 });
    expect(drain(some, 4)).to.deep.equal(own.slice(0, 3).reverse());
  });

  it("has nothing where there is no stream, until there is", () => {
    const fresh = storedJournal([["a", 1]]);
    const source = streamForwards(fresh.reader, "new", 0);
    expect(source.nextPage(10).events).to.deep.equal([]);
    expect(streamBackwards(fresh.reader, "new", 10).nextPage(10).events).to.deep.equal([]);
    rightOf(fresh.writer.append("new", "no-stream", newEvents(2)));
    expect(source.nextPage(10).events).to.have.length(2);
    fresh.db.close();
  });

  it("continues with what was appended after it came to the end", () => {
    const fresh = storedJournal([["a", 2]]);
    const source = streamForwards(fresh.reader, "a", 0);
    expect(drain(source, 10)).to.have.length(2);
    rightOf(fresh.writer.append("a", 1, newEvents(3)));
    expect(drain(source, 10).map(({ revision }) => revision)).to.deep.equal([2, 3, 4]);
    fresh.db.close();
  });

  it("knows its place, for the error of a page that cannot be read", () => {
    const up = streamForwards(journal.reader, "a", 2);
    expect(up.place()).to.deep.equal({ stream: "a", revision: 2, position: 0 });
    up.nextPage(3);
    expect(up.place()).to.deep.equal({ stream: "a", revision: 5, position: 0 });
    const down = streamBackwards(journal.reader, "a", 6);
    down.nextPage(2);
    expect(down.place()).to.deep.equal({ stream: "a", revision: 4, position: 0 });
  });
});

describe("a read of all streams", () => {
  const { events } = journal;

  it("is in the order of positions, up and down, from any of them", () => {
    for (let from = -1; from <= events.length + 2; from += 1) {
      for (const size of [1, 3, 50]) {
        const up = allSource(journal.reader, true, { from });
        expect(drain(up, size)).to.deep.equal(events.filter(({ position }) => position >= from));
        const down = allSource(journal.reader, true, { from, direction: "backwards" });
        const wanted = events.filter(({ position }) => position <= from).reverse();
        expect(drain(down, size)).to.deep.equal(wanted);
      }
    }
    expect(drain(allSource(journal.reader, true, {}), 7)).to.deep.equal(events);
    const down = allSource(journal.reader, true, { direction: "backwards" });
    expect(drain(down, 7)).to.deep.equal([...events].reverse());
  });

  it("knows its place", () => {
    const up = allSource(journal.reader, true, { from: 3 });
    expect(up.place().position).to.equal(3);
    up.nextPage(4);
    expect(up.place().position).to.equal(7);
  });

  const DAMAGE: ReadonlyArray<readonly [string, string, number]> = [
    ["a changed text", "UPDATE event SET data = '\"y\"' WHERE position = 6", 6],
    ["a missing event", "DELETE FROM event WHERE position = 6", 6],
    ["an event of no stream", "UPDATE event SET stream_id = 99 WHERE position = 6", 6],
    ["an event at another place", "UPDATE event SET revision = 77 WHERE position = 6", 6],
    ["an unreadable row", "UPDATE event SET erased = 'x' WHERE position = 6", 6],
  ];
  for (const [name, sql, position] of DAMAGE) {
    it(`stops at ${name}, upwards and downwards`, () => {
      const spoilt = storedJournal([
        ["a", 4],
        ["b", 3],
        ["a", 3],
      ]);
      spoilt.db.exec(sql);
      const up = allSource(spoilt.reader, true, {}).nextPage(100);
      expect(up.damage).to.include({ kind: "damaged", position });
      expect(up.events).to.have.length(position - 1);
      const down = allSource(spoilt.reader, true, { direction: "backwards" }).nextPage(100);
      expect(down.damage?.kind).to.equal("damaged");
      expect(down.events.every((event) => event.position > position)).to.equal(true);
      spoilt.db.close();
    });
  }
});
