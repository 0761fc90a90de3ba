import { chainHash, GENESIS_HASH } from "@tallystick/event-store";
import { expect } from "chai";
import fc from "fast-check";
import { openDatabase } from "../../src/files/database.js";
import { createReader } from "../../src/reading/reader.js";
import { createWriter } from "../../src/writing/writer.js";
import { journalFolder, leftOf, newEvents, rightOf, tamper } from "../journal-files.js";
import { refOf, storedJournal } from "../stored-journal.js";

describe("the writer of a journal", () => {
  it("chains each stream, and counts positions over all of them, however many come at once", () => {
    const sizes = fc.array(fc.tuple(fc.constantFrom("a", "b"), fc.integer({ min: 1, max: 40 })), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(sizes, (appends) => {
        const { db, events } = storedJournal(appends);
        const heads = new Map<string, { readonly revision: number; readonly hash: string }>();
        for (const [at, event] of events.entries()) {
          const head = heads.get(event.stream) ?? { revision: -1, hash: GENESIS_HASH };
          expect(event.position).to.equal(at + 1);
          expect(event.revision).to.equal(head.revision + 1);
          expect(event.hash).to.equal(chainHash(head.hash, event));
          heads.set(event.stream, event);
        }
        db.close();
      }),
      { numRuns: 25 },
    );
  });

  it("says where an append ended, and that it is new", () => {
    const journal = storedJournal([["a", 3]]);
    const written = rightOf(journal.writer.append("b", "no-stream", newEvents(20)));
    const { revision, position, hash } = written.appended;
    expect([written.fresh, revision, position]).to.deep.equal([true, 19, 23]);
    expect(hash).to.equal(journal.reader.hashAtPosition(23));
    journal.db.close();
  });

  it("writes a repeat not again, and says so", () => {
    const journal = storedJournal([]);
    const events = newEvents(5);
    const first = rightOf(journal.writer.append("a", "no-stream", events));
    rightOf(journal.writer.append("a", 4, newEvents(3)));
    const again = rightOf(journal.writer.append("a", "no-stream", events));
    expect(again).to.deep.equal({ appended: first.appended, fresh: false });
    expect(journal.reader.lastPosition()).to.equal(8);
    journal.db.close();
  });

  const WRONG: ReadonlyArray<readonly [string, "no-stream" | number, number | "no-stream"]> = [
    ["no stream where there is one", "no-stream", 2],
    ["an earlier end", 1, 2],
    ["a later end", 3, 2],
  ];
  for (const [name, expected, actual] of WRONG) {
    it(`refuses an append that expects ${name}`, () => {
      const journal = storedJournal([["a", 3]]);
      const error = leftOf(journal.writer.append("a", expected, newEvents(1)));
      expect(error).to.include({ kind: "wrong-expected-revision", expected, actual });
      expect(journal.reader.lastPosition()).to.equal(3);
      journal.db.close();
    });
  }

  it("refuses an append to a stream that is not there", () => {
    const journal = storedJournal([]);
    const error = leftOf(journal.writer.append("a", 0, newEvents(1)));
    expect(error).to.include({ kind: "wrong-expected-revision", actual: "no-stream" });
    expect(journal.reader.streams.idOf("a")).to.equal(undefined);
    journal.db.close();
  });

  it("resumes where the journal ends after a failed append, of which nothing is left", () => {
    const journal = storedJournal([["a", 3]]);
    const { db, writer, reader } = journal;
    db.exec(
      "CREATE TRIGGER full AFTER INSERT ON event WHEN NEW.revision = 30 BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    const error = leftOf(writer.append("a", 2, newEvents(40)));
    expect(error).to.include({ kind: "unavailable", outcome: "known" });
    expect(reader.lastPosition()).to.equal(3);
    db.exec("DROP TRIGGER full");
    const written = rightOf(writer.append("a", 2, newEvents(40)));
    expect([written.appended.revision, written.appended.position]).to.deep.equal([42, 43]);
    const ref = refOf(journal, "a");
    const read = reader.forwards(ref, reader.cursorAt(ref.streamId, 0), 100);
    expect([read.events.length, read.damage]).to.deep.equal([43, undefined]);
    db.close();
  });

  it("finds events of a writer without the lock, and does not overwrite them", () => {
    const files = journalFolder();
    const db = rightOf(openDatabase(files.file, 1_000));
    const reader = createReader(db, true);
    const writer = createWriter(db, reader, false);
    rightOf(writer.append("a", "no-stream", newEvents(2)));
    const other = rightOf(openDatabase(files.file, 1_000));
    rightOf(createWriter(other, createReader(other, true), true).append("a", 1, newEvents(2)));
    other.close();
    const error = leftOf(writer.append("a", 1, newEvents(1)));
    expect(error).to.include({ kind: "wrong-expected-revision", actual: 3 });
    expect(rightOf(writer.append("a", 3, newEvents(1))).appended.position).to.equal(5);
    db.close();
    files.cleanUp();
  });

  it("looks again before each append where others may write", () => {
    const files = journalFolder();
    const [one, two] = [0, 1].map(() => {
      const db = rightOf(openDatabase(files.file, 1_000));
      return { db, writer: createWriter(db, createReader(db, true), true) };
    });
    if (one === undefined || two === undefined) throw new Error("no journal");
    rightOf(one.writer.append("a", "no-stream", newEvents(1)));
    for (let revision = 0; revision < 6; revision += 2) {
      rightOf(two.writer.append("a", revision, newEvents(1)));
      rightOf(one.writer.append("a", revision + 1, newEvents(1)));
    }
    one.db.close();
    two.db.close();
    tamper(files.file, "PRAGMA integrity_check");
    files.cleanUp();
  });

  it("never appends to a stream whose end is damaged as if it were whole", () => {
    const journal = storedJournal([["a", 2]]);
    const events = newEvents(2);
    rightOf(journal.writer.append("b", "no-stream", events));
    journal.db.exec("UPDATE event SET erased = 'x' WHERE position = 4");
    const fresh = createWriter(journal.db, createReader(journal.db, true), true);
    const error = leftOf(fresh.append("b", "no-stream", events));
    expect(["damaged", "wrong-expected-revision", "unavailable"]).to.include(error.kind);
    expect(journal.reader.lastPosition()).to.equal(4);
    journal.db.close();
  });
});
