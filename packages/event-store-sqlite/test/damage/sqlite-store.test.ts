import {
  closeSync,
  copyFileSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { sqliteStore } from "../../src/index.js";
import {
  journalFolder,
  leftOf,
  newEvents,
  opened,
  readToEnd,
  rightOf,
  STREAM,
  tamper,
  writeJournal,
} from "../journal-files.js";

describe("the SQLite store and a damaged journal", () => {
  let journal = journalFolder();
  beforeEach(() => {
    journal = journalFolder();
  });
  afterEach(() => journal.cleanUp());

  const EDITS: ReadonlyArray<readonly [string, string]> = [
    ["an edited event", "UPDATE event SET data = '\"y\"' WHERE position = 1200"],
    ["an edited hash", "UPDATE event SET hash = upper(hash) WHERE position = 1200"],
    ["a deleted event", "DELETE FROM event WHERE position = 1200"],
    [
      "an edited event with a hash to match it",
      `UPDATE event SET data = '"y"', hash = '${"0".repeat(64)}' WHERE position = 1200`,
    ],
  ];
  for (const [name, sql] of EDITS) {
    it(`stops reading at ${name}, after handing over what is good before it`, async () => {
      await writeJournal(journal.file, 3_000);
      tamper(journal.file, sql);
      const store = await opened({ file: journal.file });
      for (const pages of [
        store.readStream(STREAM),
        store.capabilities.allStreams.readAll(),
        store.readStream(STREAM, { from: 1_199 }),
      ]) {
        const { events, error } = await readToEnd(pages);
        expect(error?.kind).to.equal("damaged");
        expect(events.at(-1)?.position ?? 1_199).to.equal(1_199);
      }
      const backwards = [
        store.readStream(STREAM, { direction: "backwards" }),
        store.capabilities.allStreams.readAll({ direction: "backwards" }),
      ];
      for (const pages of backwards) {
        const { events, error } = await readToEnd(pages);
        expect(error?.kind).to.equal("damaged");
        expect(events.at(-1)?.position).to.be.within(1_201, 1_202);
      }
      await store.close();
    });
  }

  it("names stream, revision and position of the damage", async () => {
    await writeJournal(journal.file, 3_000);
    tamper(journal.file, "UPDATE event SET type = 'Forged' WHERE revision = 700");
    const store = await opened({ file: journal.file });
    const { error } = await readToEnd(store.readStream(STREAM));
    expect(error).to.include({ kind: "damaged", stream: STREAM, revision: 700, position: 701 });
    const items: unknown[] = [];
    for await (const item of store.subscribe(STREAM, 650))
      items.push(isLeft(item) ? item.left : item.right.kind);
    expect(items).to.have.length(2);
    expect(items[1]).to.include({ kind: "damaged", revision: 700 });
    await store.close();
  });

  it("reads edited events when told not to check hashes, but still misses a missing one", async () => {
    await writeJournal(journal.file, 3_000);
    tamper(journal.file, "UPDATE event SET type = 'Forged' WHERE revision = 700");
    tamper(journal.file, "DELETE FROM event WHERE revision = 800");
    const store = await opened({ file: journal.file, verifyReads: false });
    const { events, error } = await readToEnd(store.readStream(STREAM));
    expect(events[700]?.type).to.equal("Forged");
    expect(error).to.include({ kind: "damaged", revision: 800 });
    await store.close();
  });

  it("does not open when an event near the end was edited", async () => {
    await writeJournal(journal.file, 1_500);
    tamper(journal.file, "UPDATE event SET data = '\"y\"' WHERE position = 502");
    expect(leftOf(await sqliteStore({ file: journal.file }))).to.include({
      kind: "damaged",
      stream: STREAM,
      revision: 501,
      position: 502,
    });
    const store = await opened({ file: journal.file, tailCheckEvents: 100 });
    expect(store.report.checkedEvents).to.equal(100);
    await store.close();
  });

  it("does not open when the last events were deleted", async () => {
    await writeJournal(journal.file, 20);
    tamper(journal.file, "DELETE FROM event WHERE position > 15");
    expect(leftOf(await sqliteStore({ file: journal.file }))).to.include({
      kind: "lost-tail",
      acknowledgedPosition: 20,
      foundPosition: 15,
    });
  });

  it("does not open when the last event is another than was acknowledged", async () => {
    await writeJournal(journal.file, 3);
    const other = journalFolder();
    await writeJournal(other.file, 3);
    rmSync(`${journal.file}`);
    copyFileSync(other.file, journal.file);
    other.cleanUp();
    expect(leftOf(await sqliteStore({ file: journal.file }))).to.include({
      kind: "lost-tail",
      acknowledgedPosition: 3,
      foundPosition: 2,
    });
  });

  const SIDECARS: ReadonlyArray<readonly [string, (path: string) => void, string]> = [
    ["is missing", (path) => rmSync(path), "missing"],
    ["is empty", (path) => truncateSync(path, 0), "unreadable"],
    ["is cut in its first record", (path) => truncateSync(path, 60), "unreadable"],
    [
      "is garbage",
      (path) => writeFileSync(path, "head 99999999999 nonsense\n".repeat(20)),
      "unreadable",
    ],
    ["is cut in its second record", (path) => truncateSync(path, 200), "head"],
  ];
  for (const [name, spoil, evidence] of SIDECARS) {
    it(`opens when the note of the last acknowledged event ${name}, and writes it again`, async () => {
      await writeJournal(journal.file, 5);
      spoil(`${journal.file}.head`);
      const store = await opened({ file: journal.file });
      expect(store.report.evidence).to.equal(evidence);
      rightOf(await store.append(STREAM, 4, newEvents(1)));
      await store.close();
      const again = await opened({ file: journal.file });
      expect(again.report.evidence).to.equal("head");
      await again.close();
    });
  }

  it("does not open a file that is no database", async () => {
    writeFileSync(
      journal.file,
      "this is not a database, but long enough to be looked at ".repeat(50),
    );
    expect(leftOf(await sqliteStore({ file: journal.file })).kind).to.equal("damaged");
  });

  it("reports a page that SQLite cannot make sense of as damage", async () => {
    await writeJournal(journal.file, 3_000);
    const fd = openSync(journal.file, "r+");
    const half = Math.floor(statSync(journal.file).size / 8192 / 4) * 8192;
    writeSync(fd, Buffer.alloc(8192, 0xa5), 0, 8192, half);
    closeSync(fd);
    const store = await opened({ file: journal.file });
    const { error } = await readToEnd(store.capabilities.allStreams.readAll());
    expect(error?.kind).to.equal("damaged");
    await store.close();
  });

  it("does not touch a database of another program", async () => {
    tamper(journal.file, "CREATE TABLE theirs (x)");
    const error = leftOf(await sqliteStore({ file: journal.file }));
    expect(error).to.include({ kind: "unavailable", outcome: "known" });
  });

  it("does not open a journal of a later format", async () => {
    await writeJournal(journal.file, 1);
    tamper(journal.file, "PRAGMA user_version = 99");
    const error = leftOf(await sqliteStore({ file: journal.file }));
    expect(error).to.have.property("reason").that.includes("99");
  });

  it("does not open in a folder that is not there", async () => {
    const error = leftOf(await sqliteStore({ file: `${journal.file}/nowhere/journal.db` }));
    expect(error).to.include({ kind: "unavailable", outcome: "known" });
  });
});
