import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { emptyLedger, getIn, type LedgerState, setIn } from "@tallystick/core";
import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { openLedger } from "../../src/open/open-ledger.js";
import { isRight } from "fp-ts/lib/Either.js";
import { readSnapshot, snapshotPath, writeSnapshot } from "../../src/snapshot/snapshot-file.js";
import {
  accountBy,
  activeFor,
  allocate,
  commit,
  completionsFor,
  leftOf,
  openTest,
  pingBy,
  streamName,
  tempFolder,
  optionsOf,
} from "../test-ledger.js";
import { watchedStore } from "../pipeline/watched-store.js";

const { settings } = emptyLedger();

const filled = async () => {
  const [store, data] = [watchedStore(inMemoryStore()), tempFolder()];
  const ledger = await openTest({ store, data });
  const alice = await allocate(ledger, "alice");
  for (let at = 0; at < 5; at++) await commit(ledger, pingBy(alice, `p${at}`));
  await commit(ledger, accountBy(alice, "main", "account"));
  const shown = [await activeFor(ledger, alice), await completionsFor(ledger, alice)];
  const end = ledger.ledgerEnd();
  await ledger.close();
  return { store, data, alice, shown, end };
};

describe("A damaged snapshot", () => {
  let bytes: Buffer;
  let folder: string;
  const readable = async (content: Uint8Array): Promise<boolean> => {
    writeFileSync(snapshotPath(folder), content);
    return (await readSnapshot(folder, streamName, settings)) !== undefined;
  };

  beforeEach(async () => {
    folder = (await filled()).data;
    bytes = readFileSync(snapshotPath(folder));
  });

  it("is not read, whichever byte is wrong", async () => {
    expect(await readable(bytes)).to.equal(true);
    // every byte at both ends, a sample of what is between
    const [start, end] = [60, bytes.length - 40];
    for (let at = 0; at < bytes.length; at += at < start || at > end ? 1 : 23) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      if (await readable(flipped)) expect.fail(`byte ${at} of ${bytes.length} may be anything`);
    }
  });

  it("is not read, wherever it ends too early", async () => {
    for (let length = 0; length < bytes.length; length += length < bytes.length - 40 ? 61 : 1)
      if (await readable(bytes.subarray(0, length))) expect.fail(`${length} bytes are enough`);
  });

  it("is not read when a part is missing, doubled or moved", async () => {
    const [start, part] = [40, 60];
    const [before, first] = [bytes.subarray(0, start), bytes.subarray(start, start + part)];
    const second = bytes.subarray(start + part, start + 2 * part);
    const rest = bytes.subarray(start + 2 * part);
    const damaged = [
      [before, second, rest],
      [before, first, first, second, rest],
      [before, second, first, rest],
      [first, before, second, rest],
    ];
    for (const parts of damaged) expect(await readable(Buffer.concat(parts))).to.equal(false);
  });

  it("is not read when it is something else altogether", async () => {
    const contents = [
      "",
      "\n",
      "null\nE0\n",
      "[]\n",
      "{}\nE0\n",
      "E0\n",
      '{"format":1}\n',
      "\0".repeat(5_000),
    ];
    for (const content of contents) expect(await readable(Buffer.from(content))).to.equal(false);
  });
});

describe("A snapshot that is whole", () => {
  it("is not read for another stream", async () => {
    const { data } = await filled();
    expect(await readSnapshot(data, streamName, settings)).to.not.equal(undefined);
    expect(await readSnapshot(data, "participant-other", settings)).to.equal(undefined);
  });

  it("is read back whole when it has many segments, some of them filled to the last byte", async () => {
    const folder = tempFolder();
    const segmentBytes = 16 * 1024 * 1024;
    const empty = emptyLedger();
    // a record takes what its key takes, 8 bytes more, and is given room for three bytes a
    // character
    const lengths = [10, segmentBytes / 3, segmentBytes / 3 - 5, 1, segmentBytes + 7, 0, 20];
    const textOf = (at: number): string => "\u00e4x".repeat((lengths[at] ?? 0) / 2);
    let { keys } = empty;
    for (const at of lengths.keys()) keys = setIn(keys, `key ${at} \u20ac`, textOf(at));
    const state: LedgerState = { ...empty, offset: 1, keys };
    await writeSnapshot(
      folder,
      { stream: streamName, journalId: "first" },
      { state, hash: "h" },
      true,
    ).done;
    const found = await readSnapshot(folder, streamName, settings);
    expect(found?.state.keys.size).to.equal(lengths.length);
    for (const at of lengths.keys()) {
      const text = found && getIn(found.state.keys, `key ${at} \u20ac`);
      // not by expect's own comparison, which would print megabytes
      expect(text === textOf(at), `key ${at}`).to.equal(true);
    }
    expect(found && getIn(found.state.keys, "key 7 \u20ac")).to.equal(undefined);
  });
});

/**
 * A snapshot as an earlier version of its form would have it: whole, with a checksum that holds.
 */
const asOfFormat = (format: number, path: string): void => {
  const content = readFileSync(path);
  const length = content.readUInt32LE(content.length - 8);
  const closingAt = content.length - 8 - length;
  const text = content.subarray(closingAt, closingAt + length).toString();
  const changed = Buffer.from(text.replace(/^\{"format":\d+/, `{"format":${format}`));
  const ends = Buffer.alloc(8);
  ends.writeUInt32LE(changed.length);
  const covered = Buffer.concat([content.subarray(0, closingAt), changed, ends.subarray(0, 4)]);
  ends.writeUInt32LE(crc32(covered), 4);
  writeFileSync(path, Buffer.concat([covered, ends.subarray(4)]));
};

describe("A snapshot of another form", () => {
  it("is not read, though it is whole", async () => {
    const { data } = await filled();
    const path = snapshotPath(data);
    asOfFormat(5, path);
    expect(await readSnapshot(data, streamName, settings)).to.not.equal(undefined);
    for (const format of [1, 4, 6]) {
      asOfFormat(format, path);
      expect(await readSnapshot(data, streamName, settings), `form ${format}`).to.equal(undefined);
    }
  });
});

describe("A ledger with a snapshot that does not fit", () => {
  const damages: ReadonlyArray<readonly [string, (path: string) => void | Promise<void>]> = [
    ["is cut", (path) => writeFileSync(path, readFileSync(path).subarray(0, 700))],
    ["is of an older form", (path) => asOfFormat(2, path)],
    ["is empty", (path) => writeFileSync(path, "")],
    [
      "has a wrong byte",
      (path) => {
        const content = readFileSync(path);
        content[content.length >> 1] = 0x21;
        writeFileSync(path, content);
      },
    ],
    [
      "belongs to another journal of the same name",
      async (path) => copyFileSync(snapshotPath((await filled()).data), path),
    ],
  ];
  for (const [name, damage] of damages) {
    it(`because it ${name} replays the journal and is the same`, async () => {
      const { store, data, alice, shown, end } = await filled();
      await damage(snapshotPath(data));
      store.eventsRead = 0;
      const ledger = await openTest({ store, data });
      expect(store.eventsRead).to.be.at.least(end);
      expect([await activeFor(ledger, alice), await completionsFor(ledger, alice)]).to.deep.equal(
        shown,
      );
      expect(leftOf(await ledger.submitAndWait(pingBy(alice, "p0"))).code).to.equal(
        "DUPLICATE_COMMAND",
      );
      await commit(ledger, pingBy(alice, "next"));
      await ledger.close();
      const mended = await readSnapshot(data, streamName, settings);
      expect(mended?.state.offset).to.equal(end + 2);
    });
  }

  it("because it is of another deduplication window remembers by its own window", async () => {
    const { store, data, alice } = await filled();
    const config = { maxDeduplicationMicros: 3_600_000_000 };
    const later = (): number => (Date.now() + 2 * 3_600_000) * 1000;
    const ledger = await openTest({ store, data, config, clock: later });
    await commit(ledger, pingBy(alice, "p0"));
  });

  it("because the journal is older than it goes by the journal", async () => {
    const { store, data } = await filled();
    const older = inMemoryStore();
    for await (const page of store.readStream(streamName, { maxCount: 6 }))
      if (isRight(page)) await older.append(streamName, "no-stream", page.right);
    expect(leftOf(await openLedger(optionsOf({ store: older, data }))).message).to.match(
      /ends at offset 6/,
    );
    const ledger = await openTest({ store: older, data, acceptJournalEnd: 6 });
    // what follows is the word of its restoring
    expect(ledger.ledgerEnd()).to.equal(7);
  });
});
