import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { emptyLedger, getIn, type LedgerState, setIn } from "@tallystick/core";
import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { readSnapshot, snapshotPath, writeSnapshot } from "../src/snapshot-file.js";
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
} from "./test-ledger.js";
import { watchedStore } from "./watched-store.js";

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

  it("is not read when a line is missing, doubled or moved", async () => {
    const lines = bytes.toString().split("\n");
    const [header = "", first = "", second = ""] = lines;
    const rest = lines.slice(3);
    const damaged = [
      [header, second, ...rest],
      [header, first, first, second, ...rest],
      [header, second, first, ...rest],
      [first, header, second, ...rest],
    ];
    for (const content of damaged)
      expect(await readable(Buffer.from(content.join("\n")))).to.equal(false);
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
  it("is not read for another stream or another deduplication window", async () => {
    const { data } = await filled();
    const window = {
      ...settings,
      deduplicationWindowMicros: settings.deduplicationWindowMicros - 1,
    };
    expect(await readSnapshot(data, streamName, settings)).to.not.equal(undefined);
    expect(await readSnapshot(data, "participant-other", settings)).to.equal(undefined);
    expect(await readSnapshot(data, streamName, window)).to.equal(undefined);
  });

  it("is read when its end falls on the end of a block, and when it has many blocks", async () => {
    const folder = tempFolder();
    const blockBytes = 4 * 1024 * 1024;
    const stateWith = (paddingBytes: number): LedgerState => {
      const empty = emptyLedger();
      let { contracts } = empty;
      for (const [contractId, length] of [
        ["00aa", paddingBytes],
        ["00bb", blockBytes],
        ["00cc", 10],
      ] as const)
        contracts = setIn(contracts, contractId, {
          contractId,
          templateId: "p:M:T",
          packageName: "p",
          payload: { text: "x".repeat(length) },
          signatories: ["a"],
          observers: [],
          createdAt: 1,
        });
      return { ...empty, offset: 1, contracts };
    };
    const bodyBytesOf = async (paddingBytes: number): Promise<number> => {
      await writeSnapshot(folder, streamName, { state: stateWith(paddingBytes), hash: "h" }, true)
        .done;
      const content = readFileSync(snapshotPath(folder));
      return content.lastIndexOf("\n", content.length - 2) + 1;
    };
    const smallest = await bodyBytesOf(0);
    const padding = 2 * blockBytes - smallest;
    for (const paddingBytes of [padding - 1, padding, padding + 1]) {
      expect(await bodyBytesOf(paddingBytes)).to.equal(smallest + paddingBytes);
      const found = await readSnapshot(folder, streamName, settings);
      const payload = found && getIn(found.state.contracts, "00aa")?.payload;
      expect(payload).to.deep.equal({ text: "x".repeat(paddingBytes) });
    }
  });
});

describe("A ledger with a snapshot that does not fit", () => {
  const damages: ReadonlyArray<readonly [string, (path: string) => void | Promise<void>]> = [
    ["is cut", (path) => writeFileSync(path, readFileSync(path).subarray(0, 700))],
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
  for (const [name, damage] of damages)
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
      if (page._tag === "Right") await older.append(streamName, "no-stream", page.right);
    const ledger = await openTest({ store: older, data });
    expect(ledger.ledgerEnd()).to.equal(6);
  });
});
