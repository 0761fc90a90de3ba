import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { openFoldedFile } from "../../src/fold/folded-file.js";
import { history } from "../history-fixture.js";
import { entriesOf, leftOf, rightOf } from "../journal-fixture.js";

const entries = entriesOf(history(60)).map((entry) => ({ ...entry, hash: `h${entry.offset}` }));
const journal = { journalId: "0123", keepsTexts: false };

describe("A file that is folded into", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "folded-file-"));
    file = join(folder, "views.db");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const open = (of = journal) => rightOf(openFoldedFile(file, of));

  it("resumes where it was", () => {
    const first = open();
    expect(rightOf(first.fold(entries.slice(0, 25)))).to.include({ offset: 25, hash: "h25" });
    first.close();
    const second = open();
    expect(second.checkpoint()).to.include({ offset: 25, hash: "h25" });
    expect(second.rebuiltBecause).to.equal(undefined);
    rightOf(second.fold(entries.slice(25)));
    expect(second.checkpoint().offset).to.equal(60);
    second.close();
  });

  it("passes over what was folded, and wants nothing left out", () => {
    const views = open();
    rightOf(views.fold(entries.slice(0, 25)));
    expect(rightOf(views.fold(entries.slice(10, 30))).offset).to.equal(30);
    expect(rightOf(views.fold(entries.slice(0, 30))).offset).to.equal(30);
    expect(leftOf(views.fold(entries.slice(31, 40)))).to.include({
      kind: "gap",
      expectedOffset: 31,
      actualOffset: 32,
    });
    expect(rightOf(views.fold([])).offset).to.equal(30);
    views.close();
  });

  for (const [what, broken] of [
    ["is no event", { offset: 12, type: "Unknown", data: "{}" }],
    ["is no JSON", { offset: 12, type: "PartyAllocated", data: "{" }],
  ] as const) {
    it(`folds nothing of a batch in which one ${what}`, () => {
      const views = open();
      rightOf(views.fold(entries.slice(0, 10)));
      const batch = [...entries.slice(10, 11), broken, ...entries.slice(12, 20)];
      expect(leftOf(views.fold(batch))).to.include({ kind: "journal", offset: 12 });
      expect(views.checkpoint().offset).to.equal(10);
      rightOf(views.fold(entries.slice(10, 20)));
      expect(views.checkpoint().offset).to.equal(20);
      views.close();
    });
  }

  it("is damaged when it contradicts what it holds, and remembers that", () => {
    const views = open();
    rightOf(views.fold(entries.slice(0, 10)));
    const other = new Database(file);
    other.exec("DELETE FROM block; DELETE FROM name");
    other.close();
    views.close();
    const again = open();
    if (again.rebuiltBecause === undefined) {
      expect(leftOf(again.fold(entries.slice(10))).kind).to.equal("damaged");
      expect(existsSync(`${file}.damaged`)).to.equal(true);
    }
    again.close();
    const third = open();
    rightOf(third.fold(entries.slice(third.checkpoint().offset)));
    expect(third.checkpoint().offset).to.equal(60);
    third.close();
  });

  it("is started again on request, with nothing of before", () => {
    const views = open();
    rightOf(views.fold(entries));
    expect(rightOf(views.reset())).to.include({ offset: 0, hash: "" });
    expect(views.checkpoint().offset).to.equal(0);
    expect(views.db().prepare("SELECT count(*) FROM name").pluck().get()).to.equal(0);
    rightOf(views.fold(entries));
    views.close();
  });

  it("is started again for another journal, and says why", () => {
    const first = open();
    rightOf(first.fold(entries));
    first.close();
    const second = open({ ...journal, journalId: "4567" });
    expect(second.checkpoint().offset).to.equal(0);
    expect(second.rebuiltBecause).to.match(/of the journal .* expected/);
    second.close();
  });

  it("keeps the events when no one else has them", () => {
    const views = open({ ...journal, keepsTexts: true });
    rightOf(views.fold(entries));
    expect(views.db().prepare("SELECT count(*) FROM event_text").pluck().get()).to.equal(60);
    views.close();
  });

  it("is an error of files where it cannot be, or is another program's", () => {
    const missing = openFoldedFile(join(folder, "missing", "views.db"), journal);
    expect(leftOf(missing).kind).to.equal("file");
    const other = new Database(file);
    other.exec("CREATE TABLE theirs (a)");
    other.close();
    expect(leftOf(openFoldedFile(file, journal)).message).to.match(/something else/);
  });

  it("may pass what its file says while it is closed", () => {
    const views = open();
    views.db().close();
    expect(leftOf(views.fold(entries)).kind).to.equal("file");
    expect(rightOf(views.reset()).offset).to.equal(0);
    rightOf(views.fold(entries));
    views.close();
  });

  it("is an error of files when it cannot be started again", () => {
    const views = open();
    views.close();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "a file where the folder was");
    expect(leftOf(views.reset()).kind).to.equal("file");
  });
});
