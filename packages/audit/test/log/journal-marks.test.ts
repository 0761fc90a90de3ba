import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EventStore, inMemoryStore } from "@tallystick/event-store";
import { openLedger } from "@tallystick/node";
import { expect } from "chai";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { AuditedJournal } from "../../src/log/audited-journal.js";
import { marksOf } from "../../src/log/journal-marks.js";
import { LogFolder } from "../../src/log/log-folder.js";

const rightOf = <E, A>(either: Either<E, A>): A => {
  if (isLeft(either)) throw new Error(JSON.stringify(either.left));
  return either.right;
};

/** A journal with two disclosure keys, and the offsets from which it was read. */
const journalOfTwoKeys = async (store: EventStore = inMemoryStore()) => {
  const ledger = rightOf(await openLedger({ store }));
  const drawn: Array<number> = [];
  for (const partyIdHint of ["a", "b"]) {
    rightOf(await ledger.drawDisclosureKey());
    drawn.push(ledger.ledgerEnd());
    rightOf(await ledger.allocateParty({ partyIdHint }));
  }
  await ledger.close();
  const whole: Array<number> = [];
  const journal: AuditedJournal = {
    stream: "participant-participant",
    store: {
      lastEvent: (stream) => store.lastEvent(stream),
      readStream: (stream, read) => {
        // single events are looked up
        if (read?.maxCount === undefined) whole.push(read?.from ?? 0);
        return store.readStream(stream, read);
      },
    },
  };
  return { store, journal, drawn, whole };
};

describe("What the log knows of a journal", () => {
  it("is what all of its events say, and resumes from where it was kept", async () => {
    const { journal, drawn, whole, store } = await journalOfTwoKeys();
    const marks = await marksOf(journal);
    const kept = marks.kept();
    expect(kept).to.include({ size: marks.size });
    expect(kept.keys).to.deep.equal(drawn);
    expect(marks.incarnation).to.match(/^[0-9a-f]{8}$/);
    const resumed = await marksOf(journal, kept);
    expect(whole).to.deep.equal([0, kept.size]);
    expect(resumed.kept()).to.deep.equal(kept);
    for (let offset = 1; offset <= kept.size; offset++)
      expect(resumed.keys.at(offset)).to.deep.equal(marks.keys.at(offset));

    const ledger = rightOf(await openLedger({ store }));
    rightOf(await ledger.drawDisclosureKey());
    const end = ledger.ledgerEnd();
    await ledger.close();
    const later = await marksOf(journal, kept);
    expect(later.kept()).to.deep.equal((await marksOf(journal)).kept());
    expect(later.kept().keys).to.include.members([...drawn, end]);
    expect(whole).to.deep.equal([0, kept.size, kept.size, 0]);
  });

  it("is read from the beginning where what was kept is of another or a longer journal", async () => {
    const { journal, whole } = await journalOfTwoKeys();
    const { journal: other } = await journalOfTwoKeys();
    const kept = (await marksOf(journal)).kept();
    for (const unfit of [
      (await marksOf(other)).kept(),
      { ...kept, size: kept.size + 1 },
      { ...kept, size: kept.size - 1 },
      { ...kept, size: 0 },
      { ...kept, keys: [...kept.keys, 1] },
      { ...kept, keys: [kept.size + 1] },
    ]) {
      whole.splice(0);
      expect((await marksOf(journal, unfit)).kept()).to.deep.equal(kept);
      expect(whole).to.deep.equal([0]);
    }
  });

  it("is kept in a file, which may be missing or unreadable", async () => {
    const { journal } = await journalOfTwoKeys();
    const kept = (await marksOf(journal)).kept();
    const place = mkdtempSync(join(tmpdir(), "marks-"));
    try {
      const folder = new LogFolder(join(place, "log"));
      expect(folder.marks()).to.equal(undefined);
      folder.keepMarks(kept);
      expect(folder.marks()).to.deep.equal(kept);
      mkdirSync(join(place, "log"), { recursive: true });
      for (const text of ["", "{", "{}", JSON.stringify({ ...kept, v: 2 })]) {
        writeFileSync(join(place, "log", "marks.json"), text);
        expect(folder.marks()).to.equal(undefined);
      }
    } finally {
      rmSync(place, { recursive: true });
    }
  });
});
