import {
  chainHash,
  GENESIS_HASH,
  type RecordedEvent,
  type StoreError,
} from "@tallystick/event-store";
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { readChainMetadata } from "../protocol/event-metadata.js";
import { agreedRead } from "./agreed-read.js";
import type { RawEvent, RawPage } from "./raw-page.js";
import { readRaw } from "./read-raw.js";
import type { StoreContext } from "./store-context.js";
import { readSettings } from "./stream-settings.js";

/** Most events of a page. */
export const PAGE_EVENTS = 1_000;

/** Place before the next event of a stream: the last revision (-1 for none) and its hash. */
export interface ChainPlace {
  readonly revision: number;
  readonly hash: string;
}

/** The place before the first event. */
export const CHAIN_START: ChainPlace = { revision: -1, hash: GENESIS_HASH };

/** The events up to the end of the page or to the first damaged one. */
export interface ChainedPage {
  readonly events: ReadonlyArray<RecordedEvent>;
  readonly damage: StoreError | undefined;
}

const damaged = (stream: string, raw: RawEvent, reason: string): StoreError => ({
  kind: "damaged",
  stream,
  revision: raw.revision,
  position: raw.position,
  reason,
});

const missing = (stream: string, revision: number, before: RawEvent | undefined): StoreError => ({
  kind: "damaged",
  stream,
  revision,
  position: before?.position ?? 0,
  reason: "the event is missing",
});

/** The event with the hash it has on the server, not checked yet; or why it is not ours. */
const claimedEvent = (stream: string, raw: RawEvent): Either<StoreError, RecordedEvent> => {
  const chain = readChainMetadata(raw.metadata);
  if (chain === undefined) {
    const reason = `the event ${raw.id} of type ${raw.type} was written by another program: its metadata has no chain hash`;
    return left(damaged(stream, raw, reason));
  }
  const data = Buffer.from(raw.data.buffer, raw.data.byteOffset, raw.data.byteLength);
  return right({
    id: raw.id,
    type: raw.type,
    data: data.toString("utf8"),
    metadata: chain.metadata,
    stream,
    revision: raw.revision,
    position: raw.position,
    hash: chain.hash,
  });
};

/** Checks events that follow this place, in order, against the chain. */
export const continueChain = (
  stream: string,
  place: ChainPlace,
  raws: ReadonlyArray<RawEvent>,
): ChainedPage => {
  const events: RecordedEvent[] = [];
  let { revision, hash } = place;
  for (const raw of raws) {
    if (raw.revision !== revision + 1)
      return { events, damage: missing(stream, revision + 1, raw) };
    const claimed = claimedEvent(stream, raw);
    if (isLeft(claimed)) return { events, damage: claimed.left };
    const event = claimed.right;
    if (event.hash !== chainHash(hash, event)) {
      const reason = "the hash does not match the event and its predecessor";
      return { events, damage: damaged(stream, raw, reason) };
    }
    events.push(event);
    ({ revision, hash } = event);
  }
  return { events, damage: undefined };
};

/** A read that found damage reads the settings too, of which the damage may be an effect. */
const agreed = <A>(
  context: StoreContext,
  stream: string,
  look: () => Promise<Either<StoreError, A>>,
  damageIn: (found: A) => StoreError | undefined,
): Promise<Either<StoreError, A>> =>
  agreedRead(context, look, damageIn, () => readSettings(context, stream));

const damageOf = ({ damage }: ChainedPage): StoreError | undefined => damage;

const noDamage = (): undefined => undefined;

/** The place after a revision on the server; undefined if the stream is shorter. */
export const placeAfter = (
  context: StoreContext,
  stream: string,
  revision: number,
): Promise<Either<StoreError, ChainPlace | undefined>> =>
  agreed(context, stream, () => readPlaceAfter(context, stream, revision), noDamage);

const readPlaceAfter = async (
  context: StoreContext,
  stream: string,
  revision: number,
): Promise<Either<StoreError, ChainPlace | undefined>> => {
  if (revision < 0) return right(CHAIN_START);
  const page = await readRaw(context, stream, {
    direction: "forwards",
    from: revision,
    maxCount: 1,
  });
  if (isLeft(page)) return page;
  const [raw] = page.right.events;
  if (raw === undefined) return right(undefined);
  if (raw.revision !== revision) return left(missing(stream, revision, raw));
  return map(({ hash }: RecordedEvent): ChainPlace => ({ revision, hash }))(
    claimedEvent(stream, raw),
  );
};

/** The events after a place, each checked. */
export const pageAfter = (
  context: StoreContext,
  stream: string,
  place: ChainPlace,
  maxCount: number,
): Promise<Either<StoreError, ChainedPage>> =>
  agreed(context, stream, () => readPageAfter(context, stream, place, maxCount), damageOf);

const readPageAfter = async (
  context: StoreContext,
  stream: string,
  place: ChainPlace,
  maxCount: number,
): Promise<Either<StoreError, ChainedPage>> => {
  const page = await readRaw(context, stream, {
    direction: "forwards",
    from: place.revision + 1,
    maxCount: Math.min(maxCount, PAGE_EVENTS),
  });
  return map(({ events }: RawPage) => continueChain(stream, place, events))(page);
};

/**
 * The events from a revision (or the end) down, each checked with its predecessor, which is read
 * too.
 */
export const pageDown = (
  context: StoreContext,
  stream: string,
  from: number | "end",
  maxCount: number,
): Promise<Either<StoreError, ChainedPage>> =>
  agreed(context, stream, () => readPageDown(context, stream, from, maxCount), damageOf);

const readPageDown = async (
  context: StoreContext,
  stream: string,
  from: number | "end",
  maxCount: number,
): Promise<Either<StoreError, ChainedPage>> => {
  const count = Math.min(maxCount, PAGE_EVENTS);
  const page = await readRaw(context, stream, {
    direction: "backwards",
    from,
    maxCount: count + 1,
  });
  if (isLeft(page)) return page;
  const raws = page.right.events;
  const lowest = raws.at(-1);
  if (lowest === undefined) return right({ events: [], damage: undefined });
  // The last one read is the predecessor, unless it is the first of the stream.
  const upwards = raws.toReversed();
  if (lowest.revision === 0) return right(reversed(continueChain(stream, CHAIN_START, upwards)));
  if (raws.length <= count && page.right.isWhole)
    return left(missing(stream, lowest.revision - 1, lowest));
  // A single event that fills the page comes without its predecessor.
  const rest = raws.length === 1 ? upwards : upwards.slice(1);
  const before =
    raws.length === 1
      ? await placeAfter(context, stream, lowest.revision - 1)
      : claimedEvent(stream, lowest);
  if (isLeft(before)) return before;
  if (before.right === undefined) return left(missing(stream, lowest.revision - 1, lowest));
  return right(reversed(continueChain(stream, before.right, rest)));
};

/**
 * Backwards, damage at the lower end must not hide the events above it, although they cannot be
 * verified either.
 */
const reversed = ({ events, damage }: ChainedPage): ChainedPage =>
  damage === undefined ? { events: events.toReversed(), damage } : { events: [], damage };
