import { randomUUID } from "node:crypto";
import type { Appended, EventStore, StoreError } from "@tallystick/event-store";
import * as E from "fp-ts/lib/Either.js";
import { type Expectation, type KnownIds, type Placement, placeAppend } from "./placement.js";
import { rememberedIds } from "./remembered-ids.js";
import type { SentMessage } from "./stored-message.js";
import {
  chained,
  deletedStreamOf,
  expectedBy,
  metadataText,
  undelete,
  writeMetadata,
} from "./stream-metadata.js";
import {
  firstVisible,
  isMetastream,
  readStreamState,
  type StreamState,
  TOMBSTONE_TYPE,
} from "./stream-state.js";
import { createWriteQueue } from "./write-queue.js";

/** How a write ended. */
export type WriteOutcome =
  /** `revision` -1 and no position: nothing was to be written to a stream without events. */
  | { readonly kind: "written"; readonly revision: number; readonly position: number | undefined }
  | { readonly kind: "wrong-version"; readonly current: number }
  | { readonly kind: "deleted" }
  /** The store has no form for what was sent; nothing was written. */
  | { readonly kind: "invalid"; readonly reason: string }
  /** Whether anything was written is not known. */
  | { readonly kind: "timeout"; readonly reason: string }
  /** Nothing was written. */
  | { readonly kind: "not-ready"; readonly reason: string };

/** The one that writes: one append after the other, in the order in which they came. */
export interface EventWriter {
  append(
    stream: string,
    expected: Expectation,
    messages: ReadonlyArray<SentMessage>,
  ): Promise<WriteOutcome>;
  /** Hides what a stream has; it may be written again. */
  softDelete(stream: string, expected: Expectation): Promise<WriteOutcome>;
  /** Ends a stream for good. */
  tombstone(stream: string, expected: Expectation): Promise<WriteOutcome>;
  /** Resolves when there is room for more appends. */
  room(): Promise<void>;
}

/** Times a write is decided again because somebody else wrote to the stream meanwhile. */
const MAX_DECISIONS = 100;

const outcomeOf = (error: StoreError): WriteOutcome => {
  switch (error.kind) {
    case "wrong-expected-revision":
      return { kind: "wrong-version", current: error.actual === "no-stream" ? -1 : error.actual };
    case "too-large":
      return {
        kind: "invalid",
        reason: `the store takes appends of at most ${error.maxBytes} bytes, not ${error.actualBytes}`,
      };
    case "invalid":
      return { kind: "invalid", reason: error.reason };
    case "unavailable":
      return error.outcome === "unknown"
        ? { kind: "timeout", reason: error.reason }
        : { kind: "not-ready", reason: error.reason };
    case "damaged":
    case "lost-tail":
    case "in-use":
      return { kind: "not-ready", reason: error.reason };
    case "closed":
      return { kind: "not-ready", reason: "the store is closed" };
  }
};

const storedIds =
  (store: EventStore, stream: string): KnownIds["storedIds"] =>
  async (from, maxCount) => {
    const ids: string[] = [];
    for await (const page of store.readStream(stream, { from, maxCount })) {
      if (E.isLeft(page)) break;
      for (const { id } of page.right) ids.push(id);
    }
    return ids;
  };

const tombstoneMessage = (): SentMessage => ({
  id: randomUUID(),
  type: TOMBSTONE_TYPE,
  isJson: false,
  data: new Uint8Array(),
  metadata: new Uint8Array(),
  isTombstone: true,
});

type Decide = (state: StreamState) => Promise<Placement>;

/** Runs `write` on the latest state of the stream, again when somebody else was faster. */
const writing = async (
  store: EventStore,
  stream: string,
  decide: Decide,
  write: (state: StreamState, placement: Placement) => Promise<E.Either<StoreError, WriteOutcome>>,
): Promise<WriteOutcome> => {
  for (let decisions = 0; decisions < MAX_DECISIONS; decisions += 1) {
    const state = await readStreamState(store, stream);
    if (E.isLeft(state)) return outcomeOf(state.left);
    const placement = await decide(state.right);
    if (placement.kind === "deleted") return { kind: "deleted" };
    if (placement.kind === "wrong-version")
      return { kind: "wrong-version", current: state.right.head };
    const written = await write(state.right, placement);
    if (E.isRight(written)) return written.right;
    if (written.left.kind !== "wrong-expected-revision") return outcomeOf(written.left);
  }
  return { kind: "not-ready", reason: `${stream} is written to by too many others at once` };
};

const written = ({ revision, position }: Appended): WriteOutcome => ({
  kind: "written",
  revision,
  position,
});

const positionAt = async (
  store: EventStore,
  stream: string,
  revision: number,
): Promise<number | undefined> => {
  for await (const page of store.readStream(stream, { from: revision, maxCount: 1 }))
    return E.isRight(page) ? page.right[0]?.position : undefined;
  return undefined;
};

/** What a writer works with. */
interface WriterParts {
  readonly store: EventStore;
  readonly remembered: ReturnType<typeof rememberedIds>;
  readonly now: () => number;
}

/** Writes where an append was placed, or finds what is there already. */
const placed = async (
  { store, remembered, now }: WriterParts,
  state: StreamState,
  placement: Placement,
  messages: ReadonlyArray<SentMessage>,
): Promise<E.Either<StoreError, WriteOutcome>> => {
  const { stream } = state;
  if (placement.kind === "repeat") {
    const { revision } = placement;
    const isHidden = revision < firstVisible(state);
    const position = isHidden ? undefined : await positionAt(store, stream, revision);
    return E.right({ kind: "written", revision, position });
  }
  const events = chained(state, messages, now());
  const appended =
    events.length === 0
      ? E.right({ revision: state.head, position: state.headPosition })
      : await store.append(stream, expectedBy(state.storedHead), events);
  if (E.isLeft(appended)) return appended;
  if (placement.kind === "append" && placement.undelete) {
    const undeleted = await undelete(store, state, now());
    if (E.isLeft(undeleted)) return undeleted;
  }
  for (const [index, { id }] of events.entries())
    remembered.add(stream, id, state.storedHead + 1 + index);
  const { revision, position } = appended.right;
  return E.right({ kind: "written", revision, position });
};

/**
 * A writer on this store.
 *
 * @param now milliseconds since 1970, for the time of writing that events carry
 */
export const createEventWriter = (store: EventStore, now: () => number): EventWriter => {
  const queue = createWriteQueue();
  const remembered = rememberedIds();

  const decideBy =
    (stream: string, expected: Expectation, ids: ReadonlyArray<string>): Decide =>
    (state) =>
      placeAppend(state, expected, ids, {
        rememberedRevision: (id) => remembered.revisionOf(stream, id),
        storedIds: storedIds(store, stream),
      });

  const appendNow = async (
    stream: string,
    expected: Expectation,
    messages: ReadonlyArray<SentMessage>,
  ): Promise<WriteOutcome> => {
    const ids = messages.map(({ id }) => id);
    const described = await deletedStreamOf(store, stream);
    if (E.isLeft(described)) return outcomeOf(described.left);
    let isRepeat = false;
    const decide = decideBy(stream, expected, ids);
    const written = await writing(store, stream, decide, (state, placement) => {
      isRepeat = placement.kind === "repeat";
      return placed({ store, remembered, now }, state, placement, messages);
    });
    if (written.kind !== "written" || isRepeat || described.right === undefined) return written;
    const undeleted = await undelete(store, described.right, now());
    return E.isLeft(undeleted) ? outcomeOf(undeleted.left) : written;
  };

  return {
    append: (stream, expected, messages) => {
      const bytes = messages.reduce(
        (sum, { data, metadata }) => sum + data.length + metadata.length,
        0,
      );
      return queue.run(bytes, () => appendNow(stream, expected, messages));
    },
    softDelete: (stream, expected) =>
      queue.run(0, () => writeSoftDeletion(store, stream, expected, now)),
    tombstone: (stream, expected) =>
      queue.run(0, () => writeTombstone(store, stream, expected, now)),
    room: queue.room,
  };
};

/** A deletion is no repeat of anything; a stream without events can only be ended for good. */
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
    return E.map(written)(await writeMetadata(store, stream, text, now()));
  });

const writeTombstone = (
  store: EventStore,
  stream: string,
  expected: Expectation,
  now: () => number,
): Promise<WriteOutcome> =>
  writing(store, stream, decideDeletion(expected, true), async (state) => {
    const events = chained(state, [tombstoneMessage()], now());
    return E.map(written)(await store.append(stream, expectedBy(state.storedHead), events));
  });
