import {
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { endianness } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { openWalletViews } from "@tallystick/views/wallet";
import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import type { Finding } from "../../src/ledger/finding.js";
import { auditJournal } from "../../src/audit/audit-journal.js";
import {
  type CheckedFile,
  type JournalFolder,
  verifySnapshot,
  verifyViews,
  verifyWallet,
} from "../../src/audit/verify-files.js";
import { eventAt } from "../../src/journal/journal.js";
import { viewsFileName, walletFileName } from "../../src/journal/views-file.js";
import { openLedger } from "../../src/open/open-ledger.js";
import { snapshotPath } from "../../src/snapshot/snapshot-file.js";
import {
  afterwards,
  allocate,
  commit,
  optionsOf,
  pingBy,
  rightOf,
  streamName,
  tempFolder,
} from "../test-ledger.js";

/** A folder with a ledger that was closed, and its journal opened to be read. */
const closedLedger = async (): Promise<JournalFolder & { readonly end: number }> => {
  const data = tempFolder();
  const wallet = rightOf(openWalletViews(join(data, walletFileName)));
  const ledger = rightOf(await openLedger(optionsOf({ data, projections: [wallet] })));
  const alice = await allocate(ledger, "alice");
  for (let at = 0; at < 5; at++) await commit(ledger, pingBy(alice, `p${at}`));
  const end = ledger.ledgerEnd();
  rightOf(await wallet.waitFor(end, 100_000));
  await ledger.close();
  await wallet.close();
  const store = rightOf(await sqliteStore({ file: join(data, "journal.db"), readOnly: true }));
  afterwards(() => store.close());
  const journal = { store, stream: streamName };
  const journalId = rightOf(await eventAt(journal, 1))?.hash ?? "";
  return { data, journal, journalId, end };
};

const manifestOf = (data: string): string => join(snapshotPath(data), "manifest");

/** Writes a manifest in which something is different, with its checksum. */
const changeManifest = (data: string, changes: object): void => {
  const [text = ""] = readFileSync(manifestOf(data), "utf8").split("\n");
  const changed = JSON.stringify({ ...JSON.parse(text), ...changes });
  const sum = crc32(changed).toString(16).padStart(8, "0");
  writeFileSync(manifestOf(data), `${changed}\n${sum}`);
};

const execute = (file: string, sql: string): void => {
  const db = new Database(file);
  db.exec(sql);
  db.close();
};

/** What a check says of a snapshot that nothing ends. */
const snapshotOf = async (folder: JournalFolder): Promise<CheckedFile> => {
  const checked = await verifySnapshot(folder);
  if (checked === undefined) throw new Error("the check ended");
  return checked;
};

const nothing: CheckedFile = { offset: undefined, finding: undefined };

const finding = (where: Finding["where"], message: string): CheckedFile => ({
  offset: undefined,
  finding: { where, message },
});

const fromJournal = "the next start reads the journal instead";
const builtAnew = "they are rebuilt from the journal when they are used";

describe("The files next to a journal", () => {
  let folder: JournalFolder & { readonly end: number };
  beforeEach(async () => {
    folder = await closedLedger();
  });

  it("are whole after a ledger was closed", async () => {
    const whole = { offset: folder.end, finding: undefined };
    expect(await snapshotOf(folder)).to.deep.equal(whole);
    expect(await verifyWallet(folder)).to.deep.equal(whole);
    const views = await verifyViews(folder);
    expect(views.finding).to.equal(undefined);
    expect(views.offset).to.be.within(1, folder.end);
    const audit = rightOf(await auditJournal(folder.journal, folder.data));
    expect(audit).to.deep.include({ snapshot: folder.end, wallet: folder.end });
    expect(audit).to.deep.include({ notes: [], findings: [] });
  });

  it("are read part by part, and no further once that is ended", async () => {
    let parts = 0;
    const pace = async (): Promise<boolean> => {
      parts += 1;
      return parts < 2;
    };
    expect(await verifySnapshot(folder, pace)).to.equal(undefined);
    expect(parts).to.equal(2);
    expect((await snapshotOf(folder)).offset).to.equal(folder.end);
  });

  it("may be missing", async () => {
    const { data, journal, journalId } = folder;
    rmSync(snapshotPath(data), { recursive: true });
    rmSync(join(data, viewsFileName(journal.stream, journalId)));
    rmSync(join(data, walletFileName));
    for (const verify of [verifySnapshot, verifyViews, verifyWallet])
      expect(await verify(folder)).to.deep.equal(nothing);
  });

  it("are of another version or machine without being damaged", async () => {
    const { data, journal, journalId } = folder;
    const note = async (changes: object): Promise<string | undefined> => {
      changeManifest(data, changes);
      const { note, ...checked } = await snapshotOf(folder);
      expect(checked).to.deep.equal(nothing);
      return note;
    };
    const other = endianness() === "LE" ? "BE" : "LE";
    expect(await note({ endianness: other })).to.equal(
      `snapshot: its byte order is ${other}, expected ${endianness()}; ${fromJournal}`,
    );
    expect(await note({ format: 6 })).to.match(
      new RegExp(`^snapshot: it has format 6, expected \\d+; ${fromJournal}$`),
    );
    const view = join(data, viewsFileName(journal.stream, journalId));
    execute(view, "PRAGMA user_version = 1");
    execute(join(data, walletFileName), "PRAGMA user_version = 2");
    const audit = rightOf(await auditJournal(journal, data));
    expect(audit).to.deep.include({ snapshot: undefined, views: undefined, wallet: undefined });
    expect(audit.findings).to.deep.equal([]);
    expect(audit.notes.join("\n")).to.match(
      new RegExp(
        `^snapshot: it has format 6, .*\nviews: it has schema version 1, expected \\d+; ${builtAnew}\nwallet: it has schema version 2, expected \\d+; ${builtAnew}$`,
      ),
    );
  });

  it("are damaged when a checksum says so, whatever version they name", async () => {
    const { data } = folder;
    const text = readFileSync(manifestOf(data), "utf8");
    writeFileSync(manifestOf(data), text.replace(/"format":\d+/, '"format":6'));
    expect(await snapshotOf(folder)).to.deep.equal(
      finding("snapshot", `it is damaged; ${fromJournal}`),
    );
  });

  it("are of another stream", async () => {
    const { data } = folder;
    const [text = ""] = readFileSync(manifestOf(data), "utf8").split("\n");
    changeManifest(data, { head: { ...JSON.parse(text).head, stream: "participant-other" } });
    expect((await snapshotOf(folder)).note).to.equal(
      `snapshot: it belongs to the stream participant-other, expected ${streamName}; ${fromJournal}`,
    );
  });

  it("are of another journal", async () => {
    const other = await closedLedger();
    rmSync(snapshotPath(folder.data), { recursive: true });
    for (const [from, to] of [
      [snapshotPath(other.data), snapshotPath(folder.data)],
      [join(other.data, walletFileName), join(folder.data, walletFileName)],
    ] as const)
      renameSync(from, to);
    expect(await snapshotOf(folder)).to.deep.equal(
      finding("snapshot", "it belongs to another journal"),
    );
    expect(await verifyWallet(folder)).to.deep.equal(
      finding(
        "wallet",
        `it belongs to the journal ${other.journalId}, expected ${folder.journalId}; ${builtAnew}`,
      ),
    );
  });

  it("have views of wallets in which a leaf was changed", async () => {
    const file = join(folder.data, walletFileName);
    execute(file, "UPDATE block SET data = data || ' ' WHERE tree = 1");
    const { finding: found } = await verifyWallet(folder);
    expect(found?.where).to.equal("wallet");
    expect(found?.message).to.match(new RegExp(`^.*block 1/.*; ${builtAnew}$`));
    const audit = rightOf(await auditJournal(folder.journal, folder.data));
    expect(audit.findings).to.deep.equal([found]);
    expect(audit.wallet).to.equal(undefined);
  });

  it("go further than the journal, or are cut", async () => {
    const { data, journal, journalId } = folder;
    const store = { ...journal.store, readStream: async function* () {} };
    const shorter = { ...folder, journal: { store, stream: streamName } };
    for (const verify of [snapshotOf, verifyViews, verifyWallet])
      expect((await verify(shorter)).finding?.message).to.include("has no such event");
    const run = readdirSync(snapshotPath(data)).find((name) => name.endsWith(".run")) ?? "";
    truncateSync(join(snapshotPath(data), run), 50);
    expect(await snapshotOf(folder)).to.deep.equal(
      finding("snapshot", `it is damaged; ${fromJournal}`),
    );
    for (const name of [viewsFileName(journal.stream, journalId), walletFileName])
      writeFileSync(join(data, name), "no database".repeat(1_000));
    expect((await verifyViews(folder)).finding?.where).to.equal("views");
    expect((await verifyWallet(folder)).finding?.where).to.equal("wallet");
  });

  it("have a block of the snapshot in which a bit was flipped", async () => {
    const { data } = folder;
    const name = readdirSync(snapshotPath(data)).find((each) => each.endsWith(".run")) ?? "";
    const run = join(snapshotPath(data), name);
    const bytes = readFileSync(run);
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    writeFileSync(run, bytes);
    const { finding: found } = await snapshotOf(folder);
    expect(found?.message).to.match(new RegExp(`run [0-9a-f]{16}, block 0; ${fromJournal}$`));
  });
});
