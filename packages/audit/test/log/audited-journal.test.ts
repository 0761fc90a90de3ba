import { ArgumentError } from "@tallystick/core";
import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import * as audit from "../../src/index.js";

/** As callers without a type checker give it. */
// border: the compiler would not let it through
const loose = (value: unknown) => value as never;

const journal = { store: inMemoryStore(), stream: "participant" };
const none = loose(undefined);

/** What a caller gives, and what is said of it. */
const rows: ReadonlyArray<readonly [string, () => unknown, string]> = [
  ["explain", () => audit.explain(none, none, none), "journal: expected an object, found nothing"],
  ["explain", () => audit.explain(journal, 1, none), "packages: expected an array, found nothing"],
  [
    "explain",
    () => audit.explain(journal, loose({ offset: 1 }), []),
    "target: expected a text, found an object",
  ],
  ["stateAt", () => audit.stateAt(loose("./data"), none), 'found the text "./data"'],
  ["stateAt", () => audit.stateAt(journal, none), "moment: expected an object, found nothing"],
  ["changesBetween", () => audit.changesBetween(none, 1, 2), "journal: expected an object"],
  ["compareJournals", () => audit.compareJournals(journal, none), "b: expected an object"],
  [
    "lastEventOf",
    () => audit.lastEventOf(loose({ data: "./data" })),
    "journal.store: expected an object, found nothing",
  ],
  ["exportedRows", () => audit.exportedRows(none, {}).next(), "journal: expected an object"],
  ["exportedLines", () => audit.exportedLines(none, {}).next(), "journal: expected an object"],
  ["checkContents", () => audit.checkContents(journal, none, none), "data: expected a text"],
  ["watchJournal", () => audit.watchJournal(journal, none), "watch: expected an object"],
  ["offsetOfUpdate", () => audit.offsetOfUpdate(journal, none), "updateId: expected a text"],
  ["checkLog", () => audit.checkLog(journal, none), "folder: expected an object, found nothing"],
  ["JournalLog.open", () => audit.JournalLog.open(none, none), "journal: expected an object"],
  ["Witness.open", () => audit.Witness.open(none, "w", []), "folder: expected a text"],
];

describe("An argument of an audit that is not what it must be", () => {
  for (const [name, call, says] of rows) {
    it(`is named by ${name}: ${says}`, async () => {
      let thrown: unknown;
      try {
        await call();
      } catch (error) {
        thrown = error;
      }
      expect(thrown).to.be.instanceOf(ArgumentError);
      expect(thrown).to.have.property("message").that.includes(says);
    });
  }
});
