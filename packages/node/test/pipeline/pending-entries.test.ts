import type { JournalEntry } from "@tallystick/views";
import { expect } from "chai";
import { foldedAtOnce, PendingEntries } from "../../src/pipeline/pending-entries.js";

const mebibyte = 1024 * 1024;
const long = "x".repeat(mebibyte);

const entriesFrom = (
  first: number,
  count: number,
  data = "{}",
  hash: { readonly hash?: string } = { hash: "h" },
): ReadonlyArray<JournalEntry> =>
  Array.from({ length: count }, (_, at) => ({ offset: first + at, type: "T", data, ...hash }));

const offsets = (entries: ReadonlyArray<JournalEntry>): ReadonlyArray<number> =>
  entries.map(({ offset }) => offset);

describe("Entries that wait for the views", () => {
  it("are so many at most, or have so many characters", () => {
    const many = new PendingEntries();
    expect(many.add(entriesFrom(1, 50_000))).to.equal(true);
    expect(many.add(entriesFrom(50_001, 1))).to.equal(false);
    const large = new PendingEntries();
    expect(large.add(entriesFrom(1, 16, long))).to.equal(true);
    expect(large.add(entriesFrom(17, 1))).to.equal(false);
    expect(offsets(large.take(2_000))).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(large.add(entriesFrom(17, 8, long))).to.equal(true);
    expect(large.add(entriesFrom(25, 1))).to.equal(false);
    large.clear();
    expect([large.isEmpty, large.add(entriesFrom(1, 16, long))]).to.deep.equal([true, true]);
  });

  it("are worth waking the views for when they are many or long", () => {
    const pending = new PendingEntries();
    pending.add(entriesFrom(1, 999));
    expect(pending.isMuch()).to.equal(false);
    pending.add(entriesFrom(1_000, 1));
    expect(pending.isMuch()).to.equal(true);
    pending.take(2_000);
    expect(pending.isMuch()).to.equal(false);
    pending.add(entriesFrom(1_001, 1, long));
    expect(pending.isMuch()).to.equal(true);
  });

  it("are taken up to one whose hash is known, where there is one", () => {
    const pending = new PendingEntries();
    pending.add([...entriesFrom(1, 3), ...entriesFrom(4, 3, "{}", {})]);
    expect(offsets(pending.take(5))).to.deep.equal([1, 2, 3]);
    expect(offsets(pending.take(2))).to.deep.equal([4, 5]);
    expect(offsets(pending.take(2))).to.deep.equal([6]);
    expect(pending.isEmpty).to.equal(true);
  });

  it("are folded one alone at least, however long it is", () => {
    const longest = "x".repeat(9 * mebibyte);
    const entries = [...entriesFrom(1, 2, longest), ...entriesFrom(3, 3)];
    expect([0, 1, 2, 4].map((from) => foldedAtOnce(entries, from, 2))).to.deep.equal([1, 1, 2, 1]);
  });
});
