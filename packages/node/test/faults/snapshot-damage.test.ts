import {
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { crc32 } from "node:zlib";
import { emptyLedger } from "@tallystick/core";
import type { LedgerNotice } from "../../src/ledger/ledger-observer.js";
import { inMemoryStore } from "@tallystick/event-store";
import { TableDamage } from "@tallystick/tables";
import { expect } from "chai";
import { openLedger } from "../../src/open/open-ledger.js";
import { isRight } from "fp-ts/lib/Either.js";
import { closeRuns, readSnapshot, snapshotPath } from "../../src/snapshot/snapshot-file.js";
import { contentOf } from "../snapshot/snapshot-state.js";
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

/** The files of the snapshot in a data folder. */
const filesOf = (data: string): ReadonlyArray<string> =>
  readdirSync(snapshotPath(data)).map((name) => join(snapshotPath(data), name));

const manifestOf = (data: string): string => join(snapshotPath(data), "manifest");

/** What someone finds who reads everything in a snapshot: "damaged", or all it says. */
const reading = async (data: string): Promise<unknown> => {
  const found = await readSnapshot(data, streamName, settings);
  if (found === undefined) return "damaged";
  try {
    return contentOf(found.state);
  } catch (thrown) {
    if (thrown instanceof TableDamage) return "damaged";
    throw thrown;
  } finally {
    closeRuns(found.runs);
  }
};

describe("A damaged snapshot", () => {
  it("is said to be so, with the file and why, when a start does not use it", async () => {
    const { store, data } = await filled();
    const [participant] = filesOf(data).filter((file) => file.endsWith(".participant"));
    const [run] = filesOf(data).filter((file) => file.endsWith(".run"));
    for (const [file = "", why] of [
      [manifestOf(data), "its manifest is damaged"],
      [participant, ".participant is missing or damaged"],
      [run, ".run is missing or damaged"],
    ] as const) {
      const copy = tempFolder();
      cpSync(data, copy, { recursive: true });
      const damaged = join(snapshotPath(copy), basename(file));
      truncateSync(damaged, statSync(damaged).size - 1);
      const said: Array<string> = [];
      const onNotice = ({ kind, message }: LedgerNotice): void => {
        if (kind === "snapshot-unread") said.push(message);
      };
      const ledger = await openTest({ store, data: copy, onNotice });
      await ledger.close();
      expect(said, why).to.have.length(1);
      expect(said[0]).to.contain(why);
    }
    const said: Array<string> = [];
    const onNotice = ({ kind }: LedgerNotice): void => void said.push(kind);
    await (await openTest({ store, data, onNotice })).close();
    expect(said).to.not.include("snapshot-unread");
  });

  let data: string;
  beforeEach(async () => {
    ({ data } = await filled());
    expect(await reading(data)).to.be.an("array");
  });

  /** Fails unless the snapshot is found damaged with each of these contents of a file. */
  const expectDamaged = async (
    file: string,
    contents: Iterable<readonly [what: string, content: Uint8Array]>,
  ): Promise<void> => {
    const whole = readFileSync(file);
    try {
      for (const [what, content] of contents) {
        writeFileSync(file, content);
        if ((await reading(data)) !== "damaged") expect.fail(`${basename(file)}: ${what}`);
      }
    } finally {
      writeFileSync(file, whole);
    }
  };

  it("is not believed, whichever byte is wrong", async () => {
    for (const file of filesOf(data)) {
      const bytes = readFileSync(file);
      const flipped = function* () {
        // every byte at both ends, a sample of what is between
        for (let at = 0; at < bytes.length; at += at < 64 || at > bytes.length - 120 ? 1 : 37) {
          const content = Buffer.from(bytes);
          content[at] = (content[at] ?? 0) ^ (1 << (at % 8));
          yield [`byte ${at} of ${bytes.length}`, content] as const;
        }
      };
      await expectDamaged(file, flipped());
    }
  });

  it("is not believed, wherever a file ends too early", async () => {
    for (const file of filesOf(data)) {
      const bytes = readFileSync(file);
      const cut = function* () {
        for (let length = 0; length < bytes.length; length += length < bytes.length - 60 ? 53 : 1)
          yield [`${length} of ${bytes.length} bytes`, bytes.subarray(0, length)] as const;
      };
      await expectDamaged(file, cut());
    }
  });

  it("is not believed when a part is missing, doubled or moved", async () => {
    for (const file of filesOf(data)) {
      const bytes = readFileSync(file);
      const [start, part] = [40, 60];
      const [before, first] = [bytes.subarray(0, start), bytes.subarray(start, start + part)];
      const second = bytes.subarray(start + part, start + 2 * part);
      const rest = bytes.subarray(start + 2 * part);
      const parts = [
        [before, second, rest],
        [before, first, first, second, rest],
        [before, second, first, rest],
        [first, before, second, rest],
      ];
      await expectDamaged(
        file,
        parts.map((each, at) => [`order ${at}`, Buffer.concat(each)]),
      );
    }
  });

  it("is not believed when a file is something else altogether", async () => {
    const texts = ["", "\n", "null\nE0\n", "[]\n", "{}\n00000000", "\0".repeat(5_000)];
    for (const file of filesOf(data)) {
      await expectDamaged(
        file,
        texts.map((text) => [JSON.stringify(text.slice(0, 20)), Buffer.from(text)]),
      );
    }
  });

  it("is not believed when a run is missing, or is another one under its name", async () => {
    const runs = filesOf(data).filter((file) => file.endsWith(".run"));
    expect(runs).to.have.lengthOf(3);
    for (const file of runs) {
      const whole = readFileSync(file);
      rmSync(file);
      expect(await reading(data)).to.equal("damaged");
      writeFileSync(file, whole);
      const others = runs.filter((other) => other !== file);
      await expectDamaged(
        file,
        others.map((other) => [basename(other), readFileSync(other)]),
      );
    }
    expect(await reading(data)).to.be.an("array");
  });

  it("is not read for another stream", async () => {
    expect(await readSnapshot(data, "participant-other", settings)).to.equal(undefined);
  });

  it("is not read when it is of another form, though it is whole", async () => {
    const manifest = readFileSync(manifestOf(data));
    for (const format of [1, 7, 9]) {
      asOfFormat(format, data);
      expect(await reading(data), `form ${format}`).to.equal("damaged");
      writeFileSync(manifestOf(data), manifest);
    }
    asOfFormat(8, data);
    expect(await reading(data)).to.be.an("array");
  });
});

/** A snapshot as another version of its form would have it: whole, with a checksum that holds. */
const asOfFormat = (format: number, data: string): void => {
  const text = readFileSync(manifestOf(data), "utf8").split("\n")[0] ?? "";
  const changed = text.replace(/^\{"format":\d+/, `{"format":${format}`);
  const sum = crc32(changed).toString(16).padStart(8, "0");
  writeFileSync(manifestOf(data), `${changed}\n${sum}`);
};

const largestRun = (data: string): string =>
  filesOf(data)
    .filter((file) => file.endsWith(".run"))
    .toSorted((a, b) => statSync(b).size - statSync(a).size)[0] ?? "";

describe("A ledger with a snapshot that does not fit", () => {
  const damages: ReadonlyArray<readonly [string, (data: string) => void | Promise<void>]> = [
    ["has a cut run", (data) => truncateSync(largestRun(data), 700)],
    ["has a cut manifest", (data) => truncateSync(manifestOf(data), 700)],
    ["is of an older form", (data) => asOfFormat(2, data)],
    ["has an empty manifest", (data) => writeFileSync(manifestOf(data), "")],
    [
      "has a wrong byte in every block",
      (data) => {
        for (const file of filesOf(data).filter((each) => each.endsWith(".run"))) {
          const content = readFileSync(file);
          content[60] = (content[60] ?? 0) ^ 0x21;
          writeFileSync(file, content);
        }
      },
    ],
    [
      "belongs to another journal of the same name",
      async (data) => {
        rmSync(snapshotPath(data), { recursive: true });
        cpSync(snapshotPath((await filled()).data), snapshotPath(data), { recursive: true });
      },
    ],
  ];
  for (const [name, damage] of damages) {
    it(`because it ${name} replays the journal and is the same`, async () => {
      const { store, data, alice, shown, end } = await filled();
      await damage(data);
      store.eventsRead = 0;
      const ledger = await openTest({ store, data });
      expect([await activeFor(ledger, alice), await completionsFor(ledger, alice)]).to.deep.equal(
        shown,
      );
      expect(leftOf(await ledger.submitAndWait(pingBy(alice, "p0"))).code).to.equal(
        "DUPLICATE_COMMAND",
      );
      expect(store.eventsRead).to.be.at.least(end);
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

describe("A snapshot that is damaged while a ledger reads it", () => {
  it("is made again from the journal, and every command gets its right answer", async () => {
    const { store, data, alice, shown } = await filled();
    const ledger = await openTest({ store, data });
    for (const file of filesOf(data).filter((each) => each.endsWith(".run"))) {
      const content = readFileSync(file);
      content[60] = (content[60] ?? 0) ^ 1;
      writeFileSync(file, content);
    }
    store.eventsRead = 0;
    const answers = await Promise.all([
      ledger.submitAndWait(pingBy(alice, "p1")),
      ledger.submitAndWait(pingBy(alice, "p2")),
      ledger.submitAndWait(accountBy(alice, "main", "again")),
      ledger.submitAndWait(pingBy(alice, "fresh")),
    ]);
    expect(answers.slice(0, 3).map((answer) => leftOf(answer).code)).to.deep.equal([
      "DUPLICATE_COMMAND",
      "DUPLICATE_COMMAND",
      "DUPLICATE_CONTRACT_KEY",
    ]);
    expect(isRight(answers[3] ?? answers[0])).to.equal(true);
    expect(store.eventsRead).to.be.above(5);
    expect((await activeFor(ledger, alice)).length).to.equal(
      (shown[0] as ReadonlyArray<unknown>).length + 1,
    );
    const end = ledger.ledgerEnd();
    await ledger.close();
    const mended = await readSnapshot(data, streamName, settings);
    expect(mended?.state.offset).to.equal(end);
    if (mended !== undefined) closeRuns(mended.runs);
    expect(await reading(data)).to.be.an("array");
  });
});
