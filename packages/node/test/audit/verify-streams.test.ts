import { hash, randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EventStore, inMemoryStore } from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { expect } from "chai";
import { left, right } from "fp-ts/lib/Either.js";
import { archiveStore } from "../../src/administration/archive-store.js";
import { auditJournal } from "../../src/audit/audit-journal.js";
import {
  verifyNamedArchives,
  verifyOtherStreams,
  verifyStoreFiles,
} from "../../src/audit/verify-streams.js";
import { afterwards, openTest, rightOf, streamName, tempFolder } from "../test-ledger.js";

const always = async (): Promise<boolean> => true;
const payload = Buffer.alloc(1_200_000, "a package ");
const packageId = hash("sha256", payload, "hex");

/** The file of a journal with a package archive of three parts, and another journal's stream. */
const journalFile = async (): Promise<string> => {
  const data = tempFolder();
  await (await openTest({ data })).close();
  const file = join(data, "journal.db");
  const store = rightOf(await sqliteStore({ file }));
  const limits = { maxPackages: 10, maxBytes: 10_000_000 };
  rightOf(await archiveStore(store, limits, () => [], randomUUID).keep([{ packageId, payload }]));
  const type = "LedgerInitialized";
  const other = { id: "1", type, data: '{"n":"of another"}', metadata: "" };
  rightOf(await store.append("participant-other", "no-stream", [other, { ...other, id: "2" }]));
  await store.close();
  return file;
};

const read = async (file: string) => {
  const store = rightOf(await sqliteStore({ file, readOnly: true, tailCheckEvents: 1 }));
  afterwards(() => store.close());
  return { store, stream: streamName };
};

/** Changes every copy of some texts in a file; a page may have one that no longer counts. */
const rot = (file: string, ...texts: ReadonlyArray<string>): void => {
  const bytes = readFileSync(file);
  for (const text of texts)
    for (let at = bytes.indexOf(text); at > 0; at = bytes.indexOf(text)) bytes.write("x", at + 2);
  writeFileSync(file, bytes);
};

const foundAfter = async (...texts: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const file = await journalFile();
  rot(file, ...texts);
  const found = rightOf(await verifyOtherStreams(await read(file), always)) ?? [];
  return found.map(({ where, message }) => `${where}: ${message}`);
};

const part = (n: number): string => `"part":${n},"parts":3`;

describe("The check of the streams next to a journal", () => {
  it("finds nothing where all is well", async () => {
    const journal = await read(await journalFile());
    expect(rightOf(await verifyOtherStreams(journal, always))).to.deep.equal([]);
    expect(rightOf(await verifyStoreFiles(journal))).to.deep.equal([]);
  });

  it("finds a changed part of an archive, and continues behind it", async () => {
    const found = await foundAfter(part(1));
    expect(found).to.have.length(1);
    expect(found[0]).to.match(/^archives: package-[0-9a-f]{64}, event 1: /);
    const both = await foundAfter(part(0), part(2));
    expect(both.map((each) => /event \d/.exec(each)?.[0])).to.deep.equal(["event 0", "event 2"]);
  });

  it("finds events of another journal that were changed", async () => {
    const file = await journalFile();
    const bytes = readFileSync(file);
    // of the two the first, which no opening looks at
    const at = bytes.lastIndexOf('{"n":"of another"}');
    bytes.write("x", at + 2);
    writeFileSync(file, bytes);
    const found = rightOf(await verifyOtherStreams(await read(file), always)) ?? [];
    expect(found.map(({ where }) => where)).to.deep.equal(["journal"]);
    expect(found[0]?.message).to.match(/^participant-other, event 0: /);
  });

  it("finds an archive under the id of another, though its chain holds", async () => {
    const store = rightOf(await sqliteStore({ file: ":memory:" }));
    afterwards(() => store.close());
    const part = (n: number, text: string) => ({
      id: `${n}`,
      type: "PackageArchivePart",
      data: JSON.stringify({ v: 1, part: n, parts: 2, bytes: 8, payload: text }),
      metadata: "",
    });
    const other = "0".repeat(64);
    rightOf(
      await store.append(`package-${other}`, "no-stream", [part(0, "QUFB"), part(1, "QUFB")]),
    );
    // an upload that was cut short is none
    rightOf(await store.append(`package-${"1".repeat(64)}`, "no-stream", [part(0, "QUFB")]));
    const found = rightOf(await verifyOtherStreams({ store, stream: streamName }, always));
    expect(found).to.deep.equal([
      {
        where: "archives",
        message: `package-${other}: its bytes do not have the package id as SHA-256`,
      },
    ]);
  });

  it("finds streams that no node writes, and events in an archive that are none of its parts", async () => {
    const store = rightOf(await sqliteStore({ file: ":memory:" }));
    afterwards(() => store.close());
    const archive = `package-${"0".repeat(64)}`;
    for (const name of ["notes", "package-x", "participant-evil", archive]) {
      const event = { id: name, type: "Note", data: "{}", metadata: "" };
      rightOf(await store.append(name, "no-stream", [event]));
    }
    const found = rightOf(await verifyOtherStreams({ store, stream: streamName }, always)) ?? [];
    expect(found.map(({ message }) => message)).to.deep.equal([
      "notes: it is neither a journal nor the archive of a package",
      "package-x: it is neither a journal nor the archive of a package",
      "participant-evil: a journal begins with LedgerInitialized, found Note",
      `${archive}: event 0 is not part of an archive`,
    ]);
  });

  it("ends when its pace says so, and reads large parts for longer", async () => {
    const journal = await read(await journalFile());
    const paces: Array<number> = [];
    const pace = async (events: number): Promise<boolean> => {
      paces.push(events);
      return paces.length < 2;
    };
    expect(rightOf(await verifyOtherStreams(journal, pace))).to.equal(undefined);
    expect(paces).to.have.length(2);
    expect(paces[0]).to.be.above(600);
  });

  it("is not done where the store cannot say what it has, and says what it cannot read", async () => {
    const plain = { store: inMemoryStore(), stream: streamName };
    expect(rightOf(await verifyOtherStreams(plain, always))).to.deep.equal([]);
    expect(rightOf(await verifyStoreFiles(plain))).to.deep.equal([]);
    const away = left({ kind: "unavailable", outcome: "known", reason: "away" } as const);
    const store: EventStore = {
      ...inMemoryStore(),
      capabilities: {
        selfCheck: { streamNames: () => right(["package-1"]), checkFiles: async () => away },
      },
      async *readStream() {
        yield away;
      },
    };
    expect(await verifyOtherStreams({ store, stream: streamName }, always)).to.deep.equal(away);
    expect(await verifyStoreFiles({ store, stream: streamName })).to.deep.equal(away);
  });

  it("is part of the audit, with the files of the store", async () => {
    const file = await journalFile();
    writeFileSync(`${file}.head`, "x".repeat(384));
    rot(file, part(1));
    const { findings } = rightOf(await auditJournal(await read(file), undefined));
    expect(findings.map(({ where }) => where)).to.deep.equal(["archives", "head"]);
  });
});

describe("The check of archives in a store that does not list its streams", () => {
  const kept = async () => {
    const plain = inMemoryStore();
    const limits = { maxPackages: 10, maxBytes: 10_000_000 };
    rightOf(await archiveStore(plain, limits, () => [], randomUUID).keep([{ packageId, payload }]));
    return plain;
  };
  const checked = async (store: EventStore) =>
    rightOf(
      await verifyNamedArchives(
        { store, stream: streamName },
        new Set([packageId, "of the program"]),
      ),
    ).map(({ where, message }) => `${where}: ${message}`);

  it("finds nothing where they are as they were uploaded", async () => {
    expect(await checked(await kept())).to.deep.equal([]);
  });

  it("finds one that was deleted, and an error of the store is one", async () => {
    const plain = await kept();
    const error = { kind: "invalid", reason: "it was deleted" } as const;
    const deleted: EventStore = {
      ...plain,
      async *readStream(stream, how) {
        if (stream === `package-${packageId}`) yield left(error);
        else yield* plain.readStream(stream, how);
      },
    };
    expect(await checked(deleted)).to.deep.equal([
      `archives: package-${packageId}: the store rejected the events: it was deleted`,
    ]);
    const away = left({ kind: "unavailable", outcome: "known", reason: "away" } as const);
    const store: EventStore = { ...deleted, lastEvent: async () => away };
    const journal = { store, stream: streamName };
    expect(await verifyNamedArchives(journal, new Set([packageId]))).to.deep.equal(away);
  });
});
