import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type EventStore,
  inMemoryStore,
  type RecordedEvent,
  type StoreWith,
} from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { expect } from "chai";
import { left, map } from "fp-ts/lib/Either.js";
import { lastRevision, verifyJournal } from "../../src/audit/verify-journal.js";
import type { LeftToOthers } from "../../src/audit/journal-check.js";
import { makePast, pruneNow } from "../pruning/pruned-ledger.js";
import { journalOf, leftOf, openTest, rightOf, streamName, tempFolder } from "../test-ledger.js";

const always = async (): Promise<boolean> => true;

const verified = async (store: EventStore) => {
  const read = rightOf(await verifyJournal({ store, stream: streamName }, always));
  if (read === undefined) throw new Error("it ended early");
  return read;
};

const found = async (store: EventStore): Promise<ReadonlyArray<string>> =>
  (await verified(store)).findings.map(({ offset, message }) => `${offset ?? "-"}: ${message}`);

const past = async () => {
  const store = inMemoryStore();
  const ledger = await openTest({ store });
  return { store, ledger, past: await makePast(ledger) };
};

/** A store that reads as if some events were others. */
const altered = (
  store: StoreWith<"erasing">,
  change: (event: RecordedEvent) => object,
): EventStore => ({
  ...store,
  async *readStream(stream, read) {
    for await (const page of store.readStream(stream, read)) {
      yield map((events: ReadonlyArray<RecordedEvent>) =>
        events.map((event) => ({ ...event, ...change(event) })),
      )(page);
    }
  },
});

describe("The check of a journal", () => {
  it("finds nothing in one that is whole, and says what it read", async () => {
    const { store, ledger } = await past();
    const { journal, findings } = await verified(store);
    const events = await journalOf(store);
    expect(findings).to.deep.equal([]);
    expect(journal).to.deep.equal({
      events: events.length,
      hash: events.at(-1)?.hash,
      journalId: events[0]?.hash,
      participantId: ledger.participantId,
      pruned: undefined,
    });
  });

  it("finds nothing in one that was pruned, twice", async () => {
    const { store, ledger, past: made } = await past();
    await pruneNow(ledger, store, made.mixedAt);
    await pruneNow(ledger, store, made.end);
    const { journal, findings } = await verified(store);
    expect(findings).to.deep.equal([]);
    expect(journal.pruned?.said.offset).to.equal(made.end);
    expect(journal.pruned?.erased).to.equal(journal.pruned?.said.erased);
  });

  it("finds nothing in an empty one", async () => {
    expect((await verified(inMemoryStore())).journal.events).to.equal(0);
  });

  const CHANGES: ReadonlyArray<readonly [string, string, object, RegExp]> = [
    ["a text", "CommandRejected", { data: '{"v":1}' }, /hash does not match/],
    ["a text that is no JSON", "PartyAllocated", { data: "x" }, /is not JSON/],
    ["a type", "CommandRejected", { type: "Forged" }, /unknown event type/],
    ["a hash", "CommandRejected", { hash: "ab".repeat(32) }, /hash does not match/],
    ["a revision", "CommandRejected", { revision: 3 }, /expected offset \d+, found 4/],
  ];
  for (const [name, type, change, message] of CHANGES) {
    it(`finds ${name} that was changed`, async () => {
      const { store } = await past();
      const messages = await found(altered(store, (event) => (event.type === type ? change : {})));
      expect(
        messages.some((each) => message.test(each)),
        messages.join("\n"),
      ).to.equal(true);
    });
  }

  it("finds a change of a pruning that is chained as it should be", async () => {
    const cases: ReadonlyArray<readonly [string, (event: object) => object, RegExp]> = [
      ["its offset", () => ({ offset: 2 }), /signature/],
      ["its counts", () => ({ kept: 1 }), /signature/],
      ["its residue", () => ({ residue: "ab".repeat(32) }), /signature/],
      ["its signature", () => ({ signature: "ab".repeat(64) }), /signature/],
      ["its hash", () => ({ hash: "ab".repeat(32) }), /its hash differs from that in the pruning/],
    ];
    const { store, ledger, past: made } = await past();
    await pruneNow(ledger, store, made.end);
    for (const [name, change, message] of cases) {
      const copy = inMemoryStore();
      for (const { id, type, metadata, data, revision } of await journalOf(store)) {
        const event = JSON.parse(data) as object;
        const text = type === "JournalPruned" ? { ...event, ...change(event) } : event;
        const fresh = { id, type, metadata, data: JSON.stringify(text) };
        rightOf(
          await copy.append(streamName, revision === 0 ? "no-stream" : revision - 1, [fresh]),
        );
      }
      const messages = await found(copy);
      expect(
        messages.some((each) => message.test(each)),
        `${name}: ${messages.join("\n")}`,
      ).to.equal(true);
    }
  });

  it("leaves the texts of submissions to others when it should, but not their times", async () => {
    const { store } = await past();
    const events = await journalOf(store);
    const at = events.findLastIndex(({ type }) => type === "TransactionCommitted");
    const time = Number(/"recordTime":(\d+)/.exec(events[at]?.data ?? "")?.[1]);
    const withText = async (data: string) => {
      const copy = inMemoryStore();
      const fresh = events.map(({ id, type, metadata, data: stored, revision }) =>
        Object.assign({ id, type, metadata, data: revision === at ? data : stored }),
      );
      rightOf(await copy.append(streamName, "no-stream", fresh));
      const found = async (leftOut: LeftToOthers) => {
        const journal = { store: copy, stream: streamName };
        const read = rightOf(await verifyJournal(journal, always, leftOut));
        return read?.findings.map(({ message }) => message);
      };
      return [await found({}), await found({ submissions: true })];
    };
    const misfit = ["TransactionCommitted does not fit its schema"];
    expect(await withText(`{"v":1,"recordTime":${time},"x":1}`)).to.deep.equal([misfit, []]);
    expect(await withText(`{"v":1,"recordTime":"x","x":1}`)).to.deep.equal([misfit, misfit]);
    const early = await withText(`{"v":1,"recordTime":1,"x":1}`);
    expect(early[1]).to.deep.equal(["the record time goes back"]);
  });

  it("finds another residue than the one that was signed", async () => {
    const { store, ledger, past: made } = await past();
    await pruneNow(ledger, store, made.end);
    const messages = await found(
      altered(store, ({ erased, data }) =>
        erased === undefined ? {} : { data: data.replace(/"length":\d+/, '"length":1') },
      ),
    );
    expect(messages).to.deep.equal(["-: the pruned events differ from those in the journal"]);
  });

  it("finds events that are erased though no one says so", async () => {
    const { store } = await past();
    const at = (await journalOf(store)).findIndex(({ type }) => type === "TransactionCommitted");
    const residue = { revision: at, data: '{"v":0,"recordTime":9999999999999999,"length":1}' };
    rightOf(await store.capabilities.erasing.erase(streamName, [residue]));
    const messages = await found(store);
    expect(messages).to.include("-: 1 events are erased, but no pruning event records it");
  });

  it("finds more erased than was pruned", async () => {
    const { store, ledger, past: made } = await past();
    await pruneNow(ledger, store, made.mixedAt - 1);
    const kept = (await journalOf(store)).find(
      ({ type, erased, revision }) =>
        type === "TransactionCommitted" && erased === undefined && revision >= made.mixedAt,
    );
    if (kept === undefined) throw new Error("nothing was kept");
    const { recordTime } = JSON.parse(kept.data) as { readonly recordTime: number };
    const data = JSON.stringify({ v: 0, recordTime, length: 1 });
    rightOf(
      await store.capabilities.erasing.erase(streamName, [{ revision: kept.revision, data }]),
    );
    const messages = await found(store);
    expect(messages.join()).to.match(/is erased, but the journal was pruned only up to/);
    expect(messages.join()).to.match(/expected \d+ erased events, found/);
  });

  it("continues behind damage, and finds what is damaged there too", async () => {
    const data = tempFolder();
    const ledger = await openTest({ data });
    await makePast(ledger);
    const end = ledger.ledgerEnd();
    await ledger.close();
    const file = join(data, "journal.db");
    const whole = rightOf(await sqliteStore({ file, readOnly: true }));
    const texts = (await journalOf(whole)).map((event) => event.data);
    await whole.close();
    const bytes = readFileSync(file);
    for (const revision of [3, 7]) {
      const text = texts[revision] ?? "";
      // a page may have a copy that no longer counts
      for (let at = bytes.indexOf(text); at > 0; at = bytes.indexOf(text)) bytes.write("x", at + 9);
    }
    writeFileSync(file, bytes);
    const store = rightOf(await sqliteStore({ file, readOnly: true, tailCheckEvents: 1 }));
    const { findings, journal } = await verified(store);
    expect(findings.map(({ offset }) => offset)).to.deep.equal([4, 8]);
    expect(journal.events).to.equal(end);
    await store.close();
  });

  it("says once that a journal has no beginning, in a store that gives nothing of the rest", async () => {
    const { store } = await past();
    const reads: number[] = [];
    const cut = {
      ...store,
      async *readStream(_stream: string, { from = 0 } = {}) {
        reads.push(from);
        const reason = "the event is missing";
        yield left({
          kind: "damaged",
          stream: streamName,
          revision: 0,
          position: 9,
          reason,
        } as const);
      },
    };
    const { findings } =
      rightOf(await verifyJournal({ store: cut, stream: streamName }, always)) ?? {};
    expect(findings).to.deep.equal([
      {
        where: "journal",
        offset: 1,
        message: "the event is missing; the events after it cannot be read and were not checked",
      },
    ]);
    expect(reads).to.deep.equal([0, 1]);
  });

  it("ends when its pace says so, and is an error while the store cannot be read", async () => {
    const { store } = await past();
    const ended = await verifyJournal({ store, stream: streamName }, async () => false);
    expect(rightOf(ended)).to.equal(undefined);
    const away = {
      ...store,
      async *readStream() {
        yield left({ kind: "unavailable" as const, outcome: "known" as const, reason: "away" });
      },
    };
    const journal = { store: away, stream: streamName };
    expect(leftOf(await verifyJournal(journal, always)).kind).to.equal("unavailable");
  });
});

describe("The last revision of a stream", () => {
  it("is that of its last event, damaged or not, and -1 where there is none", async () => {
    const store = inMemoryStore();
    expect(await lastRevision({ store, stream: streamName })).to.equal(-1);
    const event = { id: "1", type: "T", data: "{}", metadata: "" };
    rightOf(await store.append(streamName, "no-stream", [event, { ...event, id: "2" }]));
    expect(await lastRevision({ store, stream: streamName })).to.equal(1);
    const rot = { stream: streamName, revision: 7, position: 8, reason: "rot" } as const;
    const damaged = async () => left({ kind: "damaged", ...rot } as const);
    const away = async () => left({ kind: "closed" } as const);
    const rotten = { ...store, lastEvent: damaged };
    expect(await lastRevision({ store: rotten, stream: streamName })).to.equal(7);
    expect(await lastRevision({ store: { ...store, lastEvent: away }, stream: "s" })).to.equal(-1);
  });
});
