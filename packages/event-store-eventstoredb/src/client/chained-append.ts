import { pause } from "@tallystick/background";
import {
  type Appended,
  appendBytes,
  chainHash,
  checkAppend,
  type ExpectedRevision,
  type NewEvent,
  placeAppend,
  type RecordedEvent,
  type StoreError,
} from "@tallystick/event-store";
import { chain, type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  BINARY_CONTENT,
  chainMetadataBytes,
  CONTENT_TYPE_KEY,
  TYPE_KEY,
} from "../protocol/event-metadata.js";
import { isCanonicalId, NIL_ID } from "../protocol/identifiers.js";
import type { Attempts } from "./append-attempt.js";
import type { AttemptOutcome } from "./append-outcome.js";
import type { Proposed } from "./batch-stream.js";
import type { ByteBudget } from "./byte-budget.js";
import { CHAIN_START, type ChainPlace, pageAfter, pageDown, placeAfter } from "./chained-page.js";
import type { KnownHeads } from "./known-heads.js";
import { createBackOff } from "../connection/retry.js";
import { type StoreContext, storeErrorOf, unreachable } from "./store-context.js";
import type { StreamSettings } from "./stream-settings.js";

export interface AppendParts {
  readonly context: StoreContext;
  readonly attempts: Attempts;
  readonly settings: StreamSettings;
  readonly heads: KnownHeads;
  readonly budget: ByteBudget;
}

interface Order {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: ReadonlyArray<NewEvent>;
}

/** Where an append goes: after a place of the chain, or nowhere because it was written before. */
type Target =
  | { readonly kind: "after"; readonly place: ChainPlace }
  | { readonly kind: "repeat"; readonly appended: Appended };

const invalidId = (events: ReadonlyArray<NewEvent>): StoreError | undefined => {
  const bad = events.find(({ id }) => !isCanonicalId(id) || id === NIL_ID);
  return bad === undefined
    ? undefined
    : {
        kind: "invalid",
        reason: `the id ${JSON.stringify(bad.id)} is not a UUID in lower case, which EventStoreDB needs`,
      };
};

const baseOf = (expected: ExpectedRevision): number => (expected === "no-stream" ? -1 : expected);

/** Ids of the stored events in the place of the append, and the last of them. */
const standing = async (
  { context }: AppendParts,
  { stream, expected, events }: Order,
): Promise<Either<StoreError, ReadonlyArray<RecordedEvent>>> => {
  const place = await placeAfter(context, stream, baseOf(expected));
  if (isLeft(place)) return place;
  if (place.right === undefined) return right([]);
  const found: RecordedEvent[] = [];
  let at = place.right;
  while (found.length < events.length) {
    const page = await pageAfter(context, stream, at, events.length - found.length);
    if (isLeft(page)) return page;
    if (page.right.damage !== undefined) return left(page.right.damage);
    const last = page.right.events.at(-1);
    if (last === undefined) break;
    found.push(...page.right.events);
    at = last;
  }
  return right(found);
};

/** Reads the stream: the append goes to its end, was written before, or is wrong. */
const lookedUpTarget = async (
  parts: AppendParts,
  order: Order,
): Promise<Either<StoreError, Target>> => {
  const { stream, expected, events } = order;
  const last = await pageDown(parts.context, stream, "end", 1);
  if (isLeft(last)) return last;
  if (last.right.damage !== undefined) return left(last.right.damage);
  const place: ChainPlace = last.right.events[0] ?? CHAIN_START;
  parts.heads.forget(stream);
  parts.heads.note(stream, place);
  const base = baseOf(expected);
  const isBehind = Number.isInteger(base) && base >= -1 && base < place.revision;
  const found = isBehind ? await standing(parts, order) : right([]);
  if (isLeft(found)) return found;
  const placement = placeAppend(
    { stream, head: place.revision, idAt: (revision) => found.right[revision - base - 1]?.id },
    expected,
    events,
  );
  return chain((placed: { readonly kind: "append" | "repeat" }): Either<StoreError, Target> => {
    if (placed.kind === "append") return right({ kind: "after", place });
    const repeated = found.right[events.length - 1];
    return repeated === undefined
      ? left({ kind: "unavailable", outcome: "unknown", reason: "the stream changed meanwhile" })
      : right({ kind: "repeat", appended: appendedOf(repeated) });
  })(placement);
};

const appendedOf = ({ revision, position, hash }: RecordedEvent): Appended => ({
  revision,
  position,
  hash,
});

/**
 * Where the append goes: known without a read when this process wrote or read the event before it.
 */
const targetOf = async (parts: AppendParts, order: Order): Promise<Either<StoreError, Target>> => {
  const known = parts.heads.get(order.stream);
  return known !== undefined && known.revision === baseOf(order.expected)
    ? right({ kind: "after", place: known })
    : lookedUpTarget(parts, order);
};

/** The events to send, and the place after the last of them. */
const proposal = (
  { stream, events }: Order,
  place: ChainPlace,
): { readonly proposed: ReadonlyArray<Proposed>; readonly end: ChainPlace } => {
  let { revision, hash } = place;
  const proposed = events.map(({ id, type, data, metadata }) => {
    revision += 1;
    hash = chainHash(hash, { stream, revision, id, type, data, metadata });
    return {
      id: { string: id },
      metadata: new Map([
        [TYPE_KEY, type],
        [CONTENT_TYPE_KEY, BINARY_CONTENT],
      ]),
      customMetadata: chainMetadataBytes({ hash, metadata }),
      data: Buffer.from(data, "utf8"),
    };
  });
  return { proposed, end: { revision, hash } };
};

const attempt = async (
  parts: AppendParts,
  order: Order,
  place: ChainPlace,
): Promise<{ readonly outcome: AttemptOutcome; readonly end: ChainPlace }> => {
  const { context, attempts, budget } = parts;
  const { proposed, end } = proposal(order, place);
  const release = await budget.take(appendBytes(order.events));
  try {
    const request = {
      stream: context.serverName(order.stream),
      expected: place.revision < 0 ? ("no-stream" as const) : place.revision,
      events: proposed,
    };
    return { outcome: await attempts.append(request, context.limits.appendTimeoutMs), end };
  } finally {
    release();
  }
};

/** The result of an attempt: the answer of the port, or a retry. */
const conclude = (
  parts: AppendParts,
  order: Order,
  outcome: AttemptOutcome,
  end: ChainPlace,
): Either<StoreError, Appended> | undefined => {
  const { stream, expected, events } = order;
  switch (outcome.kind) {
    case "appended":
      // Other answers do not fit an exact expectation.
      if (outcome.revision !== end.revision) return undefined;
      parts.heads.note(stream, end);
      return right({ ...end, position: outcome.position });
    case "wrong-revision":
      parts.heads.forget(stream);
      return left({ kind: "wrong-expected-revision", stream, expected, actual: outcome.actual });
    case "never":
      if (outcome.error.kind === "too-large") {
        const { maxBytes } = outcome.error;
        return left({ kind: "too-large", maxBytes, actualBytes: appendBytes(events) });
      }
      return left(storeErrorOf(stream, outcome.error, parts.context.connection.address));
    case "unknown":
    case "not-now":
      return undefined;
  }
};

const untilKnown = async (
  parts: AppendParts,
  order: Order,
): Promise<Either<StoreError, Appended>> => {
  const { connection, limits, closing } = parts.context;
  const giveUpAt = Date.now() + limits.appendGiveUpMs;
  const backOff = createBackOff();
  let mayBeWritten = false;
  /** After an attempt of unknown outcome, no later answer proves that it was not written. */
  const settled = (error: StoreError): Either<StoreError, Appended> => {
    if (!mayBeWritten || error.kind === "wrong-expected-revision") return left(error);
    const reason = "reason" in error ? error.reason : `the store is ${error.kind}`;
    return left({ kind: "unavailable", outcome: "unknown", reason });
  };
  for (;;) {
    if (closing.aborted) return settled({ kind: "closed" });
    const target = await targetOf(parts, order);
    if (isLeft(target)) return settled(target.left);
    if (target.right.kind === "repeat") return right(target.right.appended);
    const { outcome, end } = await attempt(parts, order, target.right.place);
    const known = conclude(parts, order, outcome, end);
    if (known !== undefined) return isLeft(known) ? settled(known.left) : known;
    // The next attempt must read the stream.
    parts.heads.forget(order.stream);
    parts.settings.forget(order.stream);
    if (outcome.kind !== "not-now") mayBeWritten = true;
    const reason = "reason" in outcome ? outcome.reason : "the answer names another revision";
    if (Date.now() >= giveUpAt) return settled(unreachable(connection.address, reason));
    await pause(backOff.next(), closing);
  }
};

/**
 * Appends with an exact expectation and the same ids until the outcome is known. A repeat is
 * harmless: the server compares the ids with the stream.
 */
export const chainedAppend = async (
  parts: AppendParts,
  stream: string,
  expected: ExpectedRevision,
  events: ReadonlyArray<NewEvent>,
): Promise<Either<StoreError, Appended>> => {
  const { context, settings } = parts;
  if (context.closing.aborted) return left({ kind: "closed" });
  const refused = checkAppend(stream, events, context.limits.maxAppendBytes) ?? invalidId(events);
  if (refused !== undefined) return left(refused);
  const unsafe = await settings.check(stream);
  if (unsafe !== undefined) return left(unsafe);
  return untilKnown(parts, { stream, expected, events });
};
