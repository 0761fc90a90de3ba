import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { streamForwards } from "../../src/reading/page-source.js";
import { CLOSED, feedPage, lastEvent, pages, readNow } from "../../src/reading/stream-reads.js";
import { leftOf, readToEnd, rightOf } from "../journal-files.js";
import { storedJournal } from "../stored-journal.js";

const spoilt = () => {
  const journal = storedJournal([["a", 10]]);
  journal.db.exec("UPDATE event SET data = '\"y\"' WHERE revision = 6");
  return journal;
};

describe("reads of a stream", () => {
  it("give pages until they have as many as they may", async () => {
    const journal = storedJournal([["a", 25]]);
    for (const [maxCount, wanted] of [
      [undefined, 25],
      [0, 0],
      [7, 7],
      [7.9, 7],
      [25, 25],
      [99, 25],
    ] as const) {
      const source = streamForwards(journal.reader, "a", 0);
      const { events, error } = await readToEnd(pages(journal, source, maxCount));
      expect([events.length, error], String(maxCount)).to.deep.equal([wanted, undefined]);
    }
    journal.db.close();
  });

  it("give the good part of a damaged page, then the damage, then nothing", async () => {
    const journal = spoilt();
    const items = [];
    for await (const item of pages(journal, streamForwards(journal.reader, "a", 0), undefined))
      items.push(isLeft(item) ? item.left.kind : item.right.length);
    expect(items).to.deep.equal([6, "damaged"]);
    journal.db.close();
  });

  it("at once are the same, or the damage alone", () => {
    const journal = storedJournal([["a", 10]]);
    for (let from = 0; from <= 11; from += 1) {
      const found = rightOf(readNow(journal, "a", from, 4)).map(({ revision }) => revision);
      const wanted = [from, from + 1, from + 2, from + 3].filter((revision) => revision < 10);
      expect(found).to.deep.equal(wanted);
    }
    expect(rightOf(readNow(journal, "none", 0, 4))).to.deep.equal([]);
    journal.db.close();
    const damaged = spoilt();
    expect(rightOf(readNow(damaged, "a", 0, 6))).to.have.length(6);
    expect(leftOf(readNow(damaged, "a", 0, 7))).to.include({ kind: "damaged", revision: 6 });
    damaged.db.close();
  });

  it("of the last event check it too", () => {
    const journal = storedJournal([
      ["a", 3],
      ["b", 1],
    ]);
    expect(rightOf(lastEvent(journal, "a"))?.revision).to.equal(2);
    expect(rightOf(lastEvent(journal, "none"))).to.equal(undefined);
    journal.db.exec("UPDATE event SET data = '\"y\"' WHERE position = 3");
    expect(leftOf(lastEvent(journal, "a"))).to.include({ kind: "damaged", revision: 2 });
    expect(rightOf(lastEvent(journal, "b"))?.revision).to.equal(0);
    journal.db.close();
  });

  it("for subscriptions have the end with them", () => {
    const journal = storedJournal([["a", 5]]);
    const revisions = (after: number) => {
      const { events, head } = rightOf(feedPage(journal, "a", after));
      return [events.map(({ revision }) => revision), head];
    };
    expect(revisions(-1)).to.deep.equal([[0, 1, 2, 3, 4], 4]);
    expect(revisions(2)).to.deep.equal([[3, 4], 4]);
    expect(revisions(4)).to.deep.equal([[], 4]);
    expect(rightOf(feedPage(journal, "none", -1))).to.deep.equal({ events: [], head: "no-stream" });
    journal.db.close();
    const damaged = spoilt();
    expect(rightOf(feedPage(damaged, "a", -1)).events).to.have.length(6);
    expect(leftOf(feedPage(damaged, "a", 5))).to.include({ kind: "damaged", revision: 6 });
    damaged.db.close();
  });

  it("of a closed journal are an error that says so", async () => {
    const journal = storedJournal([["a", 5]]);
    const source = streamForwards(journal.reader, "a", 0);
    journal.db.close();
    expect((await readToEnd(pages(journal, source, undefined))).error).to.deep.equal({
      kind: "closed",
    });
    const closed = leftOf(CLOSED);
    expect(leftOf(readNow(journal, "a", 0, 1))).to.deep.equal(closed);
    expect(leftOf(readNow(journal, "a", 0, 0))).to.deep.equal(closed);
    expect(leftOf(lastEvent(journal, "a"))).to.deep.equal(closed);
    expect(leftOf(feedPage(journal, "a", -1))).to.deep.equal(closed);
  });

  it("that SQLite cannot do are an error with their place", () => {
    const journal = storedJournal([["a", 5]]);
    const broken = {
      db: journal.db,
      reader: {
        ...journal.reader,
        forwards: () => {
          throw new Error("disk I/O error");
        },
      },
    };
    expect(leftOf(readNow(broken, "a", 2, 1))).to.deep.equal({
      kind: "unavailable",
      outcome: "known",
      reason: "disk I/O error",
    });
    journal.db.close();
  });
});
