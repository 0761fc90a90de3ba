import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemTimers, type Timers } from "@tallystick/background";
import { type EventStore, inMemoryStore, type RecordedEvent } from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { expect } from "chai";
import { left, map, right } from "fp-ts/lib/Either.js";
import type { LedgerNotice } from "../../src/ledger/ledger-observer.js";
import { startScrubber } from "../../src/audit/scrubber.js";
import { snapshotPath } from "../../src/snapshot/snapshot-file.js";
import { makePast } from "../pruning/pruned-ledger.js";
import { allocate, openTest, rightOf, streamName, tempFolder, until } from "../test-ledger.js";

const quick = { scrubEventsPerSecond: 1_000_000, scrubEveryMs: 20 };

const opened = async (data: string) => {
  const notices: Array<LedgerNotice> = [];
  const onNotice = (notice: LedgerNotice) => void notices.push(notice);
  const ledger = await openTest({ data, config: quick, onNotice });
  const of = (kind: LedgerNotice["kind"]) => notices.filter((each) => each.kind === kind);
  return { ledger, notices, of };
};

const runIn = (data: string): string => {
  const name = readdirSync(snapshotPath(data)).find((each) => each.endsWith(".run")) ?? "";
  return join(snapshotPath(data), name);
};

const flip = (file: string, at: number): void => {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
};

describe("Scrubbing", () => {
  it("finds nothing where all is well", async () => {
    const { ledger, of } = await opened(tempFolder());
    await makePast(ledger);
    await new Promise<void>((resume) => setTimeout(resume, 150));
    expect(ledger.findings()).to.deep.equal([]);
    expect(of("damage-found")).to.deep.equal([]);
  });

  it("finds what changes in the journal while the ledger runs, and says it once", async () => {
    const whole = inMemoryStore();
    let isDamaged = false;
    const store: EventStore = {
      ...whole,
      async *readStream(stream, read) {
        for await (const page of whole.readStream(stream, read)) {
          yield map((events: ReadonlyArray<RecordedEvent>) =>
            events.map((event) =>
              isDamaged && event.revision === 4 ? { ...event, data: `${event.data} ` } : event,
            ),
          )(page);
        }
      },
    };
    const notices: Array<string> = [];
    const onNotice = ({ kind, message }: LedgerNotice): void => {
      if (kind === "damage-found") notices.push(message);
    };
    const ledger = await openTest({ store, config: quick, onNotice });
    await makePast(ledger);
    isDamaged = true;
    await until(() => ledger.findings().length > 0, "it is found");
    expect(ledger.findings()).to.deep.equal([
      {
        where: "journal",
        offset: 5,
        message: "the hash does not match the event and its predecessor",
      },
    ]);
    await new Promise<void>((resume) => setTimeout(resume, 120));
    expect(notices).to.deep.equal([
      "journal, offset 5: the hash does not match the event and its predecessor",
    ]);
    isDamaged = false;
    await until(() => ledger.findings().length === 0, "it is whole again");
  });

  it("takes findings back as soon as a store is well again that was interrupted", async () => {
    const plain = inMemoryStore();
    let isWell = true;
    const store: EventStore = {
      ...plain,
      async *readStream(stream, read) {
        if (isWell) yield* plain.readStream(stream, read);
        else yield left({ kind: "damaged", stream, revision: 0, position: 0, reason: "bits" });
      },
      capabilities: {
        ...plain.capabilities,
        probe: () => (isWell ? right(undefined) : left({ kind: "in-use", reason: "it is copied" })),
      },
    };
    // the first round is begun 10 s after the start, the next an hour later
    const after: Timers["after"] = (ms, call) => systemTimers.after(ms === 10_000 ? 1 : ms, call);
    const timers = { ...systemTimers, after };
    const ledger = await openTest({ store, timers, config: { ...quick, scrubEveryMs: 3_600_000 } });
    isWell = false;
    await until(() => ledger.findings().length > 0, "it is found");
    await until(() => !ledger.ready(), "it is interrupted");
    isWell = true;
    await until(() => ledger.ready(), "it is not interrupted any more");
    await until(() => ledger.findings().length === 0, "it is taken back");
  });

  for (const error of [
    { kind: "invalid", reason: "no" },
    { kind: "unavailable", outcome: "known", reason: "no", refusal: "stream" },
  ] as const) {
    it(`takes a store that answers "${error.kind}" for no damage`, async () => {
      const plain = inMemoryStore();
      let refusals = 0;
      const store: EventStore = {
        ...plain,
        async *readStream(stream, read) {
          if (read?.from === 0 && stream === streamName && refusals < 0) {
            refusals -= 1;
            yield left(error);
          } else {
            yield* plain.readStream(stream, read);
          }
        },
      };
      const ledger = await openTest({ store, config: quick });
      refusals = -1;
      await until(() => refusals < -3, "it has looked");
      expect(ledger.findings()).to.deep.equal([]);
    });
  }

  it("finds a damaged snapshot", async () => {
    const data = tempFolder();
    const first = await opened(data);
    await makePast(first.ledger);
    await first.ledger.close();
    const { ledger, of } = await opened(data);
    const run = runIn(data);
    flip(run, 40);
    await until(() => ledger.findings().length > 0, "it is found");
    expect(ledger.findings()[0]?.where).to.equal("snapshot");
    await until(() => of("damage-found").length === 1, "it is said");
  });

  it("finds what is wrong with the note of the last place and with archives, and says where", async () => {
    const data = tempFolder();
    const { ledger, of } = await opened(data);
    await makePast(ledger);
    await ledger.close();
    const file = join(data, "journal.db");
    const store = rightOf(await sqliteStore({ file }));
    const part = { v: 1, part: 0, parts: 1, bytes: 3, payload: "QUFB" };
    const type = "PackageArchivePart";
    const event = { id: "1", type, data: JSON.stringify(part), metadata: "" };
    rightOf(await store.append(`package-${"2".repeat(64)}`, "no-stream", [event]));
    await store.close();
    const again = await opened(data);
    writeFileSync(`${file}.head`, "x".repeat(384));
    await until(() => again.ledger.findings().length === 2, "both are found");
    expect(again.ledger.findings().map(({ where }) => where)).to.deep.equal(["archives", "head"]);
    expect(again.of("damage-found").map(({ message }) => message.split(":")[0])).to.deep.equal([
      "archives",
      "head",
    ]);
    expect(of("damage-found")).to.deep.equal([]);
  });

  it("reads the views part by part, and those of others too", async () => {
    const notices: Array<string> = [];
    let parts = 0;
    let isDamaged = true;
    const scrubber = startScrubber({
      journal: { store: inMemoryStore(), stream: streamName },
      journalId: "",
      data: undefined,
      ledgerEnd: () => 0,
      views: {
        *checkParts() {
          parts += 1;
          yield right(undefined);
          parts += 1;
          if (isDamaged) yield left({ kind: "damaged", message: "block 1/4 is missing" });
        },
      },
      others: [
        {},
        { check: () => right(undefined) },
        {
          check: () =>
            isDamaged ? left({ kind: "damaged", message: "a leaf" }) : right(undefined),
        },
        { check: () => left({ kind: "closed", message: "the views are closed" }) },
      ],
      eventsPerSecond: 1_000_000,
      everyMs: 10,
      notice: ({ message }) => void notices.push(message),
      ended: (reason) => expect.fail(reason),
    });
    await until(() => scrubber.findings().length > 0, "it is found");
    expect(scrubber.findings().map(({ message }) => message)).to.deep.equal([
      "block 1/4 is missing",
      "a leaf",
    ]);
    expect(parts).to.equal(2);
    await until(() => scrubber.rounds() > 1, "another round is done");
    expect(notices).to.deep.equal(["views: block 1/4 is missing", "views: a leaf"]);
    isDamaged = false;
    await until(() => scrubber.findings().length === 0, "all is well again");
    await scrubber.stop();
    const done = scrubber.rounds();
    await new Promise<void>((resume) => setTimeout(resume, 40));
    expect(scrubber.rounds()).to.equal(done);
  });

  it("continues with another round after one that ended by itself, and says so", async () => {
    const ends: Array<string> = [];
    let looks = 0;
    const scrubber = startScrubber({
      journal: { store: inMemoryStore(), stream: streamName },
      journalId: "",
      data: undefined,
      ledgerEnd: () => 0,
      views: {
        checkParts: () => {
          looks += 1;
          if (looks === 1) throw new Error("out of handles");
          return [];
        },
      },
      others: [],
      eventsPerSecond: 1_000_000,
      everyMs: 1,
      notice: () => undefined,
      ended: (reason) => void ends.push(reason),
    });
    await until(() => ends.length > 0, "it is said");
    expect(ends).to.deep.equal(["the background check failed: out of handles"]);
    await new Promise<void>((resume) => setTimeout(resume, 50));
    expect(looks).to.equal(1);
    await until(() => scrubber.rounds() > 0, "another round is done");
    await scrubber.stop();
  });

  /** Scrubs a journal of events that are wrong. */
  const scrubbing = async (length: number, eventsPerSecond: number) => {
    const store = inMemoryStore();
    const events = Array.from({ length }, (_, at) => ({
      id: String(at),
      type: "T",
      data: "{}",
      metadata: "",
    }));
    await store.append(streamName, "no-stream", events);
    return startScrubber({
      journal: { store, stream: streamName },
      journalId: "",
      data: undefined,
      ledgerEnd: () => 0,
      views: { checkParts: () => [] },
      others: [],
      eventsPerSecond,
      everyMs: 1,
      notice: () => undefined,
      ended: (reason) => expect.fail(reason),
    });
  };

  it("reads no faster than it may", async () => {
    const begun = performance.now();
    const scrubber = await scrubbing(200, 1_000);
    await until(() => scrubber.findings().length > 0, "a round is done");
    expect(performance.now() - begun).to.be.at.least(180);
    await scrubber.stop();
  });

  it("ends within its rounds, which last longer than a test may", async () => {
    const scrubber = await scrubbing(5_000, 1);
    await new Promise<void>((resume) => setTimeout(resume, 20));
    await scrubber.stop();
  });

  it("is not done where the configuration says so", async () => {
    const store = inMemoryStore();
    const off = await openTest({ store, config: { ...quick, scrubEventsPerSecond: 0 } });
    await allocate(off, "alice");
    await new Promise<void>((resume) => setTimeout(resume, 60));
    expect(off.findings()).to.deep.equal([]);
  });
});
