import { chmodSync, lstatSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { makeJournalFile } from "../../src/files/journal-file.js";
import { sqliteStore } from "../../src/sqlite-store.js";
import { journalFolder, leftOf, newEvents, opened, rightOf, STREAM } from "../journal-files.js";

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe("the files of a journal", () => {
  it("are read by their owner alone, all of them, also those that were there before", async () => {
    const journal = journalFolder();
    writeFileSync(`${journal.file}.lock`, "", { mode: 0o644 });
    const store = await opened({ file: journal.file });
    rightOf(await store.append(STREAM, "no-stream", newEvents(1)));
    const modes = ["", "-wal", "-shm", ".head", ".lock"].map((end) => modeOf(journal.file + end));
    expect(modes).to.deep.equal([0o600, 0o600, 0o600, 0o600, 0o600]);
    await store.close();
    journal.cleanUp();
  });

  for (const end of ["", "-wal", "-shm", "-journal", ".lock"]) {
    it(`are no links: with journal.db${end} one it is not opened, and what that leads to stays`, async () => {
      const journal = journalFolder();
      const letters = join(dirname(journal.file), "letters");
      writeFileSync(letters, "letters", { mode: 0o644 });
      symlinkSync(letters, `${journal.file}${end}`);
      const error = leftOf(await sqliteStore({ file: journal.file }));
      expect(JSON.stringify(error)).to.contain(`journal.db${end} is a link; expected a file`);
      expect([modeOf(letters), statSync(letters).size]).to.deep.equal([0o644, 7]);
      journal.cleanUp();
    });
  }

  it("are made again where the note next to the journal is a link", async () => {
    const journal = journalFolder();
    const letters = join(dirname(journal.file), "letters");
    writeFileSync(letters, "letters", { mode: 0o644 });
    symlinkSync(letters, `${journal.file}.head`);
    const store = await opened({ file: journal.file });
    rightOf(await store.append(STREAM, "no-stream", newEvents(1)));
    await store.close();
    expect(lstatSync(`${journal.file}.head`).isSymbolicLink()).to.equal(false);
    expect([modeOf(letters), statSync(letters).size]).to.deep.equal([0o644, 7]);
    journal.cleanUp();
  });

  it("keep what is in them", () => {
    const journal = journalFolder();
    const file = join(dirname(journal.file), "file");
    writeFileSync(file, "content", { mode: 0o644 });
    chmodSync(file, 0o666);
    makeJournalFile(file);
    expect([modeOf(file), statSync(file).size]).to.deep.equal([0o600, 7]);
    expect(() => makeJournalFile("/no/such/folder/file")).to.throw(/no such file/);
    journal.cleanUp();
  });
});
