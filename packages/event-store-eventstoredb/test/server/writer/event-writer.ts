import { randomUUID } from "node:crypto";
import type { EventStore, StoreError } from "@tallystick/event-store";
import { type Either, isLeft, isRight, map, right } from "fp-ts/lib/Either.js";
import { appendTogether, knownIds, type Turn, type WriterParts } from "./group-writer.js";
import { type Expectation, type Placement, placeAppend } from "./placement.js";
import { recentIds } from "./recent-ids.js";
import type { SentMessage } from "../streams/stored-event.js";
import {
  chained,
  deletedStreamOf,
  expectedBy,
  metadataText,
  undelete,
  writeMetadata,
} from "../streams/stream-metadata.js";
import {
  firstVisible,
  isMetastream,
  readStreamState,
  type StreamState,
  TOMBSTONE_TYPE,
} from "../../../src/server/streams/stream-state.js";
import { outcomeOf, positionAt, type WriteOutcome, written } from "./write-outcome.js";
import { createWriteQueue } from "./write-queue.js";

/** The single writer: one append after the other, in their order. */
export interface EventWriter {
  append(
    stream: string,
    expected: Expectation,
    messages: ReadonlyArray<SentMessage>,
  ): Promise<WriteOutcome>;
  /** Hides the events of a stream; it may be written again. */
  softDelete(stream: string, expected: Expectation): Promise<WriteOutcome>;
  tombstone(stream: string, expected: Expectation): Promise<WriteOutcome>;
  /** Resolves when there is room for more appends. */
  room(): Promise<void>;
}

/** Retries of a write when another writer appended to the stream. */
const MAX_DECISIONS = 100;

const tombstoneMessage = (): SentMessage => ({
  id: randomUUID(),
  type: TOMBSTONE_TYPE,
  isJson: false,
  data: new Uint8Array(),
  metadata: new Uint8Array(),
  isTombstone: true,
});

type Decide = (state: StreamState) => Promise<Placement>;

/** Runs `write` on the latest state of the stream, again when another writer was first. */
const writing = async (
  store: EventStore,
  stream: string,
  decide: Decide,
  write: (state: StreamState, placement: Placement) => Promise<Either<StoreError, WriteOutcome>>,
): Promise<WriteOutcome> => {
  for (let decisions = 0; decisions < MAX_DECISIONS; decisions += 1) {
    const state = await readStreamState(store, stream);
    if (isLeft(state)) return outcomeOf(state.left);
    const placement = await decide(state.right);
    if (placement.kind === "deleted") return { kind: "deleted" };
    if (placement.kind === "wrong-version")
      return { kind: "wrong-version", current: state.right.head };
    const written = await write(state.right, placement);
    if (isRight(written)) return written.right;
    if (written.left.kind !== "wrong-expected-revision") return outcomeOf(written.left);
  }
  return { kind: "not-ready", reason: `${stream} has too many concurrent writers` };
};

/** Writes an append at its place, or returns the earlier one. */
const placed = async (
  { store, remembered, now }: WriterParts,
  state: StreamState,
  placement: Placement,
  messages: ReadonlyArray<SentMessage>,
): Promise<Either<StoreError, WriteOutcome>> => {
  const { stream } = state;
  if (placement.kind === "repeat") {
    const { revision } = placement;
    const isHidden = revision < firstVisible(state);
    const position = isHidden ? undefined : await positionAt(store, stream, revision);
    return right({ kind: "written", revision, position });
  }
  const events = chained(state, messages, now());
  const appended =
    events.length === 0
      ? right({ revision: state.head, position: state.headPosition })
      : await store.append(stream, expectedBy(state.storedHead), events);
  if (isLeft(appended)) return appended;
  if (placement.kind === "append" && placement.undelete) {
    const undeleted = await undelete(store, state, now());
    if (isLeft(undeleted)) return undeleted;
  }
  for (const [index, { id }] of events.entries())
    remembered.add(stream, id, state.storedHead + 1 + index);
  const { revision, position } = appended.right;
  return right({ kind: "written", revision, position });
};

const bytesOf = (messages: ReadonlyArray<SentMessage>): number =>
  messages.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);

/**
 * A writer on this store. Queued appends to the same stream become one write of the store where
 * possible.
 *
 * @param now milliseconds since 1970, for the time of writing that events carry
 */
export const createEventWriter = (store: EventStore, now: () => number): EventWriter => {
  const queue = createWriteQueue();
  const parts: WriterParts = { store, remembered: recentIds(), now };

  const appendNow = async (
    stream: string,
    expected: Expectation,
    messages: ReadonlyArray<SentMessage>,
  ): Promise<WriteOutcome> => {
    const ids = messages.map(({ id }) => id);
    const described = await deletedStreamOf(store, stream);
    if (isLeft(described)) return outcomeOf(described.left);
    let isRepeat = false;
    const decide: Decide = (state) => placeAppend(state, expected, ids, knownIds(parts, stream));
    const written = await writing(store, stream, decide, (state, placement) => {
      isRepeat = placement.kind === "repeat";
      return placed(parts, state, placement, messages);
    });
    if (written.kind !== "written" || isRepeat || described.right === undefined) return written;
    const undeleted = await undelete(store, described.right, now());
    return isLeft(undeleted) ? outcomeOf(undeleted.left) : written;
  };

  /** The queued appends in order; undefined for other tasks. */
  const waiting: Array<Turn | undefined> = [];

  const runTurn = async (turn: Turn): Promise<WriteOutcome> => {
    try {
      if (turn.outcome === undefined) await appendTogether(parts, waiting);
    } finally {
      waiting.shift();
    }
    return turn.outcome ?? appendNow(turn.stream, turn.expected, turn.messages);
  };

  const runOther = (write: () => Promise<WriteOutcome>): Promise<WriteOutcome> => {
    waiting.push(undefined);
    return queue.run(0, () => {
      waiting.shift();
      return write();
    });
  };

  return {
    append: (stream, expected, messages) => {
      const bytes = bytesOf(messages);
      const turn: Turn = { stream, expected, messages, bytes, outcome: undefined };
      waiting.push(turn);
      return queue.run(bytes, () => runTurn(turn));
    },
    softDelete: (stream, expected) =>
      runOther(() => writeSoftDeletion(store, stream, expected, now)),
    tombstone: (stream, expected) => runOther(() => writeTombstone(store, stream, expected, now)),
    room: queue.room,
  };
};

/** A deletion is not a repeat; a stream without events can only get a tombstone. */
const decideDeletion =
  (expected: Expectation, isTombstone = false): Decide =>
  async (state) => {
    const appended: Placement = { kind: "append", undelete: false };
    if (state.isTombstoned) return { kind: "deleted" };
    if (isMetastream(state.stream)) return { kind: "wrong-version" };
    if (state.isSoftDeleted && expected === "stream-exists") return { kind: "deleted" };
    const isMissing = state.head < 0 && !state.hasMetadata;
    if (expected === "any") return isMissing && !isTombstone ? { kind: "wrong-version" } : appended;
    if (expected === "stream-exists") return isMissing ? { kind: "wrong-version" } : appended;
    if (expected === "no-stream" && state.isSoftDeleted) return appended;
    const revision = expected === "no-stream" ? -1 : expected;
    if (revision !== state.head) return { kind: "wrong-version" };
    return isMissing && !isTombstone ? { kind: "wrong-version" } : appended;
  };

const writeSoftDeletion = (
  store: EventStore,
  stream: string,
  expected: Expectation,
  now: () => number,
): Promise<WriteOutcome> =>
  writing(store, stream, decideDeletion(expected), async (state) => {
    const text = metadataText(state.metadata, "deleted");
    return map(written)(await writeMetadata(store, stream, text, now()));
  });

const writeTombstone = (
  store: EventStore,
  stream: string,
  expected: Expectation,
  now: () => number,
): Promise<WriteOutcome> =>
  writing(store, stream, decideDeletion(expected, true), async (state) => {
    const events = chained(state, [tombstoneMessage()], now());
    return map(written)(await store.append(stream, expectedBy(state.storedHead), events));
  });
