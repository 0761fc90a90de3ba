import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testSize } from "@tallystick/dev";
import { Amulet } from "@tallystick/coin";
import {
  decodeLedgerEvent,
  encodeLedgerEvent,
  type LedgerEvent,
  type TransactionCommitted,
} from "@tallystick/core";
import {
  BlockWriter,
  checkpointReader,
  checkpointWriter,
  checkSeed,
  emptyCheckpoint,
  ListReader,
  readSummed,
  writeSummed,
} from "@tallystick/tables";
import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  audited,
  compared,
  copyOf,
  fileIn,
  flipByte,
  honestFolder,
  inDatabase,
  newId,
  rechained,
  reopened,
  type Row,
  rowsOf,
  signed,
} from "./tampered-folder.js";

/** Events of the journal. */
const events = testSize("TAMPER_EVENTS");

const eventOf = ({ type, data, revision }: Row): LedgerEvent => {
  const event = decodeLedgerEvent(type, data, revision + 1);
  if (isLeft(event)) throw new Error(event.left.reason);
  const found = event.right;
  if (found.type === "SubmissionPruned" || found.type === "EventUnread")
    throw new Error(found.type);
  return found;
};

const fail = (what: string): never => {
  throw new Error(`there is no ${what}`);
};

/** An audit's findings, shortened to what a test expects of one. */
const placesOf = (findings: Awaited<ReturnType<typeof audited>>["findings"]) =>
  findings.map(({ rule, where, offset, node }) => ({ rule, where, offset, node }));

describe(`A journal of ${events} events`, () => {
  const folder = mkdtempSync(join(tmpdir(), "tamper-"));
  const honest = join(folder, "honest");
  let rows: ReadonlyArray<Row> = [];
  /** The first transfer of the coin, and the node that creates its change. */
  let transfer = { row: 0, node: 0 };

  before(async () => {
    await honestFolder(honest, events);
    await signed(honest);
    rows = rowsOf(honest);
    const row = rows.findIndex(({ data }) => data.includes("87.5"));
    const event = eventOf(rows[row] ?? fail("transfer"));
    const nodes = event.type === "TransactionCommitted" ? event.nodes : [];
    const node = nodes.findIndex(
      (each) => each.kind === "create" && JSON.stringify(each.payload).includes("87.5"),
    );
    transfer = { row, node };
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const transferOf = (): TransactionCommitted => {
    const event = eventOf(rows[transfer.row] ?? fail("transfer"));
    return event.type === "TransactionCommitted" ? event : fail("transfer");
  };

  /** The rows with a transfer of which the forger changed something. */
  const forged = (change: (event: TransactionCommitted) => LedgerEvent) =>
    rows.map((row, at) =>
      at === transfer.row ? { ...row, ...encodeLedgerEvent(change(transferOf()), at + 1) } : row,
    );

  const forgedAmount = () =>
    forged((event) => {
      const text = JSON.stringify(event.nodes[transfer.node]).replace("87.5", "97.5");
      return { ...event, nodes: event.nodes.with(transfer.node, JSON.parse(text)) };
    });

  it("that is honest holds, and is the one that was signed", async () => {
    expect(await audited(honest)).to.deep.equal({ verdict: "holds", findings: [], skipped: [] });
    expect(await compared(honest)).to.equal(undefined);
  });

  for (const column of [
    "id",
    "type",
    "metadata",
    "data",
    "hash",
    "revision",
    "position",
    "erased",
  ]) {
    it(`is damaged where someone changed the column ${column} of a row`, async () => {
      const copy = copyOf(honest);
      inDatabase(copy, (db) => {
        const changed = {
          metadata: "'x'",
          revision: "revision + 1000000",
          position: "position + 1000000",
          erased: `'${"0".repeat(80)}'`,
        }[column];
        // the fifth character becomes another one
        const flipped = `substr(${column}, 1, 4) || char(unicode(substr(${column}, 5, 1)) + 1) || substr(${column}, 6)`;
        db.exec(
          `UPDATE event SET ${column} = ${changed ?? flipped} WHERE position = ${transfer.row + 1}`,
        );
      });
      const { verdict, findings } = await audited(copy);
      expect(verdict).to.equal("damaged");
      expect(findings[0]?.rule).to.equal("J2");
      // a store that finds it when it is opened says where in its message
      const isNamed = findings.some(
        ({ offset, message }) =>
          offset === transfer.row + 1 ||
          message.includes(`offset ${transfer.row + 1} `) ||
          message.includes(`position ${transfer.row + 1})`) ||
          /position \d+ is missing/.test(message),
      );
      expect(isNamed, JSON.stringify(findings)).to.equal(true);
    });
  }

  const place = () => transfer.row + 1;
  const byRow: ReadonlyArray<readonly [string, (db: Database) => void]> = [
    [
      "swapped two rows",
      (db) => {
        db.exec(`
          UPDATE event SET position = -1, revision = -1 WHERE position = ${place()};
          UPDATE event SET position = ${place()}, revision = ${place() - 1} WHERE position = ${place() + 1};
          UPDATE event SET position = ${place() + 1}, revision = ${place()} WHERE position = -1;`);
      },
    ],
    ["removed a row", (db) => db.exec(`DELETE FROM event WHERE position = ${place()}`)],
    [
      "repeated a row at the end",
      (db) => {
        db.exec(`
          INSERT INTO event (position, stream_id, revision, id, type, metadata, data, hash)
          SELECT (SELECT max(position) + 1 FROM event), stream_id, (SELECT max(revision) + 1 FROM event), id, type, metadata, data, hash
          FROM event WHERE position = ${place()}`);
      },
    ],
  ];
  for (const [what, change] of byRow) {
    it(`is damaged where someone ${what}`, async () => {
      const copy = copyOf(honest);
      inDatabase(copy, change);
      const { verdict, findings } = await audited(copy);
      expect(verdict).to.equal("damaged");
      expect(findings[0]).to.include({ rule: "J2", where: "journal" });
    });
  }

  it("breaks rules where an amount was changed and all was chained again", async () => {
    const copy = copyOf(honest);
    rechained(copy, forgedAmount());
    const { verdict, findings } = await audited(copy);
    expect(verdict).to.equal("inconsistent");
    const at = { where: "journal", offset: transfer.row + 1, node: transfer.node };
    expect(placesOf(findings)).to.deep.include({ rule: "X2", ...at });
    expect(placesOf(findings)).to.deep.include({ rule: "R1", ...at });
    // the head of files that are made of the journal shows it too
    expect(findings.some(({ rule }) => rule === "D1")).to.equal(true);
    expect(await compared(copy)).to.match(/it is a different journal$/);
  });

  const consistently: ReadonlyArray<
    readonly [string, () => ReadonlyArray<Pick<Row, "id" | "type" | "data">>, string]
  > = [
    ["removed an event", () => rows.toSpliced(transfer.row, 1), "R1"],
    [
      "swapped two events",
      () => {
        const [a, b] = [rows[transfer.row], rows[transfer.row + 1]];
        return rows.with(transfer.row, b ?? fail("row")).with(transfer.row + 1, a ?? fail("row"));
      },
      "R1",
    ],
    [
      "repeated an event",
      () => rows.toSpliced(transfer.row + 2, 0, rows[transfer.row] ?? fail("row")),
      "J3",
    ],
    [
      "repeated an event under a new id",
      () =>
        rows.toSpliced(transfer.row + 1, 0, {
          ...(rows[transfer.row] ?? fail("row")),
          id: newId(),
        }),
      "X3",
    ],
    [
      "gave a user a right",
      () => {
        const right = { kind: "ParticipantAdmin" } as const;
        const { recordTime } = eventOf(rows.at(-1) ?? fail("row"));
        const userId = "mallory";
        const granted = { type: "UserRightsGranted", userId, rights: [right], recordTime } as const;
        return [...rows, { id: newId(), ...encodeLedgerEvent(granted, rows.length + 1) }];
      },
      "R2",
    ],
  ];
  for (const [what, change, rule] of consistently) {
    it(`breaks ${rule} where someone ${what} and chained all again`, async () => {
      const copy = copyOf(honest);
      rechained(copy, change());
      for (const made of ["snapshot", "wallet.db"]) rmSync(join(copy, made), { recursive: true });
      rmSync(fileIn(copy, /^views-.*\.db$/));
      const { verdict, findings } = await audited(copy);
      // an id among the last ones that is there twice is found by the store when it is opened
      const isOfStore = verdict === "damaged" && rule === "J3";
      // what comes behind all that was signed contradicts no checkpoint
      const expected = what.startsWith("gave") ? "violated" : "inconsistent";
      expect(isOfStore ? expected : verdict, JSON.stringify(findings[0])).to.equal(expected);
      const found = findings.find((each) => each.rule === (isOfStore ? "J2" : rule));
      expect(found, JSON.stringify(findings.slice(0, 5))).to.include({ where: "journal" });
      const offset = found?.offset ?? Number(/offset (\d+)/.exec(found?.message ?? "")?.[1]);
      expect(offset).to.be.at.least(transfer.row + 1);
      // a journal that is opened no more is not compared
      if (isOfStore) return;
      expect(await compared(copy), what).to.match(
        what.startsWith("gave") ? /^undefined$/ : /a different journal$|events are lost$/,
      );
    });
  }

  it("breaks C6 where a coin was made by nobody's choice", async () => {
    const other = join(folder, "minted");
    await honestFolder(other, 0, async (t) => {
      const { alice } = await t.parties("alice");
      const [held] = await t.active(Amulet, { party: alice });
      await t.create(Amulet, (held ?? fail("coin")).payload, { actAs: [alice, t.dso] });
    });
    const { verdict, findings } = await audited(other);
    expect(verdict).to.equal("violated");
    const minted = rowsOf(other).findLast(({ data }) => data.includes('"create"')) ?? fail("row");
    expect(placesOf(findings)).to.deep.equal([
      { rule: "C6", where: "journal", offset: minted.revision + 1, node: 0 },
    ]);
  });

  it("is damaged where a byte of snapshot, views, wallet or head was changed", async () => {
    for (const [file, rule] of [
      [(data: string) => fileIn(join(data, "snapshot"), /\.run$/), "D1"],
      [(data: string) => fileIn(data, /^views-.*\.db$/), "D1"],
      [(data: string) => join(data, "wallet.db"), "D1"],
    ] as const) {
      const copy = copyOf(honest);
      const path = file(copy);
      // a byte of a text that is there
      flipByte(path, readFileSync(path).includes("alice::") ? "alice::" : undefined);
      const { verdict, findings } = await audited(copy);
      expect([verdict, findings[0]?.rule], `${path} ${JSON.stringify(findings)}`).to.deep.equal([
        "damaged",
        rule,
      ]);
    }
  });

  it("differs from views whose records were changed with their checksums", async () => {
    const copy = copyOf(honest);
    const file = fileIn(copy, /^views-.*\.db$/);
    const db = new Database(file);
    const seed = checkSeed(rows[0]?.hash ?? "");
    const contracts = { kind: 2, recordBytes: 20, recordsPerBlock: 96 };
    const before = checkpointReader(db, emptyCheckpoint(""))();
    const writer = new BlockWriter(db, seed);
    writer.totals = before.totals;
    const reader = new ListReader(writer);
    db.transaction(() => {
      // the first contract is said to be archived at offset 5
      let seq = 1;
      while (reader.number(contracts, 0, seq, 0, 6) === 0) seq += 1;
      writer.set(contracts, 0, seq, 6, 6, 5);
      writer.flush();
      checkpointWriter(db)({ ...before, totals: writer.totals });
    });
    db.close();
    const { verdict, findings } = await audited(copy);
    expect(verdict).to.equal("violated");
    expect(findings[0]).to.include({ rule: "D1", where: "views" });
    expect(findings[0]?.message).to.match(/expected \d+$/);
  });

  it("differs from a snapshot and a wallet that were made of other events", async () => {
    // a node that folds what was forged, and an attacker who says that it was the honest journal
    const copy = copyOf(honest);
    rechained(
      copy,
      forgedAmount().map((row, at) => {
        if (!row.data.includes("ping-0")) return row;
        const event = eventOf({ ...row, revision: at });
        if (event.type !== "TransactionCommitted") return row;
        const text = JSON.stringify(event.nodes).replace("ping-0", "pong-0");
        return { ...row, ...encodeLedgerEvent({ ...event, nodes: JSON.parse(text) }, at + 1) };
      }),
    );
    for (const made of ["snapshot", "wallet.db"]) rmSync(join(copy, made), { recursive: true });
    rmSync(fileIn(copy, /^views-.*\.db$/));
    await reopened(copy);
    const hash = rows.at(-1)?.hash ?? "";
    const target = copyOf(honest);
    for (const made of ["snapshot", "wallet.db"]) {
      rmSync(join(target, made), { recursive: true });
      cpSync(join(copy, made), join(target, made), { recursive: true });
    }
    const manifest = join(target, "snapshot", "manifest");
    const read = (await readSummed(manifest)) ?? fail("manifest");
    const said = JSON.parse(read.text);
    await writeSummed(manifest, { ...said, head: { ...said.head, hash } });
    const db = new Database(join(target, "wallet.db"));
    checkpointWriter(db)({ ...checkpointReader(db, emptyCheckpoint(""))(), hash });
    db.close();
    const { findings } = await audited(target);
    const places = placesOf(findings).map(({ rule, where }) => `${rule} ${where}`);
    expect(places, JSON.stringify(findings)).to.include.members(["D1 snapshot", "D1 wallet"]);
  });

  it("that was wholly rewritten by the rules is found by a checkpoint that was kept", async () => {
    const other = join(folder, "rewritten");
    await honestFolder(
      other,
      Math.min(events, 300),
      async (t) => {
        const { alice, bob } = await t.parties("alice", "bob");
        await t.transfer(alice, bob, "1");
      },
      2,
    );
    expect((await audited(other)).verdict).to.equal("holds");
    cpSync(join(honest, "log"), join(other, "log"), { recursive: true });
    expect((await audited(other)).verdict).to.equal("inconsistent");
    expect(await compared(other)).to.match(/it is a different journal$|events are lost$/);
  });
});
