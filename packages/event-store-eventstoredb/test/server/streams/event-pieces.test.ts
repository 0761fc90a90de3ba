import { randomUUID } from "node:crypto";
import { inMemoryStore, type RecordedEvent, type StoreError } from "@tallystick/event-store";
import { expect } from "chai";
import { type Either, isLeft, isRight, left } from "fp-ts/lib/Either.js";
import {
  eventPieces,
  isPiece,
  MAX_PIECE_CHARACTERS,
} from "../../../src/server/streams/event-pieces.js";
import { identifier, type ReadOptions } from "../../raw-client.js";
import { rightOf, serve } from "../../served-store.js";

const STREAM = "s";

const lengthOf = (events: ReadonlyArray<RecordedEvent>): number =>
  events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);

/** A store with one stream, the data of whose events are so long. */
const storeWith = async (lengths: ReadonlyArray<number>) => {
  const store = inMemoryStore();
  for (const [at, length] of lengths.entries()) {
    const event = { id: randomUUID(), type: "T", data: "x".repeat(length), metadata: "{}" };
    rightOf(await store.append(STREAM, at === 0 ? "no-stream" : at - 1, [event]));
  }
  return store;
};

const piecesOf = async (
  lengths: ReadonlyArray<number>,
  read: { readonly from?: number; readonly maxCount?: number; readonly backwards?: boolean } = {},
) => {
  const store = await storeWith(lengths);
  const { from = 0, maxCount, backwards = false } = read;
  let asked = 0;
  const pieces: RecordedEvent[][] = [];
  for await (const piece of eventPieces({
    read: (place, count) => {
      asked += 1;
      const direction = backwards ? "backwards" : "forwards";
      return store.readStream(STREAM, { direction, from: place, maxCount: count });
    },
    after: ({ revision }) => revision + (backwards ? -1 : 1),
    from,
    ...(maxCount === undefined ? {} : { maxCount }),
  }))
    pieces.push([...rightOf(piece)]);
  return { pieces, asked, revisions: pieces.flat().map(({ revision }) => revision) };
};

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

describe("A read in pieces", () => {
  it("gives every event once, none of its pieces longer than one may be", async () => {
    const lengths = upTo(300).map((at) => (at * 7_919) % 30_000);
    const { pieces, revisions } = await piecesOf(lengths);
    expect(revisions).to.deep.equal(upTo(300));
    for (const piece of pieces) expect(lengthOf(piece)).to.be.at.most(MAX_PIECE_CHARACTERS);
  });

  it("gives an event that is longer than that by itself", async () => {
    const huge = MAX_PIECE_CHARACTERS + 1;
    const { pieces, revisions } = await piecesOf([1, huge, huge, 1, 1, 1]);
    expect(revisions).to.deep.equal(upTo(6));
    expect(pieces.map(({ length }) => length)).to.deep.equal([1, 1, 1, 1, 2]);
    expect(pieces.map(isPiece)).to.deep.equal(pieces.map(() => true));
    expect(isPiece(pieces.flat())).to.equal(false);
  });

  it("reads more at a time when events are short", async () => {
    const { revisions, asked } = await piecesOf(upTo(3_000).map(() => 10));
    expect(revisions).to.deep.equal(upTo(3_000));
    expect(asked).to.be.below(12);
  });

  it("begins, ends and goes backwards at the given places", async () => {
    const lengths = upTo(100).map(() => 5_000);
    const some = await piecesOf(lengths, { from: 40, maxCount: 50 });
    expect(some.revisions).to.deep.equal(upTo(90).slice(40));
    const back = await piecesOf(lengths, { from: 80, maxCount: 60, backwards: true });
    expect(back.revisions).to.deep.equal(upTo(81).slice(21).toReversed());
    const all = await piecesOf(lengths, { from: 99, backwards: true });
    expect(all.revisions).to.deep.equal(upTo(100).toReversed());
  });

  it("ends with the store's error, after what is good before it", async () => {
    const store = await storeWith(upTo(40).map(() => 1));
    const damaged: StoreError = { kind: "closed" };
    async function* read(from: number, maxCount: number) {
      if (from >= 20) yield left(damaged);
      else yield* store.readStream(STREAM, { from, maxCount: Math.min(maxCount, 20 - from) });
    }
    let events = 0;
    const errors: StoreError[] = [];
    const after = ({ revision }: RecordedEvent) => revision + 1;
    for await (const piece of eventPieces({ read, after, from: 0 })) {
      if (isLeft(piece)) errors.push(piece.left);
      else events += piece.right.length;
    }
    expect(events).to.equal(20);
    expect(errors).to.deep.equal([damaged]);
  });
});

describe("Readers that do not read", () => {
  const READERS = 20;
  const stream = { stream: { streamIdentifier: identifier(STREAM), start: {} } };
  const kinds: ReadonlyArray<readonly [string, ReadOptions]> = [
    ["subscriptions to a stream", { ...stream, subscription: {} }],
    ["subscriptions to all streams", { all: { start: {} }, subscription: {} }],
    ["reads of a stream", { ...stream, count: 100_000n }],
    ["reads of all streams", { all: { start: {} }, count: 100_000n }],
  ];
  for (const [name, options] of kinds) {
    it(`have the server hold little: ${name}`, async () => {
      const store = await storeWith(upTo(900).map(() => 4_000));
      let characters = 0;
      async function* counted<A>(pages: AsyncIterable<A>, lengthIn: (page: A) => number) {
        for await (const page of pages) {
          characters += lengthIn(page);
          yield page;
        }
      }
      const lengthInPage = (page: Either<StoreError, ReadonlyArray<RecordedEvent>>): number =>
        isRight(page) ? lengthOf(page.right) : 0;
      const { allStreams } = store.capabilities;
      const counting: typeof store = {
        ...store,
        readStream: (...read) => counted(store.readStream(...read), lengthInPage),
        capabilities: {
          ...store.capabilities,
          allStreams: {
            ...allStreams,
            readAll: (...read) => counted(allStreams.readAll(...read), lengthInPage),
          },
        },
        subscribe: (...place) => {
          const { close, ...subscription } = store.subscribe(...place);
          return {
            close,
            [Symbol.asyncIterator]: () =>
              counted(subscription, (item) =>
                isRight(item) && item.right.kind === "events" ? lengthOf(item.right.events) : 0,
              ),
          };
        },
      };
      const { raw } = await serve({ store: counting });
      const readers = upTo(READERS).map(() => raw.follow(options));
      for (const reader of readers) {
        await reader.answers(2);
        reader.pause();
      }
      expect(characters).to.be.at.least(READERS * 4_000);
      // 3.6 million each are there to be read
      expect(characters).to.be.below(READERS * 900 * 4_000 * 0.25);
      for (const reader of readers) reader.cancel();
    });
  }
});
