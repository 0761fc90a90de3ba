import { createHash, randomUUID } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { coinPackages } from "@tallystick/coin";
import { chainHash, GENESIS_HASH, type RecordedEvent } from "@tallystick/event-store";
import { auditJournal, openStore, softwareVersion } from "@tallystick/node";
import { type TestCoin, testCoin } from "@tallystick/testing";
import { Database } from "@tallystick/sqlite";
import { isLeft } from "fp-ts/lib/Either.js";
import { checkContents } from "../../src/contents/check-contents.js";
import { checkLog } from "../../src/log/check-log.js";
import { JournalLog } from "../../src/log/journal-log.js";
import { LogFolder } from "../../src/log/log-folder.js";
import { originOf } from "../../src/log/log-origin.js";
import {
  type AuditOutcome,
  findingsOf,
  type OutcomeFinding,
  skippedOf,
  type Verdict,
  verdictOf,
} from "../../src/report/audit-outcome.js";
import { auditRules } from "../../src/rules/audit-rules.js";

const stream = "participant-participant";

/** An event as its row has it. */
export type Row = Omit<RecordedEvent, "position">;

const pingTemplate = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";

/** Submissions that wait at once while a journal grows. */
const atOnce = 200;

/** Adds commands to a journal until it has so many events. */
const grow = async ({ ledger }: TestCoin, party: string, events: number): Promise<void> => {
  let at = 0;
  const ping = async (): Promise<void> => {
    const createArguments = { id: `ping-${at}`, initiator: party, responder: party };
    const command = { kind: "CreateCommand", templateId: pingTemplate, createArguments } as const;
    const commandId = `ping-${at++}`;
    const submission = { userId: "me", commandId, actAs: [party], commands: [command] };
    const done = await ledger.submitAndWait(submission);
    if (isLeft(done)) throw new Error(done.left.cause);
  };
  while (ledger.ledgerEnd() < events) {
    const missing = Math.min(atOnce, events - ledger.ledgerEnd());
    await Promise.all(Array.from({ length: missing }, ping));
  }
};

/**
 * A data folder with an honest journal, its snapshot and views, and a checkpoint of it. Journals of
 * the same seed begin alike.
 */
export const honestFolder = async (
  data: string,
  events: number,
  last: (t: TestCoin) => Promise<void> = async () => undefined,
  seed = 1,
): Promise<void> => {
  const t = await testCoin({ data, seed });
  const { alice, bob } = await t.users({ alice: "100", bob: "10" });
  await t.transfer(alice, bob, "12.5");
  await t.transfer(bob, alice, "2");
  for (let tick = 0; tick < 3; tick++) {
    t.clock.advance("10m");
    await t.settle();
  }
  await t.ledger.drawDisclosureKey();
  await grow(t, alice, events);
  await last(t);
  await t.settle();
  await t.close();
};

/** Opens a node on a folder, which makes its snapshot and views of the journal there. */
export const reopened = async (data: string): Promise<void> => {
  const t = await testCoin({ data });
  await t.close();
};

const opened = async (data: string) => {
  const store = await openStore({
    data: undefined,
    stores: [],
    config: { journal: `sqlite:${data}`, sharedJournal: false },
    readOnly: true,
    notice: () => undefined,
  });
  if (isLeft(store)) throw new Error(store.left.message);
  return { store: store.right, stream };
};

/** What an audit says of a folder: what `tallystick audit verify` does. */
export const audited = async (
  data: string,
): Promise<{
  readonly verdict: Verdict;
  readonly findings: ReadonlyArray<OutcomeFinding>;
  readonly skipped: ReturnType<typeof skippedOf>;
}> => {
  let journal: Awaited<ReturnType<typeof opened>>;
  try {
    journal = await opened(data);
  } catch (thrown) {
    const finding = { rule: "J2", where: "journal", message: String(thrown) } as const;
    return { verdict: "damaged", findings: [finding], skipped: [] };
  }
  try {
    const chain = await auditJournal(journal, data);
    if (isLeft(chain)) throw new Error(JSON.stringify(chain.left));
    const isWhole = chain.right.findings.every(({ where }) => where !== "journal");
    const packagesFrom = {
      module: new URL("../rules/packages-from-coin.js", import.meta.url).href,
      names: [],
    };
    const audit = { level: "rules", packages: coinPackages, packagesFrom } as const;
    const rules = isWhole ? await auditRules(journal, audit) : undefined;
    if (rules !== undefined && isLeft(rules)) throw new Error(rules.left.message);
    const outcome: AuditOutcome = {
      stream,
      level: "rules",
      tool: softwareVersion,
      chain: chain.right,
      rules: rules?.right,
      contents: isWhole ? await checkContents(journal, data, chain.right) : undefined,
      log: isWhole ? await checkLog(journal, new LogFolder(join(data, "log"))) : undefined,
    };
    return {
      verdict: verdictOf(outcome),
      findings: findingsOf(outcome),
      skipped: skippedOf(outcome),
    };
  } finally {
    await journal.store.close();
  }
};

/** Signs a checkpoint of a folder's journal and gives what others keep: the log with its key. */
export const signed = async (data: string): Promise<void> => {
  const journal = await opened(data);
  const folder = new LogFolder(join(data, "log"));
  const log = await JournalLog.open(journal, folder);
  const key = folder.key() ?? folder.makeKey(originOf(journal, "ledger.example", log.incarnation));
  log.sign(key);
  await journal.store.close();
};

/** What comparing a folder with its own log says: nothing when the journal is the one signed. */
export const compared = async (
  data: string,
  log = join(data, "log"),
): Promise<string | undefined> => {
  const journal = await opened(data);
  try {
    await JournalLog.open(journal, new LogFolder(log));
    return undefined;
  } catch (thrown) {
    return String(thrown);
  } finally {
    await journal.store.close();
  }
};

const copies = new Map<string, number>();

/** A copy of a data folder, to be tampered with. */
export const copyOf = (data: string): string => {
  const number = (copies.get(data) ?? 0) + 1;
  copies.set(data, number);
  const copy = `${data}-copy-${number}`;
  cpSync(data, copy, { recursive: true });
  return copy;
};

/** Works on the rows of a journal as its owner's file system lets anyone. */
export const inDatabase = (data: string, change: (db: Database) => void): void => {
  const db = new Database(join(data, "journal.db"));
  try {
    change(db);
    db.pragma("wal_checkpoint(TRUNCATE)");
  } finally {
    db.close();
  }
};

/** The rows of a journal. */
export const rowsOf = (data: string): ReadonlyArray<Row> => {
  const db = new Database(join(data, "journal.db"), { readOnly: true });
  try {
    const found = db
      .prepare<[], Row & { readonly erased: string | null }>(
        `SELECT revision, id, type, metadata, data, hash, erased FROM event
         WHERE stream_id = (SELECT stream_id FROM stream WHERE name = '${stream}') ORDER BY position`,
      )
      .all();
    return found.map(({ erased, ...row }) => ({
      ...row,
      stream,
      ...(erased === null ? {} : { erased: erased.slice(0, digestDigits) }),
    }));
  } finally {
    db.close();
  }
};

const headBytes = 128;
const digestDigits = 64;

/** The column `erased` of an event, which says that what is left of its data is intact. */
const markOf = (hash: string, digest: string, data: string): string => {
  const check = createHash("sha256").update(`${hash}\n${digest}\n${data}`).digest("hex");
  return digest + check.slice(0, 16);
};

/** What a forger writes. */
export type Forged = Pick<Row, "id" | "type" | "data" | "erased">;

interface StoredRow extends Forged {
  readonly streamId: number;
}

/** All rows of a database with those of the journal replaced, in their places. */
const replacedRows = (db: Database, events: ReadonlyArray<Forged>): ReadonlyArray<StoredRow> => {
  const streamId = Number(
    db.prepare("SELECT stream_id FROM stream WHERE name = ?").pluck().get(stream),
  );
  const all = db
    .prepare<[], StoredRow>(
      "SELECT stream_id AS streamId, id, type, data, erased FROM event ORDER BY position",
    )
    .all();
  const rest = [...events];
  const kept = all.flatMap((row) => {
    if (row.streamId !== streamId) return [row];
    const next = rest.shift();
    return next === undefined ? [] : [{ ...next, streamId }];
  });
  return [...kept, ...rest.map((event) => ({ ...event, streamId }))];
};

/** Writes other events into a journal, chained as they should be, and the head that fits. */
export const rechained = (data: string, events: ReadonlyArray<Forged>) => {
  let hash = GENESIS_HASH;
  let position = 0;
  inDatabase(data, (db) => {
    const rows = replacedRows(db, events);
    const names = new Map(
      db
        .prepare<[], { stream_id: number; name: string }>("SELECT stream_id, name FROM stream")
        .all()
        .map((each) => [each.stream_id, each.name]),
    );
    db.exec("DELETE FROM event");
    const insert = db.prepare(
      "INSERT INTO event (position, stream_id, revision, id, type, metadata, data, hash, erased) VALUES (?, ?, ?, ?, ?, '', ?, ?, ?)",
    );
    const ends = new Map<number, { readonly revision: number; readonly hash: string }>();
    db.transaction(() => {
      for (const { streamId, id, type, data: text, erased } of rows) {
        const end = ends.get(streamId) ?? { revision: -1, hash: GENESIS_HASH };
        const revision = end.revision + 1;
        const name = names.get(streamId) ?? "";
        const event = { stream: name, revision, id, type, metadata: "", data: text };
        hash = chainHash(end.hash, erased ? { ...event, erased } : event);
        ends.set(streamId, { revision, hash });
        position += 1;
        const mark = erased === undefined || erased === null ? null : markOf(hash, erased, text);
        insert.run(position, streamId, revision, id, type, text, hash, mark);
      }
    });
  });
  const text = `head ${position} ${hash}`;
  const check = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const line = `${`${text} ${check}`.padEnd(headBytes - 1)}\n`;
  writeFileSync(join(data, "journal.db.head"), line + line);
};

/** Removes what is made of a journal: it is made again. */
export const removeDerived = (data: string): void => {
  const isDerived = (name: string): boolean =>
    name === "snapshot" || name === "wallet.db" || /^views-.*\.db/.test(name);
  for (const name of readdirSync(data).filter(isDerived))
    rmSync(join(data, name), { recursive: true });
};

/** Changes one byte in the middle of a file, or in the part of it that begins with a text. */
export const flipByte = (path: string, near?: string): void => {
  const bytes = readFileSync(path);
  const at = near === undefined ? Math.floor(bytes.length / 2) : bytes.indexOf(near) + 3;
  bytes[at] = (bytes[at] ?? 0) ^ 0x01;
  writeFileSync(path, bytes);
};

/** The only file in a folder whose name fits. */
export const fileIn = (folder: string, name: RegExp): string => {
  const found = existsSync(folder) ? readdirSync(folder).filter((each) => name.test(each)) : [];
  if (found[0] === undefined) throw new Error(`${folder} has no file ${name.source}`);
  return join(folder, found[0]);
};

/** A new id of an event. */
export const newId = (): string => randomUUID();
