import { expect } from "chai";
import type { LedgerEvent } from "@tallystick/core";
import { databaseOf, ledgerFile } from "../ledger-views.js";
import {
  createOf,
  entriesOf,
  exerciseOf,
  iouV1,
  leftOf,
  noteId,
  partyAt,
  placedId,
  rightOf,
  transactionAt,
} from "../journal-fixture.js";

const opened = () => ledgerFile();

/** Blocks, names and checkpoint of a journal, folded so many at once. */
const contentOf = (events: ReadonlyArray<LedgerEvent>, step: number): string => {
  const views = opened();
  const entries = entriesOf(events);
  for (let at = 0; at < entries.length; at += step)
    rightOf(views.fold(entries.slice(at, at + step)));
  const db = databaseOf(views);
  const blocks = db
    .prepare("SELECT tree, first, hex(data) FROM block ORDER BY tree, first")
    .raw()
    .all();
  const names = db.prepare("SELECT id, text FROM name ORDER BY id").raw().all();
  const [checkpoint] = db.prepare("SELECT text FROM checkpoint").pluck().all();
  views.close();
  return JSON.stringify([blocks, names, checkpoint]);
};

/** Creates, archives, transients and exercises of four parties. */
const events: ReadonlyArray<LedgerEvent> = Array.from({ length: 120 }, (_, index) => {
  const offset = index + 1;
  const party = ["alice", "bob", "carol", "dave"][index % 4] ?? "alice";
  if (offset % 10 === 0) return partyAt(offset, `party-${offset}`);
  if (offset % 3 === 0) {
    return transactionAt(offset, [
      exerciseOf(0, placedId(`c${offset - 2}`, offset - 2, 0), [
        ["alice", "bob", "carol", "dave"][(index - 2) % 4] ?? "",
      ]),
    ]);
  }
  if (offset % 7 === 0) {
    const id = placedId(`t${offset}`, offset, 0);
    return transactionAt(offset, [createOf(0, id, [party]), exerciseOf(1, id, [party])]);
  }
  const templateId = offset % 2 === 0 ? iouV1 : noteId;
  return transactionAt(offset, [
    createOf(0, placedId(`c${offset}`, offset, 0), [party], { templateId }),
  ]);
}).filter((event) => {
  if (event.type !== "TransactionCommitted") return true;
  const [node] = event.nodes;
  return node !== undefined;
});

/** The events whose archivals are of contracts that are there. */
const sound = (() => {
  const active = new Set<string>();
  return events.map((event, index) => {
    if (event.type !== "TransactionCommitted") return event;
    const isSound = event.nodes.every((node) =>
      node.kind === "create" ? (active.add(node.contractId), true) : active.delete(node.contractId),
    );
    return isSound ? event : partyAt(index + 1, `instead-${index}`);
  });
})();

describe("The index of events", () => {
  for (const step of [1, 5, 64]) {
    it(`is the same, byte for byte, when ${step} are folded at once`, () => {
      expect(contentOf(sound, step)).to.equal(contentOf(sound, sound.length));
    });
  }

  const alice = placedId("c1", 1, 0);
  const made = transactionAt(1, [createOf(0, alice, ["alice"])]);

  for (const [what, event, message] of [
    [
      "a contract that was never made",
      transactionAt(2, [exerciseOf(0, placedId("c9", 1, 5), ["alice"])]),
      /archives contract .* which is not active/,
    ],
    [
      "a contract of a transaction to come",
      transactionAt(2, [exerciseOf(0, placedId("c9", 9, 0), ["alice"])]),
      /not active/,
    ],
    [
      "a contract whose id tells no place",
      transactionAt(2, [exerciseOf(0, "00".repeat(40), ["alice"])]),
      /not active/,
    ],
    [
      "a contract of different stakeholders",
      transactionAt(2, [exerciseOf(0, alice, ["mallory"])]),
      /different stakeholders/,
    ],
    [
      "the same contract twice",
      transactionAt(2, [exerciseOf(0, alice, ["alice"]), exerciseOf(1, alice, ["alice"])]),
      /not active/,
    ],
  ] as const) {
    it(`is not made of an event that archives ${what}, and stays as it was`, () => {
      const views = opened();
      rightOf(views.fold(entriesOf([made])));
      const error = leftOf(views.fold(entriesOf([event], 2)));
      expect(error).to.include({ kind: "journal", offset: 2 });
      expect(error.message).to.match(message);
      expect(views.checkpoint.offset).to.equal(1);
      const archived = transactionAt(2, [exerciseOf(0, alice, ["alice"])]);
      rightOf(views.fold(entriesOf([archived], 2)));
      expect(views.checkpoint.offset).to.equal(2);
      views.close();
    });
  }

  it("takes a contract that is made and archived in one transaction for none", () => {
    const id = placedId("t", 1, 0);
    const views = opened();
    const event = transactionAt(1, [createOf(0, id, ["alice"]), exerciseOf(1, id, ["alice"])]);
    rightOf(views.fold(entriesOf([event])));
    const again = transactionAt(2, [exerciseOf(0, id, ["alice"])]);
    expect(leftOf(views.fold(entriesOf([again], 2))).kind).to.equal("journal");
    views.close();
  });
});
