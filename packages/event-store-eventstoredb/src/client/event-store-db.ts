import { setMaxListeners } from "node:events";
import {
  type Remote,
  liveFeed,
  type ReadStream,
  type RecordedEvent,
  type StoreError,
  type StoreWith,
} from "@tallystick/event-store";
import { chain, type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { createAttempts } from "./append-attempt.js";
import { createByteBudget } from "./byte-budget.js";
import { chainedAppend, type AppendParts } from "./chained-append.js";
import { type ChainedPage, pageAfter, pageDown, placeAfter } from "./chained-page.js";
import { createConnection, withTimeout } from "../connection/connection.js";
import { createKnownHeads } from "./known-heads.js";
import { type ClientLimits, DEFAULT_CLIENT_LIMITS } from "./client-limits.js";
import { type StoreContext, storeErrorOf, unreachable } from "./store-context.js";
import { createStreamSettings } from "./stream-settings.js";
import { streamFeed } from "./stream-feed.js";

/** Bytes of appends in flight. */
const MAX_BYTES_UNDER_WAY = 16 * 1024 * 1024;

/** Options of `eventStoreDb`. */
export interface EventStoreDbOptions {
  /**
   * `esdb://[user:password@]host[:port][,…][?option=value&…]`, or `esdb+discover://` for a cluster.
   */
  readonly connectionString: string;
  /**
   * Prefix of the names of all streams on the server; default none. It is not part of the chain.
   */
  readonly streamPrefix?: string;
  readonly limits?: Partial<ClientLimits>;
}

type Pages = AsyncGenerator<Either<StoreError, ReadonlyArray<RecordedEvent>>, void, void>;

/** Yields the good part of a page, then its damage; returns whether to continue. */
function* partsOf(
  page: Either<StoreError, ChainedPage>,
): Generator<Either<StoreError, ReadonlyArray<RecordedEvent>>, boolean, void> {
  if (isLeft(page)) {
    yield page;
    return false;
  }
  const { events, damage } = page.right;
  if (events.length > 0) yield right(events);
  if (damage !== undefined) yield left(damage);
  return events.length > 0 && damage === undefined;
}

async function* forwards(
  context: StoreContext,
  stream: string,
  from: number,
  maxCount: number,
): Pages {
  const before = await placeAfter(context, stream, Math.max(Math.ceil(from), 0) - 1);
  if (isLeft(before)) {
    yield before;
    return;
  }
  let place = before.right;
  let remaining = maxCount;
  while (place !== undefined && remaining > 0) {
    const page: Either<StoreError, ChainedPage> = await pageAfter(
      context,
      stream,
      place,
      remaining,
    );
    if (!(yield* partsOf(page)) || isLeft(page)) return;
    place = page.right.events.at(-1);
    remaining -= page.right.events.length;
  }
}

async function* backwards(
  context: StoreContext,
  stream: string,
  from: number | undefined,
  maxCount: number,
): Pages {
  let next: number | "end" =
    from === undefined || from > Number.MAX_SAFE_INTEGER ? "end" : Math.floor(from);
  let remaining = maxCount;
  while (remaining > 0 && (next === "end" || next >= 0)) {
    const page: Either<StoreError, ChainedPage> = await pageDown(context, stream, next, remaining);
    if (!(yield* partsOf(page)) || isLeft(page)) return;
    next = (page.right.events.at(-1)?.revision ?? 0) - 1;
    remaining -= page.right.events.length;
  }
}

/** Reads a stream whose settings are safe. */
async function* pages(parts: AppendParts, stream: string, read: ReadStream): Pages {
  const { context, settings } = parts;
  const maxCount = Math.floor(read.maxCount ?? Number.MAX_SAFE_INTEGER);
  if (context.closing.aborted) {
    yield left({ kind: "closed" });
    return;
  }
  // The server rejects a count of 0.
  if (maxCount <= 0) return;
  const unsafe = await settings.check(stream);
  if (unsafe !== undefined) {
    yield left(unsafe);
    return;
  }
  yield* read.direction === "backwards"
    ? backwards(context, stream, read.from, maxCount)
    : forwards(context, stream, read.from ?? 0, maxCount);
}

const lastEvent = async (
  { context, settings }: AppendParts,
  stream: string,
): Promise<Either<StoreError, RecordedEvent | undefined>> => {
  if (context.closing.aborted) return left({ kind: "closed" });
  const unsafe = await settings.check(stream);
  if (unsafe !== undefined) return left(unsafe);
  const page = await pageDown(context, stream, "end", 1);
  return chain(
    ({ events, damage }: ChainedPage): Either<StoreError, RecordedEvent | undefined> =>
      damage === undefined ? right(events[0]) : left(damage),
  )(page);
};

const revisionOf = (event: RecordedEvent | undefined): number => event?.revision ?? -1;

/** One attempt, over the present connection: reads and appends renew it. */
const createLook = ({ context, ...parts }: AppendParts): Remote["look"] => {
  const { connection, limits } = context;
  const once: StoreContext = {
    ...context,
    connection: { ...connection, generation: 0, renew: () => undefined },
    limits: { ...limits, readGiveUpMs: 0, settingsCheckMs: 0 },
  };
  const looking = { ...parts, context: once, settings: createStreamSettings(once) };
  return async (stream) => map(revisionOf)(await lastEvent(looking, stream));
};

/**
 * Opens a store on EventStoreDB, or on anything that speaks its protocol. The first call asks for
 * the server's features, so that a wrong address is an error now.
 *
 * @returns the store, or `invalid` (the connection string) or `unavailable` (the server)
 *
 * @example
 * const store = await eventStoreDb({ connectionString: "esdb://localhost:2113?tls=false" });
 */
export const eventStoreDb = async (
  options: EventStoreDbOptions,
): Promise<Either<StoreError, StoreWith<"remote">>> => {
  const limits = { ...DEFAULT_CLIENT_LIMITS, ...options.limits };
  const connection = createConnection(options.connectionString);
  if (isLeft(connection)) return left({ kind: "invalid", reason: connection.left.reason });
  const support = await withTimeout(
    connection.right.appendSupport(),
    limits.readGiveUpMs,
    "the first call",
    () => undefined,
  );
  if (isLeft(support)) {
    await connection.right.close();
    const { address } = connection.right;
    // whatever it rejects, the connection string is in the right form
    return left(
      support.left.kind === "refused"
        ? unreachable(address, support.left.reason)
        : storeErrorOf("the server", support.left, address),
    );
  }
  const closing = new AbortController();
  // One listener for each waiting read and append.
  setMaxListeners(0, closing.signal);
  const prefix = options.streamPrefix ?? "";
  const context: StoreContext = {
    connection: connection.right,
    limits,
    serverName: (stream) => prefix + stream,
    closing: closing.signal,
  };
  const attempts = createAttempts(connection.right);
  const settings = createStreamSettings(context);
  const parts: AppendParts = {
    context,
    attempts,
    settings,
    heads: createKnownHeads(),
    budget: createByteBudget(MAX_BYTES_UNDER_WAY),
  };
  return right({
    append: (stream, expected, events) => chainedAppend(parts, stream, expected, events),
    readStream: (stream, read = {}) => pages(parts, stream, read),
    subscribe: (stream, afterRevision) =>
      liveFeed(streamFeed(context, settings, parts.heads, stream), afterRevision),
    lastEvent: (stream) => lastEvent(parts, stream),
    close: async () => {
      closing.abort();
      attempts.close();
      await connection.right.close();
    },
    capabilities: {
      remote: {
        address: connection.right.address,
        maxAppendBytes: limits.maxAppendBytes,
        look: createLook(parts),
        leader: () => connection.right.node,
      },
    },
  });
};
