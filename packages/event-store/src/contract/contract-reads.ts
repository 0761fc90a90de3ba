import assert from "node:assert/strict";
import {
  appendToEnd,
  type ContractCase,
  collect,
  contractCase,
  failed,
  idsIn,
  idsOf,
  someEvents,
  succeeded,
} from "./contract-case.js";
import type { EventStore, NewEvent, ReadStream } from "../event-store.js";
import { chainHash, GENESIS_HASH } from "../hash.js";
import { verifyStream } from "../verify-stream.js";

const STREAM = "ledger-1";

const revisionsOf = async (store: EventStore, read: ReadStream): Promise<ReadonlyArray<number>> =>
  (await collect(store.readStream(STREAM, read))).map((event) => event.revision);

const STREAM_READS: ReadonlyArray<readonly [ReadStream, ReadonlyArray<number>]> = [
  [{}, [0, 1, 2, 3, 4, 5]],
  [{ direction: "forwards", from: 4 }, [4, 5]],
  [{ from: 2, maxCount: 2 }, [2, 3]],
  [{ from: 6 }, []],
  [{ maxCount: 0 }, []],
  [{ direction: "backwards" }, [5, 4, 3, 2, 1, 0]],
  [{ direction: "backwards", maxCount: 1 }, [5]],
  [{ direction: "backwards", from: 3, maxCount: 2 }, [3, 2]],
  [{ direction: "backwards", from: 0 }, [0]],
  [{ direction: "backwards", from: 99, maxCount: 2 }, [5, 4]],
];

const streamReads = STREAM_READS.map(([read, revisions]) =>
  contractCase(
    `reading a stream of six with ${JSON.stringify(read)} gives [${revisions.join(", ")}]`,
    async (store) => {
      succeeded(await appendToEnd(store, "other", someEvents(2)));
      succeeded(await appendToEnd(store, STREAM, someEvents(4)));
      succeeded(await appendToEnd(store, "other", someEvents(2)));
      succeeded(await store.append(STREAM, 3, someEvents(2)));
      assert.deepEqual(await revisionsOf(store, read), revisions);
    },
  ),
);

const missing = contractCase(
  "a stream without events gives no page and has no last event",
  async (store) => {
    assert.deepEqual(await collect(store.readStream("nobody")), []);
    assert.deepEqual(await collect(store.readStream("nobody", { direction: "backwards" })), []);
    assert.equal(succeeded(await store.lastEvent("nobody")), undefined);
  },
);

const wholeEvents = contractCase(
  "events come back exactly as they were appended",
  async (store) => {
    const texts: ReadonlyArray<string> = [
      JSON.stringify({ text: "Grüße, 世界 🪙 \u0000 \u2028 \\n" }),
      '{"b":1,"a":[1.0,2e3, 3 ]}',
      "line\nbreaks in data\nare kept",
      "null",
      ' {"white": "space"} \t\n',
    ];
    const events: ReadonlyArray<NewEvent> = texts.map((data, index) => ({
      id: someEvents(1)[0]?.id ?? "",
      type: `Typé.${index}🪙`,
      data,
      metadata: index % 2 === 0 ? "" : '{"who":"Zoë"}',
    }));
    const stream = "stream-ü🪙 with spaces";
    succeeded(await store.append(stream, "no-stream", events));
    const recorded = await collect(store.readStream(stream));
    assert.deepEqual(
      recorded.map(({ id, type, data, metadata }) => ({ id, type, data, metadata })),
      events,
    );
    assert.deepEqual(
      recorded.map((event) => [event.stream, event.revision]),
      events.map((_, index) => [stream, index]),
    );
  },
);

const manyPages = contractCase(
  "a stream of several pages is read whole, both ways",
  async (store) => {
    const events = [...someEvents(1_500), ...someEvents(1_001)];
    succeeded(await store.append(STREAM, "no-stream", events.slice(0, 1_500)));
    succeeded(await store.append(STREAM, 1_499, events.slice(1_500)));
    assert.deepEqual(await idsIn(store, STREAM), idsOf(events));
    const backwards = await collect(store.readStream(STREAM, { direction: "backwards" }));
    assert.deepEqual(idsOf(backwards), idsOf(events).toReversed());
    const part = await collect(store.readStream(STREAM, { from: 10, maxCount: 2_003 }));
    assert.deepEqual(idsOf(part), idsOf(events).slice(10, 2_013));
  },
);

const chain = contractCase(
  "each event's hash is chained to its predecessor in the stream",
  async (store) => {
    succeeded(await appendToEnd(store, "other", someEvents(3)));
    succeeded(await appendToEnd(store, STREAM, someEvents(2)));
    succeeded(await appendToEnd(store, "other", someEvents(1)));
    succeeded(await appendToEnd(store, STREAM, someEvents(2)));
    let previousHash = GENESIS_HASH;
    for (const event of await collect(store.readStream(STREAM))) {
      previousHash = chainHash(previousHash, event);
      assert.equal(event.hash, previousHash);
    }
    const verified = succeeded(await verifyStream(store, STREAM));
    assert.deepEqual(verified, { revision: 3, hash: previousHash });
  },
);

const pace = contractCase(
  "a read waits for its consumer, and may include events appended meanwhile",
  async (store) => {
    const first = someEvents(1_500);
    succeeded(await appendToEnd(store, STREAM, first));
    const later = someEvents(2);
    const seen: string[] = [];
    for await (const page of store.readStream(STREAM)) {
      if (seen.length === 0) succeeded(await appendToEnd(store, STREAM, later));
      seen.push(...idsOf(succeeded(page)));
    }
    // Whether later events are included depends on the size of pages; those included must have no
    // gaps.
    assert.deepEqual(seen, idsOf([...first, ...later]).slice(0, seen.length));
    assert.ok(seen.length >= first.length);
  },
);

const leaving = contractCase("a read can be abandoned", async (store) => {
  succeeded(await appendToEnd(store, STREAM, someEvents(1_500)));
  for await (const page of store.readStream(STREAM)) {
    succeeded(page);
    break;
  }
  assert.equal(succeeded(await store.append(STREAM, 1_499, someEvents(1))).revision, 1_500);
});

const closed = contractCase(
  "a closed store answers every call with closed, and can be closed twice",
  async (store) => {
    succeeded(await appendToEnd(store, STREAM, someEvents(1)));
    await store.close();
    await store.close();
    assert.equal(failed(await appendToEnd(store, STREAM, someEvents(1))).kind, "closed");
    assert.equal(failed(await store.lastEvent(STREAM)).kind, "closed");
    for (const read of [store.readStream(STREAM), store.subscribe(STREAM, -1)]) {
      const kinds: string[] = [];
      for await (const page of read) kinds.push(failed(page).kind);
      assert.deepEqual(kinds, ["closed"]);
    }
  },
);

export const readCases: ReadonlyArray<ContractCase> = [
  ...streamReads,
  missing,
  wholeEvents,
  manyPages,
  chain,
  pace,
  leaving,
  closed,
];
