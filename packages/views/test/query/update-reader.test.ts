import { updateIdOf } from "@tallystick/core";
import { everythingFor, type UpdateFormat } from "@tallystick/wire";
import { expect } from "chai";
import { checkSeed } from "@tallystick/tables";
import { databaseOf, ledgerFile } from "../ledger-views.js";
import { resolveUpdateFormat } from "../../src/format/resolved-update-format.js";
import { readingOf } from "../../src/query/reading.js";
import { updateLookup, updateObjects, updateReader } from "../../src/query/update-reader.js";
import { gather } from "../../src/sqlite/gather.js";
import { viewReader } from "../../src/sqlite/view-reader.js";
import {
  catalog,
  contextAt,
  createOf,
  entriesOf,
  partyAt,
  rightOf,
  transactionAt,
} from "../journal-fixture.js";

const seedAt = (offset: number): string => offset.toString(16).padStart(56, "0");
const placed = (offset: number): string => updateIdOf(seedAt(offset), offset);

const entries = entriesOf([
  transactionAt(1, [createOf(0, "a", ["alice"])], { updateId: placed(1) }),
  partyAt(2, "zoe"),
  transactionAt(3, [createOf(0, "b", ["bob"])], { updateId: placed(3) }),
  partyAt(4, "yan"),
  transactionAt(5, [createOf(0, "c", ["bob"], { observers: ["alice"] })], { updateId: placed(5) }),
]);
const texts = { between: (first: number, last: number) => entries.slice(first - 1, last) };
const context = contextAt(entries.length);
const transactionShape = "TRANSACTION_SHAPE_ACS_DELTA" as const;

const transactionsFor = (...parties: ReadonlyArray<string>): UpdateFormat => ({
  includeTransactions: { eventFormat: everythingFor(...parties), transactionShape },
});
const hostingOf = (...parties: ReadonlyArray<string>): UpdateFormat => ({
  includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties } },
});

describe("A reader of updates", () => {
  const views = ledgerFile();
  rightOf(views.fold(entries));
  const reading = readingOf(viewReader(databaseOf(views), checkSeed("")), texts);
  after(() => views.close());

  const readerOf = (format: UpdateFormat, of = context) => {
    const resolved = rightOf(resolveUpdateFormat(format, catalog));
    return {
      ...updateReader(reading, of, resolved, updateObjects),
      ...updateLookup(reading, of, resolved),
    };
  };

  /** The offsets at which the format shows anything. */
  const shown = (format: UpdateFormat): ReadonlyArray<number> => {
    const reader = readerOf(format);
    const range = { after: 0, upTo: 5, limit: 100, descending: false };
    const offsets = gather(reader.reads(), (offset: number) => offset, range);
    const updateAt = reader.updatesAt(offsets);
    return offsets.filter((offset) => rightOf(updateAt(offset)).item !== undefined);
  };

  for (const [what, format, offsets] of [
    ["the transactions of a party", transactionsFor("alice"), [1, 5]],
    ["the transactions of another", transactionsFor("bob"), [3, 5]],
    ["the transactions of both", transactionsFor("alice", "bob"), [1, 3, 5]],
    ["the transactions of a party nobody knows", transactionsFor("nobody"), []],
    ["the hosting of everybody", hostingOf(), [2, 4]],
    ["the hosting of one", hostingOf("yan"), [4]],
    ["the hosting of a party nobody knows", hostingOf("nobody"), []],
    ["both", { ...transactionsFor("alice"), ...hostingOf("zoe") }, [1, 2, 5]],
    ["nothing", {}, []],
  ] as const) {
    it(`finds ${what}`, () => {
      expect(shown(format)).to.deep.equal(offsets);
    });
  }

  it("says what was read of the journal for each", () => {
    const { updateAt } = readerOf(transactionsFor("alice"));
    for (const offset of [1, 2, 3])
      expect(rightOf(updateAt(offset)).bytes).to.equal(entries[offset - 1]?.data.length);
  });

  for (const [what, updateId, isFound] of [
    ["of a transaction it shows", placed(1), true],
    ["of one it does not show", placed(3), false],
    ["of another seed", updateIdOf("f".repeat(56), 5), false],
    ["of an offset to come", updateIdOf(seedAt(9), 9), false],
    ["of nothing", "xyz", false],
  ] as const) {
    it(`${isFound ? "finds" : "does not find"} an id ${what}`, () => {
      const found = rightOf(readerOf(transactionsFor("alice")).updateOf(updateId));
      expect(found !== undefined).to.equal(isFound);
    });
  }

  it("does not find what was pruned", () => {
    const pruned = { ...context, prunedUpTo: () => 1 };
    const reader = readerOf(transactionsFor("alice"), pruned);
    expect(rightOf(reader.updateOf(placed(1)))).to.equal(undefined);
    expect(rightOf(reader.updateOf(placed(5)))).to.not.equal(undefined);
  });
});
