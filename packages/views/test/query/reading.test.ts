import { expect } from "chai";
import * as fc from "fast-check";
import type { Database } from "@tallystick/sqlite";
import { checkSeed } from "@tallystick/tables";
import { databaseOf, ledgerFile } from "../ledger-views.js";
import { everyOffset, type Reading, readingOf, readingThrough } from "../../src/query/reading.js";
import { viewReader } from "../../src/sqlite/view-reader.js";
import { history } from "../history-fixture.js";
import { entriesOf, rightOf } from "../journal-fixture.js";

const entries = entriesOf(history(40));
const texts = { between: (first: number, last: number) => entries.slice(first - 1, last) };

const folded = (upTo: number): { readonly db: Database; readonly reading: Reading } => {
  const views = ledgerFile();
  rightOf(views.fold(entries.slice(0, upTo)));
  const db = databaseOf(views);
  return { db, reading: readingOf(viewReader(db, checkSeed("")), texts) };
};

describe("A reading", () => {
  it("has the views' lists and the journal's events", () => {
    const { reading } = folded(40);
    expect(reading.entry(7)).to.deep.equal(entries[6]);
    const entryAt = reading.entriesAt([3, 4, 9]);
    for (const offset of [3, 4, 9]) expect(entryAt(offset)).to.deep.equal(entries[offset - 1]);
    expect(reading.nameText(reading.nameId("alice") ?? 0)).to.equal("alice");
    expect(reading.lastSeqAt(40)).to.be.above(20);
  });

  it("through another is always that of the moment", () => {
    const [first, second] = [folded(10), folded(40)];
    let now = first.reading;
    const through = readingThrough((read) => read(now));
    expect(through.contractAt(37, 0)).to.equal(undefined);
    now = second.reading;
    const { nameId, nameText } = through;
    const alice = nameId("alice") ?? 0;
    expect(nameText(alice)).to.equal("alice");
    expect(through.contractAt(37, 0)).to.deep.equal(second.reading.contractAt(37, 0));
    expect(through.lastSeqAt(40)).to.equal(second.reading.lastSeqAt(40));
    expect(through.contractGroups(alice)).to.deep.equal(second.reading.contractGroups(alice));
    expect(through.offsetsOfUpdate(`1220${"0".repeat(64)}`)).to.deep.equal([]);
    const range = { after: 0, upTo: 1_000, limit: 100, descending: false };
    expect(through.partyOffsets(alice, 15)(range)).to.deep.equal(
      second.reading.partyOffsets(alice, 15)(range),
    );
    const group = through.contractGroups(alice)[0] ?? { group: 0, template: 0 };
    expect(through.contractsOf(group, 40, range)).to.deep.equal(
      second.reading.contractsOf(group, 40, range),
    );
    expect(through.consistently(() => 5)).to.equal(5);
    expect(through.entriesAt([2])(2)).to.deep.equal(entries[1]);
    expect(through.entry(2)).to.deep.equal(entries[1]);
  });
});

describe("Every offset", () => {
  it("is each of a range, in its order, as many as requested", () => {
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.nat(50),
        fc.nat(20),
        fc.boolean(),
        (after, upTo, limit, descending) => {
          const all = Array.from({ length: Math.max(0, upTo - after) }, (_, n) => after + 1 + n);
          const wanted = (descending ? all.reverse() : all).slice(0, limit);
          expect(everyOffset({ after, upTo, limit, descending })).to.deep.equal(wanted);
        },
      ),
    );
  });
});
