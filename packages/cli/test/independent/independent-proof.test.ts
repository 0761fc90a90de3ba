import { createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { invoked, tempFolder } from "../ledger-folder.js";
import { signedLedger } from "../audit/signed-ledger.js";

// A prover that has nothing of Tallystick: it follows docs/journal-format.md and RFC 6962 only.

const sha256 = (...parts: ReadonlyArray<Uint8Array>): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const hmac = (key: Uint8Array, text: string): Buffer =>
  createHmac("sha256", key).update(text).digest();
const leaf = (entry: Uint8Array): Buffer => sha256(Buffer.of(0), entry);

const splitOf = (size: number): number => {
  let split = 1;
  while (2 * split < size) split *= 2;
  return split;
};

const rootOf = (leaves: ReadonlyArray<Buffer>): Buffer => {
  if (leaves.length === 1) return leaves[0] ?? Buffer.alloc(0);
  const split = splitOf(leaves.length);
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
};

const pathOf = (index: number, leaves: ReadonlyArray<Buffer>): ReadonlyArray<Buffer> => {
  if (leaves.length === 1) return [];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...pathOf(index, left), rootOf(right)]
    : [...pathOf(index - split, right), rootOf(left)];
};

interface Row {
  readonly revision: number;
  readonly type: string;
  readonly data: string;
  readonly hash: string;
}

const rowsOf = (data: string): ReadonlyArray<Row> => {
  const db = new Database(join(data, "journal.db"), { readOnly: true });
  try {
    return db
      .prepare<[], Row>("SELECT revision, type, data, hash FROM event ORDER BY position")
      .all();
  } finally {
    db.close();
  }
};

/** What can be shown of an event that is no submission. */
const partsOf = ({ revision, type, data, hash }: Row) => {
  const { recordTime } = JSON.parse(data);
  return [
    { name: "chain", text: hash },
    {
      name: "event",
      text: JSON.stringify({ offset: revision + 1, type, v: 1, rows: 3, recordTime }),
    },
    { name: "data", text: data },
  ];
};

const saltedOf = (key: Uint8Array, row: Row) => {
  const eventKey = hmac(key, `tallystick-event-v1\n${row.revision + 1}`);
  return partsOf(row).map(({ name, text }) => {
    const salt = hmac(eventKey, name);
    return { name, text, salt, hash: leaf(Buffer.concat([salt, Buffer.from(`${name}\n${text}`)])) };
  });
};

const entryOf = (key: Uint8Array, row: Row): Buffer =>
  Buffer.concat([Buffer.of(1), rootOf(saltedOf(key, row).map(({ hash }) => hash))]);

/** Proves one event under a log and a key of its own. */
const prove = (rows: ReadonlyArray<Row>, offset: number, origin: string) => {
  const drawn = rows.find(({ type }) => type === "DisclosureKeyDrawn");
  const key = Buffer.from(JSON.parse(drawn?.data ?? "{}").key, "hex");
  const leaves = rows.map((row) => leaf(entryOf(key, row)));
  const row = rows[offset - 1];
  if (row === undefined) throw new Error("there is no such event");
  const salted = saltedOf(key, row);
  const hashes = salted.map(({ hash }) => hash);
  const shown = salted.map(({ name, text, salt }, index) => ({
    index,
    name,
    salt: salt.toString("base64"),
    text,
    path: pathOf(index, hashes).map((each) => each.toString("base64")),
  }));
  const disclosure = JSON.stringify({ v: 1, offset, rowCount: 3, rows: shown });
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ type: "spki", format: "der" }).subarray(-32);
  const typed = Buffer.concat([Buffer.of(1), raw]);
  const id = sha256(Buffer.from(`${origin}\n`), typed).subarray(0, 4);
  const text = `${origin}\n${rows.length}\n${rootOf(leaves).toString("base64")}\n`;
  const signature = Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]);
  const lines = [
    "c2sp.org/tlog-proof@v1",
    `extra ${Buffer.from(disclosure).toString("base64")}`,
    `index ${offset - 1}`,
    ...pathOf(offset - 1, leaves).map((each) => each.toString("base64")),
  ];
  return {
    root: rootOf(leaves).toString("base64"),
    verifier: `${origin}+${id.toString("hex")}+${typed.toString("base64")}`,
    proof: `${lines.join("\n")}\n\n${text}\n— ${origin} ${signature.toString("base64")}\n`,
  };
};

describe("A proof that another program made", () => {
  it("is checked by check-proof, over the root that the node signs", async () => {
    const { data, note } = await signedLedger();
    const rows = rowsOf(data);
    const made = prove(rows, 2, "other.example/log");
    expect(note.split("\n")[2]).to.equal(made.root);
    const file = join(tempFolder(), "event.tlog-proof");
    writeFileSync(file, made.proof);
    const check = (key: string) => invoked(["audit", "check-proof", file, "--key", key]);
    const checked = await check(made.verifier);
    expect([checked.code, checked.err]).to.deep.equal([0, ""]);
    expect(checked.out).to.include(`data: ${rows[1]?.data}`);
    // the same proof, checked for a log of another name
    const { code, err } = await check(prove(rows, 2, "another.example/log").verifier);
    expect(code).to.equal(8);
    expect(err).to.match(/belongs to the log other\.example\/log, expected another\.example\/log$/);
  });
});
