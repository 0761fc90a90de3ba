import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  contractIdOf,
  contractIdParts,
  contractOfNode,
  encodeLedgerEvent,
  type LedgerEvent,
} from "@tallystick/core";
import { sha256 } from "@tallystick/node";
import { expect } from "chai";
import { newKey } from "../rules/external-wallet.js";
import { consistently, eventOf, everything, fail, transactionOf } from "./forged-events.js";
import {
  audited,
  compared,
  copyOf,
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

describe("An attacker who computes everything again", () => {
  const folder = mkdtempSync(join(tmpdir(), "attacks-"));
  const honest = join(folder, "honest");
  let rows: ReadonlyArray<Row> = [];

  before(async () => {
    await honestFolder(honest, 0, everything);
    await signed(honest);
    rows = rowsOf(honest);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const placeOf = (isIt: (row: Row) => boolean): number => {
    const at = rows.findIndex(isIt);
    return at < 0 ? fail("such row") : at;
  };
  const rowWith = (text: string): number => placeOf(({ data }) => data.includes(text));
  const nodeWith = (at: number, text: string): number =>
    transactionOf(rows[at] ?? fail("row")).nodes.findIndex(
      (node) => node.kind === "create" && JSON.stringify(node.payload).includes(text),
    );
  const replaced = (at: number, event: LedgerEvent): ReadonlyArray<Forged> =>
    rows.map((row, index) =>
      index === at ? { ...row, ...encodeLedgerEvent(event, at + 1) } : row,
    );
  const lastTime = (): number => eventOf(rows.at(-1) ?? fail("row")).recordTime;
  const appended = (event: LedgerEvent): ReadonlyArray<Forged> => [
    ...rows,
    { id: newId(), ...encodeLedgerEvent(event, rows.length + 1) },
  ];

  /** What the auditor says of forged rows; what is made of the journal is made again. */
  const found = async (forged: ReadonlyArray<Forged>, data = copyOf(honest)) => {
    rechained(data, forged);
    removeDerived(data);
    return { data, ...(await audited(data)) };
  };

  it("has an honest journal to begin with", async () => {
    expect(await audited(honest)).to.deep.equal({ verdict: "holds", findings: [], skipped: [] });
    const copy = copyOf(honest);
    rechained(copy, rows);
    removeDerived(copy);
    expect((await audited(copy)).findings).to.deep.equal([]);
    expect(await compared(copy)).to.equal(undefined);
  });

  it("changes an amount where a coin is made, and everywhere it is used later", async () => {
    const at = rowWith("87.5");
    const node = nodeWith(at, "87.5");
    const forged = consistently(rows, at, (event) => {
      const text = JSON.stringify(event.nodes[node]).replace("87.5", "97.5");
      return { ...event, nodes: event.nodes.with(node, JSON.parse(text)) };
    });
    const { findings } = await found(forged);
    const here = { where: "journal", offset: at + 1 };
    for (const rule of ["C1", "R1"] as const)
      expect(findings.find((each) => each.rule === rule)).to.include({ rule, ...here });
    expect(findings.find(({ rule }) => rule === "R1")?.node).to.equal(node);
    // the ids fit, so nothing says that they do not
    expect(findings.some(({ rule }) => rule === "X2")).to.equal(false);
  });

  it("changes the amount of a tap, which is lawful, and is found where it is spent", async () => {
    const at = placeOf(
      (row) =>
        row.type === "TransactionCommitted" &&
        JSON.stringify(transactionOf(row).nodes).includes('"initialAmount":"100.0'),
    );
    const spent = rowWith("87.5");
    const { data, findings } = await found(
      consistently(rows, at, (event) =>
        JSON.parse(JSON.stringify(event).replaceAll('"100.0000000000"', '"100.0000000001"')),
      ),
    );
    expect(findings[0], JSON.stringify(findings[0])).to.include({ offset: spent + 1 });
    const rulesHere = findings.filter(({ offset }) => offset === spent + 1);
    expect(rulesHere.map(({ rule }) => rule)).to.include.members(["C1", "R1"]);
    expect(await compared(data)).to.match(/it is a different journal$/);
  });

  it("adds a coin to a transfer that nobody minted", async () => {
    const at = rowWith("87.5");
    const forged = consistently(rows, at, (event) => {
      const node = event.nodes.at(-1) ?? fail("node");
      const last = event.nodes.findLast((each) => each.kind === "create") ?? fail("create");
      const nodeId = event.nodes.length;
      const parts = contractIdParts(last.contractId) ?? fail("parts");
      const seed = parts.discriminator.slice(0, 56);
      const discriminator = seed + nodeId.toString(16).padStart(8, "0");
      const bare = { ...last, nodeId, contractId: last.contractId };
      const contract = contractOfNode(bare, event.effectiveAt);
      const contractId = contractIdOf(discriminator, at + 1, contract, sha256);
      const nodes = event.nodes.map((each) =>
        each.kind === "exercise" && each.lastDescendantNodeId === node.nodeId
          ? { ...each, lastDescendantNodeId: nodeId }
          : each,
      );
      return { ...event, nodes: [...nodes, { ...bare, contractId }] };
    });
    const { findings } = await found(forged);
    const c1 = findings.find(({ rule }) => rule === "C1");
    expect(c1).to.include({ where: "journal", offset: at + 1, node: 0 });
    expect(findings.some(({ rule, offset }) => rule === "R1" && offset === at + 1)).to.equal(true);
  });

  it("lets a result say that the added coin was a reward", async () => {
    const at = rowWith("87.5");
    const forged = consistently(rows, at, (event) =>
      JSON.parse(
        JSON.stringify(event)
          .replace('"inputAppRewardAmount":"0.0', '"inputAppRewardAmount":"10.0')
          .replaceAll('"87.5', '"97.5'),
      ),
    );
    const { findings } = await found(forged);
    const rulesHere = findings.filter(({ offset }) => offset === at + 1).map(({ rule }) => rule);
    expect(rulesHere).to.include.members(["C2", "R1"]);
  });

  it("removes the signature of an external party, or signs with another key", async () => {
    const at = rowWith('"signed"');
    const event = transactionOf(rows[at] ?? fail("row"));
    const external = event.external ?? fail("signature");
    const { external: _external, ...bare } = event;
    const another = newKey();
    const [signature = fail("signature")] = external.signatures;
    for (const forged of [
      { ...event, external: { ...external, signatures: [] } },
      {
        ...event,
        external: {
          ...external,
          signatures: [{ ...signature, signedBy: another.publicKey.fingerprint }],
        },
      },
      bare,
    ]) {
      const { findings } = await found(replaced(at, forged));
      expect(findings.find(({ rule }) => rule === "X8")).to.include({
        where: "journal",
        offset: at + 1,
      });
    }
  });

  it("changes a transaction of Daml code, with ids that fit", async () => {
    const at = placeOf(({ data }) => data.includes('"Inc"'));
    const node = transactionOf(rows[at] ?? fail("row")).nodes.findIndex(
      ({ kind }) => kind === "create",
    );
    const forged = consistently(rows, at, (event) => ({
      ...event,
      nodes: event.nodes.map((each) =>
        each.kind === "create"
          ? { ...each, payload: JSON.parse(JSON.stringify(each.payload).replace('"6"', '"7"')) }
          : each,
      ),
    }));
    const { verdict, findings } = await found(forged);
    expect(verdict).to.equal("inconsistent");
    expect(findings[0]).to.include({ rule: "R1", where: "journal", offset: at + 1, node });
  });

  it("sets the time of an event back, and forward beyond those after it", async () => {
    const at = rowWith('"signed"') - 2;
    const event = eventOf(rows[at] ?? fail("row"));
    for (const by of [-3_600_000_000, 3_600_000_000]) {
      const { verdict, findings } = await found(
        replaced(at, { ...event, recordTime: event.recordTime + by }),
      );
      expect(verdict).to.equal("damaged");
      expect(findings[0]).to.deep.include({
        rule: "J2",
        where: "journal",
        offset: by < 0 ? at + 1 : at + 2,
        message: "the record time goes back",
      });
    }
  });

  it("swaps what a package is, and the bytes of an archive", async () => {
    const at = placeOf(
      ({ type, data }) => type === "PackageRegistered" && data.includes("splice-amulet"),
    );
    const event = eventOf(rows[at] ?? fail("row"));
    if (event.type !== "PackageRegistered") return fail("package");
    const model = JSON.parse(JSON.stringify(event.model).replace("initialAmount", "otherAmount"));
    const { findings } = await found(replaced(at, { ...event, model }));
    expect(findings.find(({ rule }) => rule === "R5")).to.include({ offset: at + 1 });
    const copy = copyOf(honest);
    inDatabase(copy, (db) => {
      db.exec(`UPDATE event SET data = replace(data, 'A', 'B')
        WHERE stream_id <> (SELECT stream_id FROM stream WHERE name LIKE 'participant-%')`);
    });
    rechained(copy, rows);
    const archive = await audited(copy);
    expect(archive.verdict).to.equal("damaged");
    expect(archive.findings[0]).to.include({ rule: "J2" });
    return undefined;
  });

  it("gives rights to a user that is not there, or that has them", async () => {
    const recordTime = lastTime();
    const right = { kind: "ParticipantAdmin" } as const;
    for (const userId of ["mallory", "participant_admin"]) {
      const granted = { type: "UserRightsGranted", userId, rights: [right], recordTime } as const;
      const { findings } = await found(appended(granted));
      expect(findings[0]).to.include({ rule: "R2", where: "journal", offset: rows.length + 1 });
    }
  });

  it("gives a right to a user that is there, which is lawful, and is found by the checkpoint", async () => {
    const recordTime = eventOf(rows.at(-1) ?? fail("row")).recordTime;
    const right = { kind: "ParticipantAdmin" } as const;
    const granted = {
      type: "UserRightsGranted",
      userId: "carol",
      rights: [right],
      recordTime,
    } as const;
    const instead = [
      ...rows.slice(0, -1),
      { id: newId(), ...encodeLedgerEvent(granted, rows.length) },
    ];
    // in place of the last event: what was signed was longer than what comes before it
    const { data } = await found(instead);
    expect(await compared(data)).to.match(/a different journal$|events are lost$/);
  });

  it("has a command accepted a second time", async () => {
    const at = rowWith('"daml"');
    const event = transactionOf(rows[at] ?? fail("row"));
    const { findings } = await found(appended({ ...event, recordTime: lastTime() }));
    const here = findings.filter(({ offset }) => offset === rows.length + 1);
    expect(here.map(({ rule }) => rule)).to.include.members(["R3", "R1"]);
  });

  it("uses an offset twice, or leaves one out", async () => {
    for (const change of [
      "UPDATE event SET revision = revision - 1 WHERE position = (SELECT max(position) FROM event)",
      "UPDATE event SET revision = revision + 1 WHERE position = (SELECT max(position) FROM event)",
    ]) {
      const copy = copyOf(honest);
      inDatabase(copy, (db) => {
        db.exec("DROP INDEX event_place");
        db.exec(change);
        db.exec("CREATE INDEX event_place ON event (stream_id, revision)");
      });
      const { verdict, findings } = await audited(copy);
      expect(verdict).to.equal("damaged");
      expect(findings[0]).to.include({ rule: "J2", where: "journal" });
    }
  });

  it("lengthens how far the ledger time may run ahead, to no possible number", async () => {
    const at = placeOf(({ type }) => type === "ConfigurationApplied");
    const event = eventOf(rows[at] ?? fail("row"));
    if (event.type !== "ConfigurationApplied") return fail("configuration");
    const { findings } = await found(replaced(at, { ...event, ledgerTimeSkewMicros: -1 }));
    expect(findings.find(({ rule }) => rule === "G1")).to.include({ offset: at + 1 });
    return undefined;
  });

  it("says that data was erased by a pruning that nobody signed", async () => {
    const at = rowWith('"daml"');
    const recordTime = lastTime();
    const pruned = {
      type: "JournalPruned",
      offset: at + 1,
      hash: rows[at]?.hash ?? "",
      erased: 1,
      kept: at,
      residue: "0".repeat(64),
      lastErased: at + 1,
      forgottenUpTo: 0,
      signature: "0".repeat(128),
      recordTime,
    } as const;
    const { verdict, findings } = await found(appended(pruned));
    expect(verdict).to.equal("damaged");
    expect(findings[0]).to.include({ rule: "J2", where: "journal" });
  });

  it("exchanges the log beside the journal, which the key that others have finds", async () => {
    const other = join(folder, "other");
    await honestFolder(other, 0, undefined, 2);
    await signed(other);
    const copy = copyOf(honest);
    rmSync(join(copy, "log"), { recursive: true });
    cpSync(join(other, "log"), join(copy, "log"), { recursive: true });
    expect(await compared(copy)).to.match(/it is a different journal$|events are lost$/);
    // a checkpoint of another log is not one of this
    expect(await compared(honest, join(other, "log"))).to.match(
      /a different journal$|events are lost$/,
    );
  });
});
