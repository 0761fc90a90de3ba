import type { Database } from "@tallystick/sqlite";
import { GENESIS_HASH } from "@tallystick/event-store";
import { chainHash } from "@tallystick/event-store";
import { expect } from "chai";
import type { Evidence } from "../../src/checks/acknowledged-head.js";
import { openDatabase } from "../../src/files/database.js";
import { checkOpening, headOfJournal } from "../../src/checks/opening-check.js";
import { createReader } from "../../src/reading/reader.js";
import { createWriter } from "../../src/writing/writer.js";
import { leftOf, newEvents, rightOf } from "../journal-files.js";

/** An event as its table has it. */
interface StoredRow {
  readonly id: string;
  readonly type: string;
  readonly metadata: string;
  readonly data: string;
}

const journalOf = (events: number) => {
  const db: Database = rightOf(openDatabase(":memory:", 0));
  const reader = createReader(db, true);
  const writer = createWriter(db, reader, false);
  if (events > 0) rightOf(writer.append("a", "no-stream", newEvents(events)));
  return { db, reader, head: headOfJournal(reader) };
};

const MISSING: Evidence = { kind: "missing" };

describe("the look at a journal before it is used", () => {
  it("checks the last events, and no more than it may or there are", () => {
    for (const [events, tail, wanted] of [
      [0, 10, 0],
      [1, 10, 1],
      [10, 10, 10],
      [11, 10, 10],
      [50, 10, 10],
      [50, 0, 0],
      [50, 1_000, 50],
    ] as const) {
      const { db, reader } = journalOf(events);
      const report = rightOf(checkOpening(reader, MISSING, tail, false));
      expect(report).to.deep.equal({
        checkedEvents: wanted,
        evidence: "missing",
        lostTail: undefined,
      });
      db.close();
    }
  });

  it("finds damage in them, and not before them", () => {
    for (const [position, isFound] of [
      [20, true],
      [11, true],
      [10, false],
      [1, false],
    ] as const) {
      const { db, reader } = journalOf(20);
      db.prepare("UPDATE event SET data = '\"y\"' WHERE position = ?").run(position);
      const checked = checkOpening(reader, MISSING, 10, false);
      if (isFound) expect(leftOf(checked)).to.include({ kind: "damaged", position });
      else expect(rightOf(checked).checkedEvents).to.equal(10);
      db.close();
    }
  });

  it("finds an event that another program appended twice, chained as it should be", () => {
    const { db, reader } = journalOf(20);
    const row = db
      .prepare(
        "SELECT position, stream_id, revision, id, type, metadata, data, hash FROM event WHERE position = 15",
      )
      .get() as StoredRow;
    const last = db.prepare("SELECT hash FROM event WHERE position = 20").pluck().get();
    const again = { ...row, position: 21, revision: 20 };
    const hash = chainHash(String(last), { ...again, stream: "a" });
    db.prepare(
      "INSERT INTO event VALUES (:position, :stream_id, :revision, :id, :type, :metadata, :data, :hash, NULL)",
    ).run({ ...again, hash });
    expect(leftOf(checkOpening(reader, MISSING, 10, false))).to.include({
      kind: "damaged",
      position: 21,
      reason: `its id ${row.id} is that of the event at position 15: it was appended twice`,
    });
    db.close();
  });

  it("knows the head of a journal, which an empty one does not have", () => {
    expect(journalOf(0).head).to.deep.equal({ position: 0, hash: GENESIS_HASH });
    const { db, head } = journalOf(7);
    expect(head.position).to.equal(7);
    expect(head.hash).to.equal(
      db.prepare("SELECT hash FROM event WHERE position = 7").pluck().get(),
    );
  });

  const acknowledged = (position: number, hash: string): Evidence => ({
    kind: "head",
    head: { position, hash },
  });

  it("finds nothing lost where the acknowledged event is there, also before the end", () => {
    const { db, reader } = journalOf(9);
    const hashAt = (position: number): string => reader.hashAtPosition(position) ?? "";
    for (const position of [1, 5, 9]) {
      const evidence = acknowledged(position, hashAt(position));
      expect(rightOf(checkOpening(reader, evidence, 10, false)).lostTail).to.equal(undefined);
    }
    const none = acknowledged(0, GENESIS_HASH);
    expect(rightOf(checkOpening(reader, none, 10, false)).evidence).to.equal("head");
    db.close();
  });

  const LOST: ReadonlyArray<readonly [string, number, string, number, RegExp]> = [
    ["the journal ends before it", 12, "ab".repeat(32), 9, /was truncated, or restored/],
    ["another event is at its place", 7, "ab".repeat(32), 6, /replaced by another copy/],
    ["another event is at the end", 9, "ab".repeat(32), 8, /replaced by another copy/],
  ];
  for (const [name, position, hash, foundPosition, reason] of LOST) {
    it(`is an error when ${name}, unless the loss is accepted`, () => {
      const { db, reader } = journalOf(9);
      const evidence = acknowledged(position, hash);
      const error = leftOf(checkOpening(reader, evidence, 10, false));
      const lost = { acknowledgedPosition: position, foundPosition };
      expect(error).to.include({ kind: "lost-tail", ...lost });
      expect(error).to.have.property("reason").that.matches(reason);
      expect(rightOf(checkOpening(reader, evidence, 10, true)).lostTail).to.deep.equal(lost);
      db.close();
    });
  }

  it("cannot compare what is unreadable, and says so", () => {
    const { db, reader } = journalOf(3);
    const report = rightOf(checkOpening(reader, { kind: "unreadable" }, 10, false));
    expect(report).to.include({ evidence: "unreadable", lostTail: undefined });
    db.close();
  });
});
