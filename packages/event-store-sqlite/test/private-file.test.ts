import { chmodSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { makePrivate } from "../src/private-file.js";
import { journalFolder, newEvents, opened, right, STREAM } from "./journal-files.js";

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe("the files of a journal", () => {
  it("are read by their owner alone, all of them, also those that were there before", async () => {
    const journal = journalFolder();
    writeFileSync(`${journal.file}.lock`, "", { mode: 0o644 });
    const store = await opened({ file: journal.file });
    right(await store.append(STREAM, "no-stream", newEvents(1)));
    const modes = ["", "-wal", "-shm", ".head", ".lock"].map((end) => modeOf(journal.file + end));
    expect(modes).to.deep.equal([0o600, 0o600, 0o600, 0o600, 0o600]);
    await store.close();
    journal.cleanUp();
  });

  it("keep what is in them", () => {
    const journal = journalFolder();
    const file = join(dirname(journal.file), "file");
    writeFileSync(file, "content", { mode: 0o644 });
    chmodSync(file, 0o666);
    makePrivate(file);
    expect([modeOf(file), statSync(file).size]).to.deep.equal([0o600, 7]);
    expect(() => makePrivate("/no/such/folder/file")).to.throw(/no such file/);
    journal.cleanUp();
  });
});
