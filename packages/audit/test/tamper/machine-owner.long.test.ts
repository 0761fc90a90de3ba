import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type CommandRejected,
  encodeLedgerEvent,
  type ErrorCode,
  type LedgerEvent,
  ledgerError,
  type TransactionCommitted,
} from "@tallystick/core";
import { orThrow } from "@tallystick/node";
import { expect } from "chai";
import { pingTemplate } from "../rules/external-wallet.js";
import { consistently, eventOf, everything, fail, transactionOf } from "./forged-events.js";
import {
  audited,
  copyOf,
  fileIn,
  type Forged,
  honestFolder,
  inDatabase,
  newId,
  rechained,
  removeDerived,
  type Row,
  rowsOf,
  signed,
} from "./tampered-folder.js";

/** What a forger writes, and the place where it must be found. */
interface Forgery {
  readonly rows: ReadonlyArray<Forged>;
  readonly offset: number;
}

describe("An attacker who owns the machine", () => {
  const folder = mkdtempSync(join(tmpdir(), "owner-"));
  const honest = join(folder, "honest");
  const other = join(folder, "other");
  let rows: ReadonlyArray<Row> = [];

  before(async () => {
    await honestFolder(other, 0, undefined, 2);
    await honestFolder(honest, 0, async (t) => {
      await everything(t);
      const { alice } = await t.parties("alice");
      const createArguments = { id: "twice", initiator: alice, responder: alice };
      const command = { kind: "CreateCommand", templateId: pingTemplate, createArguments } as const;
      const submission = { userId: "me", commandId: "twice", actAs: [alice], commands: [command] };
      orThrow(await t.ledger.submitAndWait(submission));
      await t.ledger.submitAndWait(submission);
    });
    await signed(honest);
    rows = rowsOf(honest);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const placeOf = (isIt: (row: Row) => boolean): number => {
    const found = rows.findIndex(isIt);
    return found < 0 ? fail("such row") : found;
  };
  const rowWith = (text: string): number => placeOf(({ data }) => data.includes(text));
  const ofType = (type: LedgerEvent["type"], text = ""): number =>
    placeOf((row) => row.type === type && row.data.includes(text));
  const at = (place: number): Row => rows[place] ?? fail("row");

  const changed = (place: number, change: object): Forgery => {
    // border: the forger keeps the type of the event
    const event = { ...eventOf(at(place)), ...change } as LedgerEvent;
    const row = { ...at(place), ...encodeLedgerEvent(event, place + 1) };
    return { rows: rows.with(place, row), offset: place + 1 };
  };
  const appended = (event: LedgerEvent): Forgery => {
    const { recordTime } = eventOf(at(rows.length - 1));
    const stored = encodeLedgerEvent({ ...event, recordTime }, rows.length + 1);
    return { rows: [...rows, { id: newId(), ...stored }], offset: rows.length + 1 };
  };
  const repeated = (place: number): Forgery => appended(eventOf(at(place)));
  const removed = (place: number, offset: number): Forgery => ({
    rows: rows.toSpliced(place, 1),
    offset,
  });
  const refused = (place: number, code: ErrorCode): Forgery => {
    const {
      nodes: _n,
      effectiveAt: _e,
      seed: _s,
      updateId: _u,
      ...rest
    } = transactionOf(at(place));
    const error = ledgerError(code, "refused", { definiteAnswer: true });
    const event: CommandRejected = { ...rest, type: "CommandRejected", error };
    const row = { ...at(place), ...encodeLedgerEvent(event, place + 1) };
    return { rows: rows.with(place, row), offset: place + 1 };
  };
  const withReads = (): number =>
    placeOf((row) => row.type === "TransactionCommitted" && transactionOf(row).reads !== undefined);
  const twice = (): number => rowWith('"twice"');

  /** What each does to the journal, and the rule that finds it. */
  const attacks: ReadonlyArray<readonly [what: string, rule: string, forge: () => Forgery]> = [
    [
      "turns an accepted command into one refused for its time",
      "R4",
      () => refused(twice(), "LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND"),
    ],
    [
      "turns an accepted command into a duplicate",
      "R4",
      () => refused(rowWith('"daml"'), "DUPLICATE_COMMAND"),
    ],
    [
      "turns a refused command into an accepted one",
      "R1",
      () => {
        const place = ofType("CommandRejected");
        const { nodes, seed, updateId, effectiveAt } = transactionOf(at(twice()));
        const { error: _error, ...event } = eventOf(at(place)) as CommandRejected;
        const type = "TransactionCommitted";
        const accepted: TransactionCommitted = {
          ...event,
          type,
          nodes,
          seed,
          updateId,
          effectiveAt,
        };
        const row = { ...at(place), ...encodeLedgerEvent(accepted, place + 1) };
        return { rows: rows.with(place, row), offset: place + 1 };
      },
    ],
    [
      "changes the deduplication period that was reported",
      "R3",
      () => changed(twice(), { deduplicationPeriod: { kind: "empty" } }),
    ],
    [
      "gives a command to another user, so that a duplicate of it has no original",
      "R4",
      () => ({ ...changed(twice(), { userId: "mallory" }), offset: ofType("CommandRejected") + 1 }),
    ],
    [
      "makes the window shorter in which a command is remembered",
      "R3",
      () => {
        const { rows: forged } = changed(ofType("ConfigurationApplied"), {
          deduplicationWindowMicros: 1,
        });
        // behind the first command that came later than the window after another
        const [first, ...later] = rows.filter(({ type }) => type === "TransactionCommitted");
        const { recordTime } = transactionOf(first ?? fail("transaction"));
        const next = later.find((row) => transactionOf(row).recordTime > recordTime + 1);
        return { rows: forged, offset: (next ?? fail("later command")).revision + 2 };
      },
    ],
    [
      "moves the record times of all events",
      "T2",
      () => {
        const forged = rows.map((row, index) => {
          const event = eventOf(row);
          const later = { ...event, recordTime: event.recordTime + 1_000_000 };
          return index === 0 ? row : { ...row, ...encodeLedgerEvent(later, index + 1) };
        });
        return { rows: forged, offset: ofType("TransactionCommitted") + 1 };
      },
    ],
    [
      "writes the nodes of a transaction in another order",
      "J4",
      () => {
        const place = rowWith("87.5");
        return changed(place, { nodes: transactionOf(at(place)).nodes.toReversed() });
      },
    ],
    [
      "says that a transaction read nothing",
      "R1",
      () => changed(withReads(), { reads: undefined }),
    ],
    [
      "says that a transaction read more",
      "R1",
      () =>
        changed(withReads(), { reads: [...(transactionOf(at(withReads())).reads ?? []), 0, 0] }),
    ],
    ["gives a transaction another seed", "X2", () => changed(twice(), { seed: "ab".repeat(32) })],
    [
      "gives an update the id of another",
      "X7",
      () => changed(twice(), { updateId: transactionOf(at(rowWith('"signed"'))).updateId }),
    ],
    [
      "changes the UUID that an external party signed",
      "X8",
      () => {
        const place = rowWith('"signed"');
        const { external = fail("signature") } = transactionOf(at(place));
        const transactionUuid = "0199b1c2-0000-7000-8000-000000000001";
        return changed(place, { external: { ...external, transactionUuid } });
      },
    ],
    [
      "removes the keys of an external party",
      "X8",
      () => removed(ofType("PartyKeysChanged"), rowWith('"signed"')),
    ],
    ["allocates a party again", "R2", () => repeated(ofType("PartyAllocated"))],
    ["registers a package again", "R2", () => repeated(ofType("PackageRegistered"))],
    [
      "removes a party that was allocated",
      "X2",
      () => {
        const place = ofType("PartyAllocated", "bob");
        const next = rows.findIndex(
          ({ type }, index) => index > place && type === "TransactionCommitted",
        );
        return removed(place, next);
      },
    ],
    [
      "removes a user, with which all that follows is at another offset",
      "X2",
      () => removed(ofType("UserCreated", "carol"), twice()),
    ],
    [
      "removes the disclosure key",
      "X2",
      () => removed(ofType("DisclosureKeyDrawn"), rowWith('"signed"')),
    ],
    [
      "names the participant otherwise",
      "X8",
      () => ({
        ...changed(0, { participantId: `PAR::other::1220${"ab".repeat(32)}` }),
        offset: ofType("TransactionCommitted") + 1,
      }),
    ],
  ];
  for (const [what, rule, forge] of attacks) {
    it(`${what}: ${rule} finds it`, async () => {
      const copy = copyOf(honest);
      const { rows: forged, offset } = forge();
      rechained(copy, forged);
      removeDerived(copy);
      const { verdict, findings } = await audited(copy);
      expect(["violated", "inconsistent"], JSON.stringify(findings)).to.include(verdict);
      const found = findings.filter((each) => each.where === "journal" && each.rule === rule);
      expect(found[0], JSON.stringify(findings.slice(0, 6))).to.include({ offset });
    });
  }

  /** What could have been decided so: only what was signed before is another one. */
  const lawful: ReadonlyArray<readonly [what: string, forge: () => Forgery]> = [
    [
      "asks for another deduplication period",
      () => {
        const period = { kind: "duration", durationMicros: "0" };
        return changed(twice(), { requestedDeduplicationPeriod: period });
      },
    ],
    ["names a workflow", () => changed(twice(), { workflowId: "w" })],
    [
      "makes a user an administrator",
      () => changed(ofType("UserCreated", "carol"), { rights: [{ kind: "ParticipantAdmin" }] }),
    ],
    [
      "draws another disclosure key, with which every entry is another one",
      () => ({ ...changed(ofType("DisclosureKeyDrawn"), { key: "ab".repeat(32) }), offset: 1 }),
    ],
    [
      "gives an event another id",
      () => ({ rows: rows.with(5, { ...at(5), id: newId() }), offset: 6 }),
    ],
    ["cuts off the end", () => ({ rows: rows.slice(0, -5), offset: rows.length - 5 })],
    [
      "removes a refused command at the end",
      () => removed(ofType("CommandRejected"), rows.length - 1),
    ],
    [
      "cuts off the end, and says that the journal was restored",
      () => {
        const cut = rows.slice(0, -5);
        const { hash, recordTime } = {
          ...eventOf(at(cut.length - 1)),
          hash: at(cut.length - 1).hash,
        };
        const type = "JournalRestored";
        const restored = { type, offset: cut.length, hash, reason: "x", recordTime } as const;
        const row = { id: newId(), ...encodeLedgerEvent(restored, cut.length + 1) };
        return { rows: [...cut, row], offset: cut.length + 1 };
      },
    ],
  ];
  for (const [what, forge] of lawful) {
    it(`${what}: the log that was signed finds it`, async () => {
      const copy = copyOf(honest);
      const { rows: forged, offset } = forge();
      rechained(copy, forged);
      removeDerived(copy);
      const { verdict, findings } = await audited(copy);
      expect(verdict).to.equal("inconsistent");
      expect(findings.filter(({ where }) => where !== "log")).to.deep.equal([]);
      expect(findings.some(({ rule }) => rule === "J2")).to.equal(true);
      // the entry says where
      const entry = findings.find(({ message }) => message.includes("entries"));
      if (forged.length === rows.length) expect(entry).to.include({ rule: "D1", offset });
    });
  }

  it("says that another version decided: what is decided otherwise now is named", async () => {
    const place = ofType("ConfigurationApplied");
    const event = eventOf(at(place));
    if (event.type !== "ConfigurationApplied") return fail("configuration");
    const stored = encodeLedgerEvent({ ...event, softwareVersion: "0.0.1" }, place + 1);
    const inc = rowWith('"Inc"');
    const forged = consistently(rows.with(place, { ...at(place), ...stored }), inc, (daml) => ({
      ...daml,
      nodes: JSON.parse(JSON.stringify(daml.nodes).replaceAll('"6"', '"7"')),
    }));
    const copy = copyOf(honest);
    rmSync(join(copy, "log"), { recursive: true });
    rechained(copy, forged);
    removeDerived(copy);
    const { verdict, skipped } = await audited(copy);
    expect(verdict).to.equal("inconclusive");
    expect(skipped.map(({ reason }) => reason).join()).to.match(
      new RegExp(`decided by version 0.0.1, but this is .*; first at offset ${inc + 1}, node \\d`),
    );
    return undefined;
  });

  const public_ = (data: string, ...path: ReadonlyArray<string>): string =>
    join(data, "log", "public", ...path);
  const edited = (path: string, change: (text: string) => string): void =>
    writeFileSync(path, change(readFileSync(path, "latin1")), "latin1");
  const flipped = (text: string): string =>
    text.slice(0, 5) + String.fromCharCode(text.charCodeAt(5) ^ 1) + text.slice(6);

  /** What each does to files, and how it is found. */
  const files: ReadonlyArray<
    readonly [what: string, found: string, change: (data: string) => void | Promise<void>]
  > = [
    [
      "adds a trigger that changes events while they are written",
      'damaged J2 journal undefined: it contains the trigger "t", which does not belong in a journal',
      (data) =>
        inDatabase(data, (db) => {
          db.exec("CREATE TRIGGER t AFTER INSERT ON event BEGIN DELETE FROM event; END");
        }),
    ],
    [
      "names the journal otherwise",
      "damaged J2 journal undefined: ",
      (data) =>
        inDatabase(data, (db) => {
          const [from, to] = ["participant-participant", "participant-other"];
          db.prepare("UPDATE stream SET name = ? WHERE name = ?").run(to, from);
        }),
    ],
    [
      "says that a row was erased",
      "damaged J2 journal undefined: ",
      (data) =>
        inDatabase(data, (db) => {
          db.prepare("UPDATE event SET erased = ? WHERE position = 30").run("0".repeat(64));
        }),
    ],
    [
      "writes that fewer events were acknowledged",
      "damaged J2 head undefined: it cannot be read",
      (data) =>
        edited(join(data, "journal.db.head"), (text) => text.replaceAll(/head \d+/g, "head 5")),
    ],
    [
      "changes a hash in a tile",
      "damaged D1 log 1: tile/0/000.p/",
      (data) => edited(fileIn(public_(data, "tile", "0", "000.p"), /^\d+$/), flipped),
    ],
    [
      "changes an entry under a tile",
      "damaged D1 log 1: tile/entries/000.p/",
      (data) => edited(fileIn(public_(data, "tile", "entries", "000.p"), /^\d+$/), flipped),
    ],
    [
      "removes the tiles",
      "damaged D1 log 1: tile/0/000.p/",
      (data) => rmSync(public_(data, "tile"), { recursive: true }),
    ],
    [
      "changes the size in the checkpoint that was kept",
      "damaged D1 log undefined: checkpoint 1: ",
      (data) => edited(public_(data, "checkpoints"), (text) => text.replace(/\n\d+\n/, "\n3\n")),
    ],
    [
      "changes the size in the checkpoint that is published",
      "damaged D1 log undefined: the published checkpoint: ",
      (data) => edited(public_(data, "checkpoint"), (text) => text.replace(/\n\d+\n/, "\n3\n")),
    ],
    [
      "changes where the log says that keys were drawn",
      "damaged D1 log ",
      (data) =>
        edited(join(data, "log", "marks.json"), (text) =>
          text.replace(/"keys":\[\d+/, '"keys":[9'),
        ),
    ],
    [
      "puts the log of another journal there",
      "inconsistent J2 log ",
      async (data) => {
        const copy = copyOf(other);
        await signed(copy);
        rmSync(join(data, "log"), { recursive: true });
        cpSync(join(copy, "log"), join(data, "log"), { recursive: true });
      },
    ],
    [
      "removes the key of the log",
      "inconclusive D1 the key of the log is missing",
      (data) => {
        for (const name of readdirSync(join(data, "log")).filter((each) => each.includes(".key")))
          rmSync(join(data, "log", name));
      },
    ],
    [
      "puts the snapshot of another journal there",
      "damaged D1 snapshot ",
      (data) => {
        rmSync(join(data, "snapshot"), { recursive: true });
        cpSync(join(other, "snapshot"), join(data, "snapshot"), { recursive: true });
      },
    ],
    [
      "puts the wallets of another journal there",
      "damaged D1 wallet ",
      (data) => cpSync(join(other, "wallet.db"), join(data, "wallet.db")),
    ],
    [
      "puts the views of another journal there",
      "damaged D1 views ",
      (data) => cpSync(fileIn(other, /^views-.*\.db$/), fileIn(data, /^views-.*\.db$/)),
    ],
  ];
  for (const [what, said, change] of files) {
    it(`${what}: ${said.split(" ").slice(0, 3).join(" ")}`, async () => {
      const copy = copyOf(honest);
      await change(copy);
      const { verdict, findings, skipped } = await audited(copy);
      const lines = [
        ...findings.map((each) => `${each.rule} ${each.where} ${each.offset}: ${each.message}`),
        ...skipped.map(({ rule, reason }) => `${rule} ${reason}`),
      ];
      const first = lines.find((line) => `${verdict} ${line}`.startsWith(said));
      expect(first, `${verdict} ${lines.join("; ")}`).to.be.a("string");
    });
  }

  it("removes what is made of the journal, which is no damage", async () => {
    const copy = copyOf(honest);
    removeDerived(copy);
    rmSync(join(copy, "log"), { recursive: true });
    expect(await audited(copy)).to.include({ verdict: "holds" });
  });
});
