import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { ledgerFile } from "../ledger-views.js";
import { viewsEnd } from "../../src/sqlite/views-end.js";
import { history } from "../history-fixture.js";
import { entriesOf, rightOf } from "../journal-fixture.js";

const journalId = "0123";
const entries = entriesOf(history(20)).map((entry) => ({ ...entry, hash: `hash ${entry.offset}` }));

describe("The end of views", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "views-end-"));
    file = join(folder, "views.db");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const fold = (upTo: number): void => {
    const views = ledgerFile(file, journalId);
    rightOf(views.fold(entries.slice(views.checkpoint.offset, upTo)));
    views.close();
  };

  it("is where they were folded to, with the hash of that event", () => {
    fold(0);
    expect(viewsEnd(file, journalId)).to.deep.equal({ offset: 0, hash: "" });
    fold(7);
    expect(viewsEnd(file, journalId)).to.deep.equal({ offset: 7, hash: "hash 7" });
    fold(20);
    expect(viewsEnd(file, journalId)).to.deep.equal({ offset: 20, hash: "hash 20" });
  });

  it("is unknown of another journal, and where there are none", () => {
    fold(7);
    expect(viewsEnd(file, "4567")).to.equal(undefined);
    expect(viewsEnd(join(folder, "missing.db"), journalId)).to.equal(undefined);
    expect(viewsEnd(folder, journalId)).to.equal(undefined);
  });

  for (const [what, damage] of [
    ["is no database", (path: string) => writeFileSync(path, "x".repeat(9_000))],
    [
      "has lost its checkpoint",
      (path: string) => {
        const db = new Database(path);
        db.exec("DELETE FROM checkpoint");
        db.close();
      },
    ],
  ] as const) {
    it(`is unknown of a file that ${what}, which stays as it is`, () => {
      fold(7);
      damage(file);
      expect(viewsEnd(file, journalId)).to.equal(undefined);
    });
  }
});
