import type { AllStreams, RecordedEvent } from "@tallystick/event-store";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { send } from "../call-stream.js";
import { eventPieces } from "../streams/event-pieces.js";
import { bytesOf, type ReadCall, streamNotFound } from "./read-answer.js";
import { resolvedAnswer } from "./linked-event.js";
import type { ReadPlan } from "./read-plan.js";
import type { ServerContext } from "../server-context.js";
import {
  notOffered,
  readError,
  type StatusError,
  streamDeletedError,
  unknownError,
} from "../status-error.js";
import { isTombstone, servedMessage, TICKS_PER_MS } from "../streams/stored-message.js";
import { firstVisible, readStreamState, type StreamState } from "../streams/stream-state.js";

type StreamPlan = Extract<ReadPlan, { kind: "read-stream" }>;
type AllPlan = Extract<ReadPlan, { kind: "read-all" }>;

const MS_PER_SECOND = 1_000;

/** Whether the stream's metadata hide an event because of its age. */
const isTooOld = (context: ServerContext, state: StreamState, event: RecordedEvent): boolean => {
  if (state.maxAgeSeconds === undefined) return false;
  const oldestMs = Math.floor(context.now() - state.maxAgeSeconds * MS_PER_SECOND);
  return (
    servedMessage(event, context.createdTicks(event)).createdTicks < BigInt(oldestMs) * TICKS_PER_MS
  );
};

const sendEvent = async (
  context: ServerContext,
  call: ReadCall,
  plan: StreamPlan | AllPlan,
  event: RecordedEvent,
): Promise<boolean> => {
  const answer = await resolvedAnswer(context, plan, event);
  return send(call, answer, bytesOf(answer));
};

const wantedFrom = ({ from }: StreamPlan): number => (typeof from === "number" ? from : 0);

const rangeOf = (state: StreamState, plan: StreamPlan) => {
  const first = firstVisible(state);
  if (plan.backwards) {
    const from = plan.from === "end" ? state.head : plan.from === "start" ? 0 : plan.from;
    return { from: Math.min(from, state.head), first };
  }
  return { from: Math.max(wantedFrom(plan), first), first };
};

/** Sends the events of a stream. Hidden revisions are skipped, and do not count. */
export const readStream = async (
  context: ServerContext,
  call: ReadCall,
  plan: StreamPlan,
): Promise<StatusError | undefined> => {
  const read = await readStreamState(context.store, plan.stream);
  if (isLeft(read)) return readError(read.left);
  const state = read.right;
  if (state.isTombstoned) return streamDeletedError(plan.stream);
  if (state.head < 0 || state.isSoftDeleted) {
    await send(call, streamNotFound(plan.stream));
    return undefined;
  }
  const { from, first } = rangeOf(state, plan);
  let left = plan.maxCount;
  const tellEnds = async (): Promise<undefined> => {
    if (!plan.tellsEnds) return undefined;
    const next = state.head + 1;
    if (!plan.backwards && left === plan.maxCount && wantedFrom(plan) > next)
      await send(call, { firstStreamPosition: BigInt(next) });
    await send(call, { lastStreamPosition: BigInt(state.head) });
    return undefined;
  };
  const direction = plan.backwards ? "backwards" : "forwards";
  for await (const page of eventPieces({
    read: (place, maxCount) =>
      context.store.readStream(plan.stream, { direction, from: place, maxCount }),
    after: ({ revision }) => revision + (plan.backwards ? -1 : 1),
    from,
    maxCount: left,
  })) {
    if (isLeft(page)) return readError(page.left);
    for (const event of page.right) {
      if (event.revision < first || isTombstone(event)) return tellEnds();
      if (isTooOld(context, state, event)) continue;
      if (!(await sendEvent(context, call, plan, event))) return undefined;
      left -= 1;
      if (left <= 0) return tellEnds();
    }
  }
  return tellEnds();
};

/** Position of the last event of all streams, 0 for none. */
export const lastPosition = async (all: AllStreams): Promise<number> => {
  for await (const page of all.readAll({ direction: "backwards", maxCount: 1 }))
    return isRight(page) ? (page.right[0]?.position ?? 0) : 0;
  return 0;
};

/** Why this server cannot read all streams. */
export const noOrder = (): StatusError =>
  notOffered("the store of this server has no common order of all streams");

const placeInAll = ({ from, backwards }: AllPlan): number => {
  if (typeof from === "number") return backwards ? from - 1 : from;
  if (from === "end") return Number.MAX_SAFE_INTEGER;
  return backwards ? -1 : 1;
};

// Backwards the place itself is exclusive: it is the end of the event before it.
const allPieces = (all: AllStreams, plan: AllPlan) =>
  eventPieces({
    read: (from, maxCount) =>
      all.readAll({ direction: plan.backwards ? "backwards" : "forwards", from, maxCount }),
    after: ({ position }) => position + (plan.backwards ? -1 : 1),
    from: placeInAll(plan),
  });

/** Whether a read backwards begins where no event ends; forwards such a read is empty. */
const isBeyondEnd = async (all: AllStreams, { from, backwards }: AllPlan): Promise<boolean> =>
  backwards && typeof from === "number" && from > (await lastPosition(all)) + 1;

/**
 * Sends the events of all streams, those of metadata included; a filter skips events that do not
 * match.
 */
export const readAll = async (
  context: ServerContext,
  call: ReadCall,
  plan: AllPlan,
): Promise<StatusError | undefined> => {
  if (context.all === undefined) return noOrder();
  if (await isBeyondEnd(context.all, plan)) return unknownError("Unexpected ReadAllResult: Error");
  let left = plan.maxCount;
  if (left === 0 || (plan.from === "end" && !plan.backwards)) return undefined;
  for await (const page of allPieces(context.all, plan)) {
    if (isLeft(page)) return readError(page.left);
    for (const event of page.right) {
      const matched = plan.filter?.matches(event);
      if (matched !== undefined && isLeft(matched)) return matched.left;
      if (matched?.right === false) continue;
      if (!(await sendEvent(context, call, plan, event))) return undefined;
      left -= 1;
      if (left === 0) return undefined;
    }
  }
  return undefined;
};
