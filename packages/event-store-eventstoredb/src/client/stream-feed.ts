import type { BackOff } from "@tallystick/background";
import type { FeedPage, FeedSource, RecordedEvent, StoreError } from "@tallystick/event-store";
import { chain, type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  type ChainedPage,
  type ChainPlace,
  CHAIN_START,
  continueChain,
  PAGE_EVENTS,
  pageAfter,
  pageDown,
  placeAfter,
} from "./chained-page.js";
import type { KnownHeads } from "./known-heads.js";
import { openPushFeed, type PushFeed } from "./push-feed.js";
import type { RawEvent } from "./raw-page.js";
import { createBackOff } from "../connection/retry.js";
import { type StoreContext, storeErrorOf } from "./store-context.js";
import type { StreamSettings } from "./stream-settings.js";

type Read = Either<StoreError, ChainedPage>;

interface Follower {
  readonly context: StoreContext;
  readonly settings: StreamSettings;
  readonly heads: KnownHeads;
  readonly stream: string;
  readonly backOff: BackOff;
  /** The last event that was read; undefined before the first page. */
  place: ChainPlace | undefined;
  /** Events up to this revision are not delivered: the consumer has them. */
  deliveredTo: number;
  /** The page after a full one, read while the consumer works on that. */
  ahead: { readonly after: number; readonly page: Promise<Read> } | undefined;
  push: PushFeed | undefined;
  /** Events that were pushed and not delivered, in order. */
  pushed: ReadonlyArray<RawEvent>;
  /** Whether a read has seen the end since the last event. */
  isAtEnd: boolean;
  /** Whether the last delivered events were pushed, so that more may follow soon. */
  isPushed: boolean;
  /** Wakes a wait for more. */
  nudge: () => void;
  wake: () => void;
  retry: NodeJS.Timeout | undefined;
  isStopped: boolean;
}

/**
 * How long no event is pushed before a read looks for the end; without a pause each push would cost
 * a read. Milliseconds.
 */
const QUIET_MS = 200;

const CLOSED: Either<StoreError, never> = left({ kind: "closed" });

const headOf = (place: ChainPlace): FeedPage["head"] =>
  place.revision < 0 ? "no-stream" : place.revision;

/**
 * Finds the place to read on from: after the revision, or the end of a stream that is shorter. The
 * server would confirm a subscription after a missing revision without a check.
 */
const findPlace = async (
  { context, settings, stream }: Follower,
  revision: number,
): Promise<Either<StoreError, ChainPlace>> => {
  const unsafe = await settings.check(stream);
  if (unsafe !== undefined) return left(unsafe);
  const place = await placeAfter(context, stream, revision);
  if (isLeft(place)) return place;
  if (place.right !== undefined) return right(place.right);
  const end = await pageDown(context, stream, "end", 1);
  return chain(
    ({ events, damage }: ChainedPage): Either<StoreError, ChainPlace> =>
      damage === undefined ? right(events[0] ?? CHAIN_START) : left(damage),
  )(end);
};

/** Records a page of checked events as the latest read, and delivers the new ones. */
const delivered = (
  follower: Follower,
  { events, damage }: ChainedPage,
): Either<StoreError, FeedPage> | Promise<Either<StoreError, FeedPage>> => {
  const last = events.at(-1);
  if (last === undefined)
    return damage === undefined ? right({ events, head: "no-stream" }) : left(damage);
  follower.place = last;
  follower.heads.note(follower.stream, { revision: last.revision, hash: last.hash });
  follower.isAtEnd = false;
  follower.isPushed = false;
  const { deliveredTo } = follower;
  const [first] = events;
  // Damage after good events is found again, and reported, by the next read.
  if (first !== undefined && first.revision > deliveredTo)
    return right({ events, head: last.revision });
  const fresh = events.filter(({ revision }) => revision > deliveredTo);
  return fresh.length > 0
    ? right({ events: fresh, head: last.revision })
    : readAfter(follower, deliveredTo);
};

/** The run of pushed events that follows the place, without those delivered already. */
const nextPushed = (follower: Follower, place: ChainPlace): ReadonlyArray<RawEvent> => {
  follower.pushed = [...follower.pushed, ...(follower.push?.take() ?? [])];
  const from = follower.pushed.findIndex(({ revision }) => revision > place.revision);
  const fresh = from < 0 ? [] : follower.pushed.slice(from);
  const [first] = fresh;
  if (first?.revision !== place.revision + 1) {
    follower.pushed = [];
    // A gap: the pages have the missing events, and these.
    if (first !== undefined) follower.isPushed = false;
    return [];
  }
  const run = fresh.slice(0, PAGE_EVENTS);
  follower.pushed = fresh.slice(run.length);
  return run;
};

const scheduleRetry = (follower: Follower): void => {
  clearTimeout(follower.retry);
  if (follower.isStopped) return;
  follower.retry = setTimeout(() => {
    follower.isAtEnd = false;
    follower.wake();
  }, follower.backOff.next());
};

/**
 * Opens the subscription on the server after the place, if there is none; retried later when that
 * fails.
 */
const ensurePush = async (
  follower: Follower,
  place: ChainPlace,
): Promise<StoreError | undefined> => {
  const { context, stream } = follower;
  if (follower.push?.isOpen === true || follower.isStopped) return undefined;
  const wake = (): void => follower.wake();
  const opened = await openPushFeed(
    context.connection,
    context.serverName(stream),
    place.revision,
    context.limits.readStallMs,
    wake,
  );
  if (isLeft(opened)) {
    follower.push = undefined;
    if (opened.left.kind !== "transient")
      return storeErrorOf(stream, opened.left, context.connection.address);
    scheduleRetry(follower);
    return undefined;
  }
  if (follower.isStopped) {
    opened.right.close();
  } else {
    follower.push = opened.right;
    follower.backOff.reset();
  }
  return undefined;
};

/** Waits for pushed events; false when there were none for a while. */
const pushedSoon = (follower: Follower): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), QUIET_MS);
    follower.nudge = () => {
      clearTimeout(timer);
      resolve(true);
    };
  });

/** The pushed events, checked; undefined when there are none, or invalid ones. */
const pushedPage = (follower: Follower, place: ChainPlace): ChainedPage | undefined => {
  const run = nextPushed(follower, place);
  if (run.length === 0) return undefined;
  const pushed = continueChain(follower.stream, place, run);
  if (pushed.events.length > 0 || pushed.damage === undefined) return pushed;
  // Damage in pushed events is not reported: the pages are read instead.
  follower.push?.close();
  follower.pushed = [];
  return undefined;
};

/** The events after the place, reading one page ahead while there are many. */
const nextPage = async (follower: Follower, place: ChainPlace): Promise<Read> => {
  const { context, stream, ahead } = follower;
  const read = (after: ChainPlace): Promise<Read> => pageAfter(context, stream, after, PAGE_EVENTS);
  follower.ahead = undefined;
  const early = ahead?.after === place.revision ? await ahead.page : undefined;
  // an empty page read ahead does not mean that this is the end now
  const isGood = early !== undefined && (isLeft(early) || early.right.events.length > 0);
  const page = isGood ? early : await read(place);
  if (isLeft(page) || page.right.events.length < PAGE_EVENTS) return page;
  const last = page.right.events.at(-1);
  if (last !== undefined && page.right.damage === undefined && !follower.isStopped)
    follower.ahead = { after: last.revision, page: read(last) };
  return page;
};

const readAfter = async (
  follower: Follower,
  revision: number,
): Promise<Either<StoreError, FeedPage>> => {
  if (follower.context.closing.aborted) return CLOSED;
  if (follower.place === undefined) {
    const found = await findPlace(follower, revision);
    if (isLeft(found)) return found;
    follower.place = found.right;
    follower.deliveredTo = revision;
  }
  const { place } = follower;
  const pushed = pushedPage(follower, place);
  if (pushed !== undefined) {
    const page = await delivered(follower, pushed);
    follower.isPushed = true;
    return page;
  }
  const wasOpen = follower.push?.isOpen === true;
  if (follower.isAtEnd && wasOpen) return right({ events: [], head: headOf(place) });
  if (follower.isPushed && wasOpen && !follower.isStopped) {
    follower.isPushed = await pushedSoon(follower);
    return readAfter(follower, revision);
  }
  const page = await nextPage(follower, place);
  if (isLeft(page)) return page;
  if (page.right.events.length > 0 || page.right.damage !== undefined)
    return delivered(follower, page.right);
  const error = await ensurePush(follower, place);
  if (error !== undefined) return left(error);
  follower.isAtEnd = true;
  const events: ReadonlyArray<RecordedEvent> = [];
  return right({ events, head: headOf(place) });
};

/** A server that does not push existing events has forgotten the subscription. */
const lookForItself = (follower: Follower): void => {
  follower.push?.close();
  follower.push = undefined;
  follower.isAtEnd = false;
  follower.wake();
};

/**
 * A subscription: existing events in pages, the next of which is read while the consumer works on
 * one; new events by the server's push, which is opened again with growing delays when it ends.
 * Every event is checked against the chain. From time to time a silent subscription reads the
 * stream.
 *
 * @param heads receives the last event read, so that an append after it needs no read
 */
export const streamFeed = (
  context: StoreContext,
  settings: StreamSettings,
  heads: KnownHeads,
  stream: string,
): FeedSource => {
  const follower: Follower = {
    context,
    settings,
    heads,
    stream,
    backOff: createBackOff(),
    place: undefined,
    deliveredTo: -1,
    ahead: undefined,
    push: undefined,
    pushed: [],
    isAtEnd: false,
    isPushed: false,
    nudge: () => undefined,
    wake: () => undefined,
    retry: undefined,
    isStopped: false,
  };
  return {
    readAfter: (revision) => readAfter(follower, revision),
    listen: (wake) => {
      const awake = (): void => {
        wake();
        follower.nudge();
      };
      follower.wake = awake;
      const idle = setInterval(() => lookForItself(follower), context.limits.idleCheckMs);
      context.closing.addEventListener("abort", awake);
      return () => {
        follower.isStopped = true;
        clearInterval(idle);
        clearTimeout(follower.retry);
        context.closing.removeEventListener("abort", awake);
        follower.nudge();
        follower.push?.close();
      };
    },
  };
};
