import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { DEFAULT_MAX_APPEND_BYTES, checkAppend, placeAppend } from "./append-rules.js";
import type {
  Appended,
  Erasure,
  ExpectedRevision,
  NewEvent,
  ReadAll,
  ReadStream,
  RecordedEvent,
  StoreError,
  StoreWith,
} from "./event-store.js";
import { GENESIS_HASH, chainHash, dataDigest } from "./hash.js";
import { type AppendSignal, createAppendSignal, liveFeed } from "./live-feed.js";
import type { StoreProvider } from "./store-provider.js";

/** Events per page of a read or of a subscription. */
const PAGE_EVENTS = 1_000;

/** Options of `inMemoryStore`. */
export interface InMemoryStoreOptions {
  /** Most bytes of one append, see `appendBytes`; default `DEFAULT_MAX_APPEND_BYTES`. */
  readonly maxAppendBytes?: number;
}

interface StreamLog {
  readonly events: RecordedEvent[];
}

interface Memory {
  readonly streams: Map<string, StreamLog>;
  readonly all: RecordedEvent[];
  readonly signal: AppendSignal;
  readonly maxAppendBytes: number;
  closed: boolean;
}

const CLOSED: Either<StoreError, never> = left({ kind: "closed" });

/** A new event, or one whose data was erased elsewhere. */
type Added = NewEvent & Pick<RecordedEvent, "erased">;

const record = (memory: Memory, log: StreamLog, stream: string, added: Added): RecordedEvent => {
  const { id, type, data, metadata, erased } = added;
  const kept = erased === undefined ? {} : { erased };
  const revision = log.events.length;
  const previousHash = log.events[revision - 1]?.hash ?? GENESIS_HASH;
  const hash = chainHash(previousHash, { stream, revision, id, type, metadata, data, ...kept });
  const position = memory.all.length + 1;
  const event = { stream, revision, position, id, type, data, metadata, hash, ...kept };
  log.events.push(event);
  memory.all.push(event);
  return event;
};

const appendedAt = ({ revision, position, hash }: RecordedEvent): Appended => ({
  revision,
  position,
  hash,
});

const append = (
  memory: Memory,
  stream: string,
  expected: ExpectedRevision,
  events: ReadonlyArray<Added>,
): Either<StoreError, Appended> => {
  if (memory.closed) return CLOSED;
  const invalid = checkAppend(stream, events, memory.maxAppendBytes);
  if (invalid !== undefined) return left(invalid);
  const log = memory.streams.get(stream) ?? { events: [] };
  const placement = placeAppend(
    {
      stream,
      head: log.events.length - 1,
      idAt: (revision) => log.events[revision]?.id,
    },
    expected,
    events,
  );
  if (isLeft(placement)) return placement;
  let last: RecordedEvent | undefined;
  if (placement.right.kind === "repeat") {
    last = log.events[placement.right.lastRevision];
  } else {
    memory.streams.set(stream, log);
    for (const event of events) last = record(memory, log, stream, event);
    memory.signal.appended(stream);
  }
  return last === undefined
    ? left({ kind: "unavailable", outcome: "known", reason: "nothing was appended" })
    : right(appendedAt(last));
};

const erase = (
  memory: Memory,
  stream: string,
  erasures: ReadonlyArray<Erasure>,
): Either<StoreError, void> => {
  if (memory.closed) return CLOSED;
  const events = memory.streams.get(stream)?.events ?? [];
  const missing = erasures.find(({ revision }) => events[revision] === undefined);
  if (missing !== undefined)
    return left({ kind: "invalid", reason: `${stream} has no event ${missing.revision}` });
  for (const { revision, data } of erasures) {
    const event = events[revision];
    if (event === undefined || event.erased !== undefined) continue;
    const erased = { ...event, data, erased: dataDigest(event.data) };
    events[revision] = erased;
    memory.all[event.position - 1] = erased;
  }
  return right(undefined);
};

/** What was erased since stays erased. */
const mark = ({ streams, all }: Memory): (() => void) => {
  const lengths = new Map(Array.from(streams, ([name, { events }]) => [name, events.length]));
  const position = all.length;
  return () => {
    for (const [name, { events }] of streams) {
      const length = lengths.get(name);
      if (length === undefined) streams.delete(name);
      else events.length = Math.min(events.length, length);
    }
    all.length = Math.min(all.length, position);
  };
};

/** Pages of an array that may grow while it is read. `from` is an index of it. */
async function* pagesOf(
  memory: Memory,
  eventsNow: () => ReadonlyArray<RecordedEvent>,
  read: { readonly direction?: "forwards" | "backwards"; readonly maxCount?: number },
  from: number,
): AsyncGenerator<Either<StoreError, ReadonlyArray<RecordedEvent>>, void, void> {
  const backwards = read.direction === "backwards";
  let remaining = read.maxCount ?? Number.POSITIVE_INFINITY;
  let next = backwards ? Math.min(from, eventsNow().length - 1) : Math.max(from, 0);
  while (remaining > 0) {
    if (memory.closed) {
      yield CLOSED;
      return;
    }
    const count = Math.min(remaining, PAGE_EVENTS);
    const page = backwards
      ? eventsNow()
          .slice(Math.max(next - count + 1, 0), Math.max(next + 1, 0))
          .reverse()
      : eventsNow().slice(next, next + count);
    if (page.length === 0) return;
    remaining -= page.length;
    next += backwards ? -page.length : page.length;
    yield right(page);
  }
}

const subscribe = (memory: Memory, stream: string, afterRevision: number) =>
  liveFeed(
    {
      readAfter: async (revision) => {
        if (memory.closed) return CLOSED;
        const events = memory.streams.get(stream)?.events ?? [];
        return right({
          events: events.slice(revision + 1, revision + 1 + PAGE_EVENTS),
          head: events.at(-1)?.revision ?? "no-stream",
        });
      },
      listen: (wake) => memory.signal.listen(stream, wake),
    },
    afterRevision,
  );

/**
 * A store that lives as long as the process: for tests, demonstrations and `:memory:` nodes. It has
 * the semantics of the durable stores, chain hashes included; reads do not check the chain again,
 * as only the store can reach the events.
 */
export const inMemoryStore = (
  options: InMemoryStoreOptions = {},
): StoreWith<"readNow" | "readNowAt" | "erasing" | "adopt" | "allStreams" | "mark"> => {
  const memory: Memory = {
    streams: new Map(),
    all: [],
    signal: createAppendSignal(),
    maxAppendBytes: options.maxAppendBytes ?? DEFAULT_MAX_APPEND_BYTES,
    closed: false,
  };
  const eventsOf = (stream: string) => () => memory.streams.get(stream)?.events ?? [];
  return {
    append: async (stream, expected, events) => append(memory, stream, expected, events),
    readStream: (stream: string, read: ReadStream = {}) =>
      pagesOf(memory, eventsOf(stream), read, startOf(read, read.from)),
    subscribe: (stream, afterRevision) => subscribe(memory, stream, afterRevision),
    lastEvent: async (stream) => (memory.closed ? CLOSED : right(eventsOf(stream)().at(-1))),
    close: async () => {
      memory.closed = true;
      memory.signal.wakeAll();
    },
    capabilities: {
      readNow: (stream, from, maxCount, maxCharacters = Number.POSITIVE_INFINITY) => {
        const first = Math.max(from, 0);
        const events = eventsOf(stream)().slice(first, first + maxCount);
        return memory.closed ? CLOSED : right(upToLength(events, maxCharacters));
      },
      readNowAt: (stream, revisions, maxCharacters = Number.POSITIVE_INFINITY) => {
        const all = eventsOf(stream)();
        const missing = revisions.findIndex((revision) => all[revision] === undefined);
        const there = missing < 0 ? revisions : revisions.slice(0, missing);
        const events = there.flatMap((revision) => all[revision] ?? []);
        return memory.closed ? CLOSED : right(upToLength(events, maxCharacters));
      },
      adopt: async (stream, expected, events) => append(memory, stream, expected, events),
      erasing: {
        erase: async (stream, erasures) => erase(memory, stream, erasures),
        shrink: async () => (memory.closed ? CLOSED : right(false)),
      },
      mark: () => mark(memory),
      allStreams: {
        readAll: (read: ReadAll = {}) =>
          // Positions count from 1, the array's indices from 0.
          pagesOf(memory, () => memory.all, read, startOf(read, read.from) - 1),
        onAppend: (wake) => memory.signal.listenAll(wake),
      },
    },
  };
};

/** The first events, up to the one that reaches the sum of data. */
const upToLength = (
  events: ReadonlyArray<RecordedEvent>,
  maxCharacters: number,
): ReadonlyArray<RecordedEvent> => {
  let characters = 0;
  const last = events.findIndex(({ data }) => {
    characters += data.length;
    return characters >= maxCharacters;
  });
  return last === -1 ? events : events.slice(0, last + 1);
};

const startOf = (read: ReadStream, from: number | undefined): number =>
  from ?? (read.direction === "backwards" ? Number.POSITIVE_INFINITY : 0);

/** Stores in memory, `memory:`; each opening has a store of its own. */
export const memoryStores: StoreProvider = {
  scheme: "memory",
  open: async () => right(inMemoryStore()),
};
