#!/usr/bin/env node
// Verifies a journal's chain of hashes, and proofs of single events, with nothing of Tallystick: it
// follows docs/journal-format.md, RFC 6962 and the formats of c2sp.org. For those who trust no one.
//
//   node verify.js journal FOLDER              every event of journal.db, and its head
//   node verify.js proof FILE KEY              a .tlog-proof, by the verifier key of its log
//
// It ends with 0 when everything holds, 8 when a proof does not, 5 when a journal does not.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

// SQLite is part of Node from 22.13 on.
const binaries = () => import("@photostructure/sqlite");
const { DatabaseSync } = await import("node:sqlite").catch(binaries);

const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const hex = (...parts) => sha256(...parts).toString("hex");

class Refused extends Error {}
const expect = (holds, message) => {
  if (!holds) throw new Refused(message);
};

// ---------------------------------------------------------------------------------------------
// The chain (docs/journal-format.md, "To verify a journal")

const zeros = "0".repeat(64);

/** The records of journal.db.head, of which the one with the greater position counts. */
const headOf = (folder) => {
  let bytes;
  try {
    bytes = readFileSync(join(folder, "journal.db.head"), "latin1");
  } catch {
    return undefined;
  }
  const records = [0, 128].flatMap((from) => {
    const line = bytes.slice(from, from + 127).trimEnd();
    const [, text, position, hash, check] =
      /^(head (\d+) ([0-9a-f]{64})) ([0-9a-f]{16})$/.exec(line) ?? [];
    return text !== undefined && hex(text).startsWith(check)
      ? [{ position: Number(position), hash }]
      : [];
  });
  return records.sort((a, b) => b.position - a.position)[0];
};

/** The digest of an event's data: of what it is, or of what it was before it was erased. */
const digestOf = ({ data, erased, hash }) => {
  if (erased === null) return hex(data);
  const digest = erased.slice(0, 64);
  expect(
    erased.length === 80 && hex(`${hash}\n${digest}\n${data}`).startsWith(erased.slice(64)),
    "what is in place of its erased data was changed",
  );
  return digest;
};

const verifyJournal = (folder, say) => {
  const db = new DatabaseSync(join(folder, "journal.db"), { readOnly: true });
  try {
    expect(
      db.prepare("PRAGMA application_id").get().application_id === 0x5453544b,
      "it is no journal",
    );
    const rows = db
      .prepare(
        "select position, name, revision, id, type, metadata, data, hash, erased from event join stream using (stream_id) order by position",
      )
      .iterate();
    const streams = new Map();
    const head = headOf(folder);
    let events = 0;
    for (const event of rows) {
      const { name, revision, id, type, metadata, hash } = event;
      const before = streams.get(name) ?? { hash: zeros, revision: -1 };
      const place = `${name}, offset ${revision + 1}`;
      events += 1;
      expect(
        event.position === events,
        `${place}: expected the position ${events}, found ${event.position}`,
      );
      expect(revision === before.revision + 1, `${place}: expected offset ${before.revision + 2}`);
      const chained = [before.hash, name, revision, id, type, metadata, digestOf(event)].join("\n");
      expect(
        hex(chained) === hash,
        `${place}: the hash does not match the event and its predecessor`,
      );
      if (name.startsWith("participant-"))
        expect((revision === 0) === (type === "LedgerInitialized"), `${place}: a ${type}`);
      if (head?.position === events)
        expect(head.hash === hash, `${place}: the head names another event`);
      streams.set(name, { hash, revision });
    }
    expect(
      head === undefined || head.position <= events,
      `the head names position ${head?.position}, the last is ${events}`,
    );
    expect(events > 0, "there is no event");
    for (const [name, { hash, revision }] of streams)
      say(`${name}: ${revision + 1} events, ${hash}`);
  } finally {
    db.close();
  }
};

// ---------------------------------------------------------------------------------------------
// The tree (RFC 6962 2.1, RFC 9162 2.1.3.2)

const leafHash = (entry) => sha256(Buffer.of(0), entry);
const nodeHash = (left, right) => sha256(Buffer.of(1), left, right);

/** Where a path leads to from a leaf. */
const climb = (index, size, leaf, path) => {
  expect(Number.isSafeInteger(index) && index >= 0 && index < size, "the index is not in the tree");
  let [at, last, reached] = [BigInt(index), BigInt(size) - 1n, leaf];
  for (const step of path) {
    expect(step.length === 32 && last > 0n, "the path has another length or another hash");
    if (at % 2n === 1n || at === last) {
      reached = nodeHash(step, reached);
      while (at % 2n === 0n && at !== 0n) [at, last] = [at / 2n, last / 2n];
    } else {
      reached = nodeHash(reached, step);
    }
    [at, last] = [at / 2n, last / 2n];
  }
  expect(last === 0n, "the path is too short");
  return reached;
};

// ---------------------------------------------------------------------------------------------
// Notes and checkpoints (c2sp.org/signed-note, c2sp.org/tlog-checkpoint)

const base64 = (text) => {
  const bytes = Buffer.from(text, "base64");
  expect(bytes.toString("base64") === text, `expected Base64, found "${text}"`);
  return bytes;
};

/** A verifier key `<name>+<id>+<Base64 of type and key>`. */
const keyOf = (text) => {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(.*)$/.exec(text.trim()) ?? [];
  expect(name !== undefined, "expected a key <name>+<id>+<Base64>");
  const bytes = base64(encoded);
  expect(bytes.length === 33 && bytes[0] === 1, "expected an Ed25519 key");
  expect(hex(`${name}\n`, bytes).startsWith(id), "the id of the key does not fit it");
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), bytes.subarray(1)]);
  return { name, id, key: createPublicKey({ key: der, format: "der", type: "spki" }) };
};

/** Size and root of a checkpoint that the key signed. */
const checkpointOf = (note, { name, id, key }) => {
  const end = note.lastIndexOf("\n\n");
  expect(end > 0, "expected a signed note");
  const text = note.slice(0, end + 1);
  const [origin, size, root] = text.split("\n");
  expect(origin === name, `the checkpoint is of the log ${origin}, the key of ${name}`);
  const lines = note
    .slice(end + 2)
    .split("\n")
    .slice(0, -1);
  const signed = lines
    .filter((line) => line.startsWith(`— ${name} `))
    .map((line) => base64(line.split(" ")[2]));
  const ours = signed.filter((bytes) => bytes.subarray(0, 4).toString("hex") === id);
  expect(ours.length > 0, "the checkpoint is not signed by the key");
  for (const bytes of ours)
    expect(verify(null, Buffer.from(text), key, bytes.subarray(4)), "the signature does not fit");
  expect(/^[1-9]\d*$/.test(size), "expected the size of the tree");
  return { size: Number(size), root: base64(root) };
};

// ---------------------------------------------------------------------------------------------
// Proofs (c2sp.org/tlog-proof; docs/journal-format.md, "Proving one node")

/** The root of the event to which all rows lead. */
const eventRootOf = ({ rowCount, rows }) => {
  const roots = rows.map(({ index, name, salt, text, path }) => {
    const leaf = leafHash(Buffer.concat([base64(salt), Buffer.from(`${name}\n${text}`)]));
    return climb(index, rowCount, leaf, path.map(base64));
  });
  expect(
    roots.length > 0 && roots.every((root) => root.equals(roots[0])),
    "the rows are of different events",
  );
  return roots[0];
};

const nameAt = (type, index) => {
  if (index < 2) return ["chain", "event"][index];
  if (type === "TransactionCommitted") return index === 2 ? "submission" : `node ${index - 3}`;
  return type === "CommandRejected" ? ["submission", "error"][index - 2] : "data";
};

const verifyProof = (proof, key, say) => {
  const end = proof.indexOf("\n\n");
  const [first, extra = "", index = "", ...path] = proof.slice(0, end).split("\n");
  expect(first === "c2sp.org/tlog-proof@v1", "it is no proof");
  expect(
    extra.startsWith("extra ") && /^index (0|[1-9]\d*)$/.test(index),
    "the proof shows no row",
  );
  const at = Number(index.slice("index ".length));
  const { size, root } = checkpointOf(proof.slice(end + 2), keyOf(key));
  const disclosure = JSON.parse(base64(extra.slice("extra ".length)).toString("utf8"));
  expect(disclosure.v === 1 && disclosure.offset === at + 1, "the rows are of another offset");
  const entry = Buffer.concat([Buffer.of(1), eventRootOf(disclosure)]);
  const reached = climb(at, size, leafHash(entry), path.map(base64));
  expect(reached.equals(root), "the log has something else there");
  const event = JSON.parse(disclosure.rows.find(({ name }) => name === "event")?.text ?? "null");
  expect(
    event?.offset === at + 1 && event.rows === disclosure.rowCount,
    "the row `event` is of another event",
  );
  for (const row of disclosure.rows) {
    expect(
      row.name === nameAt(event.type, row.index),
      `row ${row.index} has the name "${row.name}"`,
    );
  }
  say(`offset ${event.offset} of ${size}: ${event.type}`);
  for (const { name, text } of disclosure.rows) say(`${name}: ${text}`);
};

// ---------------------------------------------------------------------------------------------

const commands = {
  journal: { code: 5, run: ([folder]) => verifyJournal(folder, console.log) },
  proof: {
    code: 8,
    run: ([file, key]) =>
      verifyProof(
        readFileSync(file, "utf8"),
        /\+/.test(key) ? key : readFileSync(key, "utf8"),
        console.log,
      ),
  },
};

const main = ([name, ...args]) => {
  const command = Object.hasOwn(commands, name ?? "") ? commands[name] : undefined;
  if (command === undefined || args.length !== { journal: 1, proof: 2 }[name]) {
    console.error("Usage: verify.js journal FOLDER | verify.js proof FILE KEY");
    return 2;
  }
  try {
    command.run(args);
    console.log("holds");
    return 0;
  } catch (thrown) {
    console.error(`does not hold: ${thrown.message}`);
    return thrown instanceof Refused || thrown instanceof SyntaxError ? command.code : 1;
  }
};

process.exitCode = main(process.argv.slice(2));
