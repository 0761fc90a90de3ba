import assert from "node:assert/strict";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import {
  appendToEnd,
  assertWrongRevision,
  type ContractCase,
  collect,
  contractCase,
  failed,
  idsIn,
  idsOf,
  someEvents,
  succeeded,
} from "./contract-case.js";
import type { ExpectedRevision, NewEvent } from "../event-store.js";

const STREAM = "ledger-1";

/** Expected revisions, with the streams where they must hold or fail. */
const EXPECTATIONS: ReadonlyArray<{
  readonly expected: ExpectedRevision;
  readonly eventsBefore: number;
  readonly holds: boolean;
}> = [
  { expected: "no-stream", eventsBefore: 0, holds: true },
  { expected: "no-stream", eventsBefore: 1, holds: false },
  { expected: 0, eventsBefore: 0, holds: false },
  { expected: 0, eventsBefore: 1, holds: true },
  { expected: 1, eventsBefore: 1, holds: false },
  { expected: 0, eventsBefore: 2, holds: false },
  { expected: 2, eventsBefore: 3, holds: true },
  { expected: 7, eventsBefore: 3, holds: false },
];

const expectationCases = EXPECTATIONS.map(({ expected, eventsBefore, holds }) =>
  contractCase(
    `expecting ${expected} of a stream of ${eventsBefore} events ${holds ? "appends" : "fails and names the actual revision"}`,
    async (store) => {
      if (eventsBefore > 0)
        succeeded(await store.append(STREAM, "no-stream", someEvents(eventsBefore)));
      const result = await store.append(STREAM, expected, someEvents(2));
      if (holds) assert.equal(succeeded(result).revision, eventsBefore + 1);
      else
        assertWrongRevision(result, expected, eventsBefore === 0 ? "no-stream" : eventsBefore - 1);
      const length = (await collect(store.readStream(STREAM))).length;
      assert.equal(length, holds ? eventsBefore + 2 : eventsBefore);
    },
  ),
);

const REPEATABLE: ReadonlyArray<ExpectedRevision> = ["no-stream", 1];

const repeatCases = REPEATABLE.map((expected) =>
  contractCase(
    `an append expecting ${expected}, repeated with the same ids, succeeds with the same answer and writes nothing`,
    async (store) => {
      if (expected !== "no-stream")
        succeeded(await store.append(STREAM, "no-stream", someEvents(2)));
      const events = someEvents(3);
      const first = succeeded(await store.append(STREAM, expected, events));
      assert.deepEqual(succeeded(await store.append(STREAM, expected, events)), first);
      succeeded(await store.append(STREAM, first.revision, someEvents(4)));
      const before = await idsIn(store, STREAM);
      assert.deepEqual(succeeded(await store.append(STREAM, expected, events)), first);
      assert.deepEqual(await idsIn(store, STREAM), before);
    },
  ),
);

const overlapOf = (
  name: string,
  pick: (written: ReadonlyArray<NewEvent>) => ReadonlyArray<NewEvent>,
) =>
  REPEATABLE.map((expected) =>
    contractCase(
      `an append expecting ${expected} with ${name} is a wrong expected revision`,
      async (store) => {
        const before = expected === "no-stream" ? [] : someEvents(2);
        if (before.length > 0) succeeded(await store.append(STREAM, "no-stream", before));
        const written = someEvents(3);
        succeeded(await store.append(STREAM, expected, written));
        const ids = await idsIn(store, STREAM);
        const result = await store.append(STREAM, expected, pick(written));
        assertWrongRevision(result, expected, ids.length - 1);
        assert.deepEqual(await idsIn(store, STREAM), ids);
      },
    ),
  );

const overlapCases = [
  ...overlapOf("the ids of an earlier one and a new id", (written) => [
    ...written,
    ...someEvents(1),
  ]),
  ...overlapOf("the ids of an earlier one in another order", (written) => [...written].reverse()),
  ...overlapOf("a new id before known ones", (written) => [...someEvents(1), ...written]),
];

const tooLarge: ContractCase = {
  name: "an append of more bytes than allowed is too large, with both numbers, and one of exactly as many is not",
  run: async (makeStore) => {
    const [event] = someEvents(1);
    assert.ok(event !== undefined);
    // Two bytes a letter in UTF-8: this detects stores that count characters.
    const sized = (letters: number): NewEvent => ({ ...event, data: `"${"é".repeat(letters)}"` });
    const bytesOf = (sent: NewEvent): number =>
      Buffer.byteLength(sent.id + sent.type + sent.metadata + sent.data);
    const store = await makeStore({ maxAppendBytes: bytesOf(sized(100)) });
    try {
      const error = failed(await appendToEnd(store, STREAM, [sized(101)]));
      assert.deepEqual(error, {
        kind: "too-large",
        maxBytes: bytesOf(sized(100)),
        actualBytes: bytesOf(sized(101)),
      });
      assert.equal(succeeded(await appendToEnd(store, STREAM, [sized(100)])).revision, 0);
    } finally {
      await store.close();
    }
  },
};

const invalidAppends = (): ReadonlyArray<readonly [string, string, ReadonlyArray<NewEvent>]> => {
  const [event] = someEvents(1);
  assert.ok(event !== undefined);
  return [
    ["no events", STREAM, []],
    ["an empty stream name", "", [event]],
    ["a newline in the stream name", "a\nb", [event]],
    ["an empty id", STREAM, [{ ...event, id: "" }]],
    ["a newline in an id", STREAM, [{ ...event, id: "a\nb" }]],
    ["an empty type", STREAM, [{ ...event, type: "" }]],
    ["a newline in a type", STREAM, [{ ...event, type: "a\nb" }]],
    ["a newline in the metadata", STREAM, [{ ...event, metadata: '{\n"a":1}' }]],
    ["half a surrogate pair in the data", STREAM, [{ ...event, data: '"\ud800"' }]],
    ["the same id twice", STREAM, [event, event]],
  ];
};

const invalid = contractCase(
  "an append that breaks a rule of form is invalid and writes nothing",
  async (store) => {
    for (const [name, stream, events] of invalidAppends())
      assert.equal(failed(await appendToEnd(store, stream, events)).kind, "invalid", name);
    assert.deepEqual(await collect(store.readStream(STREAM)), []);
  },
);

const concurrent = contractCase(
  "concurrent appends are written one after the other, each batch whole",
  async (store) => {
    const batches = Array.from({ length: 40 }, (_, index) => someEvents(1 + (index % 5)));
    const results = await Promise.all(batches.map((events) => appendToEnd(store, STREAM, events)));
    const recorded = await collect(store.readStream(STREAM));
    const byId = new Map(recorded.map((event) => [event.id, event.revision]));
    for (const [index, events] of batches.entries()) {
      const result = results[index];
      assert.ok(result !== undefined);
      const { revision } = succeeded(result);
      const first = revision - events.length + 1;
      assert.deepEqual(
        events.map((event) => byId.get(event.id)),
        events.map((_, at) => first + at),
      );
    }
    assert.equal(recorded.length, batches.flat().length);
  },
);

const race = contractCase(
  "of concurrent appends with the same expected revision exactly one succeeds",
  async (store) => {
    succeeded(await store.append(STREAM, "no-stream", someEvents(1)));
    const results = await Promise.all(
      Array.from({ length: 8 }, () => store.append(STREAM, 0, someEvents(2))),
    );
    const winners = results.filter((result) => isRight(result));
    assert.equal(winners.length, 1);
    for (const result of results) if (isLeft(result)) assertWrongRevision(result, 0, 2);
  },
);

const answer = contractCase(
  "the answer names revision, position and hash of the last event",
  async (store) => {
    succeeded(await appendToEnd(store, "other", someEvents(2)));
    const events = someEvents(3);
    const appended = succeeded(await appendToEnd(store, STREAM, events));
    const last = succeeded(await store.lastEvent(STREAM));
    assert.ok(last !== undefined);
    const { revision, position, hash } = last;
    assert.deepEqual(appended, { revision, position, hash });
    assert.equal(last.id, events.at(-1)?.id);
  },
);

const large = contractCase(
  "a batch of a thousand events is written whole and in order",
  async (store) => {
    const events = someEvents(1_000);
    assert.equal(succeeded(await store.append(STREAM, "no-stream", events)).revision, 999);
    assert.deepEqual(await idsIn(store, STREAM), idsOf(events));
  },
);

export const appendCases: ReadonlyArray<ContractCase> = [
  ...expectationCases,
  ...repeatCases,
  ...overlapCases,
  tooLarge,
  invalid,
  concurrent,
  race,
  answer,
  large,
];
