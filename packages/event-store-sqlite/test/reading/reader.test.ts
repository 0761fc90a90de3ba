import { expect } from "chai";
import fc from "fast-check";
import { createReader, PAGE_EVENTS, PAGE_UNITS } from "../../src/reading/reader.js";
import { refOf, storedJournal } from "../stored-journal.js";

const appends = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.integer({ min: 1, max: 5 })), {
  minLength: 1,
  maxLength: 8,
});

describe("the reader of a journal", () => {
  it("finds every event by its stream and revision, and none elsewhere", () => {
    fc.assert(
      fc.property(appends, (list) => {
        const journal = storedJournal(list);
        const { reader, events } = journal;
        for (const event of events) {
          const ref = refOf(journal, event.stream);
          expect(reader.eventAt(ref, event.revision)).to.deep.equal(event);
          expect(reader.hashAt(ref.streamId, event.revision)).to.equal(event.hash);
          expect(reader.idAt(ref.streamId, event.revision)).to.equal(event.id);
          expect(reader.hashAtPosition(event.position)).to.equal(event.hash);
        }
        for (const stream of new Set(list.map(([name]) => name))) {
          const ref = refOf(journal, stream);
          const own = events.filter((event) => event.stream === stream);
          expect(reader.lastEvent(ref)).to.deep.equal(own.at(-1));
          expect(reader.headRevision(stream)).to.equal(own.length - 1);
          expect(reader.eventAt(ref, own.length)).to.equal(undefined);
          expect(reader.hashAt(ref.streamId, own.length)).to.equal(undefined);
        }
        expect(reader.lastPosition()).to.equal(events.length);
        expect(reader.hashAtPosition(events.length + 1)).to.equal(undefined);
        journal.db.close();
      }),
      { numRuns: 25 },
    );
  });

  it("reads a stream up and down from anywhere, as many as it may", () => {
    const journal = storedJournal([
      ["a", 4],
      ["b", 3],
      ["a", 5],
    ]);
    const { reader, events } = journal;
    const own = events.filter(({ stream }) => stream === "a");
    const ref = refOf(journal, "a");
    for (let from = 0; from <= own.length; from += 1) {
      for (const maxCount of [1, 2, 5, 100]) {
        const cursor = reader.cursorAt(ref.streamId, from);
        const up = reader.forwards(ref, cursor, maxCount);
        expect(up).to.deep.equal({
          events: own.slice(from, from + maxCount),
          damage: undefined,
        });
        expect(cursor.revision).to.equal(Math.min(own.length, from + maxCount));
        if (from === own.length) continue;
        const down = reader.backwards(ref, from, maxCount);
        const wanted = own.slice(Math.max(0, from + 1 - maxCount), from + 1).reverse();
        expect(down).to.deep.equal({ events: wanted, damage: undefined });
      }
    }
    journal.db.close();
  });

  it("continues page by page, each checked against the one before", () => {
    const journal = storedJournal([["a", 30]]);
    const ref = refOf(journal, "a");
    const cursor = journal.reader.cursorAt(ref.streamId, 0);
    const read = [];
    for (let page = 0; page < 5; page += 1) {
      const { events, damage } = journal.reader.forwards(ref, cursor, 7);
      expect(damage).to.equal(undefined);
      read.push(...events);
    }
    expect(read).to.deep.equal(journal.events);
    journal.db.close();
  });

  it("reads long data between short, until a page is full", () => {
    const journal = storedJournal([["a", 9]]);
    const { db, reader } = journal;
    const ref = refOf(journal, "a");
    const long = "x".repeat(60_000);
    db.prepare<[string]>("UPDATE event SET data = ? WHERE revision IN (2, 3, 7)").run(long);
    const unchecked = createReader(db, false);
    const lengthsFrom = (revision: number, maxUnits: number): ReadonlyArray<number> => {
      const { events, damage } = unchecked.forwards(
        ref,
        reader.cursorAt(ref.streamId, revision),
        100,
        maxUnits,
      );
      expect(damage).to.equal(undefined);
      expect(events.map((event) => event.revision)).to.deep.equal(
        events.map((_, index) => revision + index),
      );
      return events.map(({ data }) => data.length);
    };
    const short = journal.events[0]?.data.length;
    const everyLength = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((revision) =>
      [2, 3, 7].includes(revision) ? long.length : short,
    );
    expect(lengthsFrom(0, PAGE_UNITS)).to.deep.equal(everyLength);
    expect(lengthsFrom(0, 70_000)).to.deep.equal([short, short, long.length, long.length]);
    expect(lengthsFrom(7, 1)).to.deep.equal([long.length]);
    db.exec("UPDATE event SET hash = 'broken' WHERE revision = 3");
    const { events, damage } = reader.forwards(ref, reader.cursorAt(ref.streamId, 0), 100);
    expect(events).to.have.length(2);
    expect(damage).to.deep.include({ revision: 2, position: 3 });
    db.close();
  });

  it("reads events that are far apart up to the first that is long, missing or damaged", () => {
    const journal = storedJournal([["a", 60]]);
    const { db, reader, events } = journal;
    const ref = refOf(journal, "a");
    const revisions = [50, 3, 0, 41, 7, 33];
    const wanted = revisions.map((revision) => events[revision]);
    const read = (of = reader) => of.at(ref, revisions, PAGE_UNITS);
    expect(read()).to.deep.equal(wanted);
    expect(reader.at(ref, [60, 1], PAGE_UNITS)).to.deep.equal([]);
    db.exec("UPDATE event SET data = 'changed' WHERE revision = 7");
    expect(read()).to.deep.equal(wanted.slice(0, 4));
    expect(read(createReader(db, false))).to.have.length(6);
    db.exec("UPDATE event SET hash = 'broken' WHERE revision = 40");
    expect(read()).to.deep.equal(wanted.slice(0, 3));
    db.prepare<[string]>("UPDATE event SET data = ? WHERE revision = 0").run("x".repeat(20_000));
    expect(read(createReader(db, false))).to.deep.equal(wanted.slice(0, 2));
    db.exec("DELETE FROM event WHERE revision = 3");
    expect(read()).to.deep.equal(wanted.slice(0, 1));
    db.close();
  });

  it("never reads more than a page", () => {
    const journal = storedJournal([["a", PAGE_EVENTS + 5]]);
    const ref = refOf(journal, "a");
    const { reader } = journal;
    const all = Number.MAX_SAFE_INTEGER;
    expect(reader.forwards(ref, reader.cursorAt(ref.streamId, 0), all).events).to.have.length(
      PAGE_EVENTS,
    );
    expect(reader.backwards(ref, PAGE_EVENTS + 4, all).events).to.have.length(PAGE_EVENTS);
    journal.db.close();
  });

  const DAMAGE: ReadonlyArray<readonly [string, string, number, boolean]> = [
    ["a changed text", "UPDATE event SET data = '\"y\"' WHERE revision = 5", 5, true],
    ["a changed type", "UPDATE event SET type = 'x' WHERE revision = 5", 5, true],
    ["a changed id", "UPDATE event SET id = 'x' WHERE revision = 5", 5, true],
    ["a changed hash", "UPDATE event SET hash = upper(hash) WHERE revision = 5", 5, true],
    ["a missing event", "DELETE FROM event WHERE revision = 5", 5, false],
    ["a mark that says nothing", "UPDATE event SET erased = '' WHERE revision = 5", 5, false],
  ];
  for (const [name, sql, revision, needsCheck] of DAMAGE) {
    for (const verify of [true, false]) {
      const isFound = verify || !needsCheck;
      it(`${isFound ? "stops at" : "passes over"} ${name}${verify ? "" : ", unchecked"}`, () => {
        const journal = storedJournal([["a", 10]], verify);
        journal.db.exec(sql);
        const ref = refOf(journal, "a");
        const up = journal.reader.forwards(ref, journal.reader.cursorAt(ref.streamId, 0), 100);
        const down = journal.reader.backwards(ref, 9, 100);
        if (isFound) {
          expect(up.damage).to.include({ kind: "damaged", stream: "a", revision });
          expect(up.events).to.have.length(revision);
          expect(down.damage?.kind).to.equal("damaged");
          expect(down.events.every((event) => event.revision > revision)).to.equal(true);
        } else {
          expect([up.damage, down.damage]).to.deep.equal([undefined, undefined]);
          expect([up.events.length, down.events.length]).to.deep.equal([10, 10]);
        }
        journal.db.close();
      });
    }
  }

  it("misses the beginning of a stream too", () => {
    const journal = storedJournal([["a", 4]]);
    journal.db.exec("DELETE FROM event WHERE revision = 0");
    const ref = refOf(journal, "a");
    const down = journal.reader.backwards(ref, 3, 100);
    expect(down.damage).to.include({ kind: "damaged", revision: 0 });
    expect(down.events.map((event) => event.revision)).to.deep.equal([3, 2]);
    journal.db.close();
  });

  it("knows the predecessor of the first event of all", () => {
    const journal = storedJournal([["a", 1]]);
    const cursor = journal.reader.cursorAt(refOf(journal, "a").streamId, 0);
    expect(cursor).to.deep.equal({ revision: 0, hash: "0".repeat(64) });
    journal.db.close();
  });
});
