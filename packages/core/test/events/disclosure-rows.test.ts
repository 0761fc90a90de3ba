import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { type DisclosureRow, disclosureRows } from "../../src/events/disclosure-rows.js";
import { encodeLedgerEvent } from "../../src/events/ledger-event-codec.js";
import { goldenEvents, goldenOffset } from "../golden-events.js";

interface TreeVector {
  readonly event: string;
  readonly key: string;
  readonly offset: number;
  readonly chainHash: string;
  readonly eventKey: string;
  readonly rows: ReadonlyArray<{
    readonly name: string;
    readonly salt: string;
    readonly hash: string;
  }>;
  readonly root: string;
  readonly entry: string;
  readonly leaf: string;
}

const file = new URL("../../../test/vectors/disclosure-tree.json", import.meta.url);
const vector: TreeVector = JSON.parse(readFileSync(file, "utf8"));

const rowsOf = (name: string): ReadonlyArray<DisclosureRow> => {
  const event = goldenEvents[name];
  if (event === undefined) throw new Error(`no golden event ${name}`);
  const { data } = encodeLedgerEvent(event, goldenOffset);
  return disclosureRows(event, { offset: goldenOffset, chainHash: vector.chainHash, data });
};
const parsed = (row: DisclosureRow | undefined) => JSON.parse(row?.text ?? "");

describe("the rows of an event", () => {
  it("are of a transaction its place, its submission and each node with those who see it", () => {
    const rows = rowsOf("transaction-committed.json");
    expect(rows.map(({ name }) => name)).to.deep.equal([
      "chain",
      "event",
      "submission",
      "node 0",
      "node 1",
      "node 2",
      "node 3",
    ]);
    expect(rows[0]?.text).to.equal(vector.chainHash);
    expect(parsed(rows[1])).to.include({ offset: 42, type: "TransactionCommitted", v: 1, rows: 7 });
    expect(parsed(rows[2])).to.include({ commandId: "command", workflowId: "workflow" });
    expect(rows[2]?.text).to.not.contain("5eed");
    expect(parsed(rows[3]).witnesses).to.deep.equal(["alice::1220", "bank::1220", "bob::1220"]);
    expect(parsed(rows[5])).to.deep.include({ observers: [], witnesses: ["alice::1220"] });
  });

  it("are of a rejection its submission and its error", () => {
    const rows = rowsOf("command-rejected.json");
    expect(rows.map(({ name }) => name)).to.deep.equal(["chain", "event", "submission", "error"]);
    expect(parsed(rows[3]).code).to.equal("DUPLICATE_COMMAND");
    expect(parsed(rows[1])).to.not.have.property("updateId");
  });

  it("are of any other event its text", () => {
    const rows = rowsOf("party-allocated.json");
    expect(rows.map(({ name }) => name)).to.deep.equal(["chain", "event", "data"]);
    expect(parsed(rows[2])).to.include({ v: 1, party: "alice::1220" });
  });
});

const sha256 = (...parts: ReadonlyArray<Uint8Array | string>): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const hmac = (key: Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const [leafPrefix, nodePrefix] = [Buffer.of(0), Buffer.of(1)];

/** The root of a tree of RFC 6962. */
const rootOf = (leaves: ReadonlyArray<Buffer>): Buffer => {
  if (leaves.length === 1) return leaves[0] ?? Buffer.alloc(0);
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  return sha256(nodePrefix, rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)));
};

/** The tree of an event, computed as the page about the journal says. */
const treeOf = (name: string): TreeVector => {
  const eventKey = hmac(Buffer.from(vector.key, "hex"), `tallystick-event-v1\n${goldenOffset}`);
  const rows = rowsOf(name).map((row) => {
    const salt = hmac(eventKey, row.name);
    return { name: row.name, salt, hash: sha256(leafPrefix, salt, `${row.name}\n${row.text}`) };
  });
  const root = rootOf(rows.map(({ hash }) => hash));
  const entry = Buffer.concat([nodePrefix, root]);
  const shown = rows.map((row) => ({
    name: row.name,
    salt: row.salt.toString("hex"),
    hash: row.hash.toString("hex"),
  }));
  return {
    event: name,
    key: vector.key,
    offset: goldenOffset,
    chainHash: vector.chainHash,
    eventKey: eventKey.toString("hex"),
    rows: shown,
    root: root.toString("hex"),
    entry: entry.toString("hex"),
    leaf: sha256(leafPrefix, entry).toString("hex"),
  };
};

describe("the tree of an event", () => {
  it("is that of the vector, which other programs can be tested with", () => {
    expect(treeOf("transaction-committed.json")).to.deep.equal(vector);
  });

  it("is another one when a single letter of a node is another", () => {
    const [first, ...others] = rowsOf("transaction-committed.json");
    expect(first).to.not.equal(undefined);
    const hashes = (rows: ReadonlyArray<DisclosureRow>) =>
      rows.map(({ name, text }) => sha256(leafPrefix, `${name}\n${text}`));
    const changed = others.map((row) =>
      row.name === "node 1" ? { ...row, text: row.text.replace("bank", "bonk") } : row,
    );
    expect(rootOf(hashes(changed)).equals(rootOf(hashes(others)))).to.equal(false);
  });
});
