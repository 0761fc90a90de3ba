import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { RecordedEvent } from "@tallystick/event-store";
import { type Either, isLeft, isRight, left } from "fp-ts/lib/Either.js";
import { isOver, onOver, send } from "../call-stream.js";
import { eventPieces, isPiece } from "../streams/event-pieces.js";
import { type Delivery, deliver } from "./live-call.js";
import { caughtUpAt, type ReadCall } from "./read-answer.js";
import { resolvedAnswer } from "./linked-event.js";
import type { ReadPlan } from "./read-plan.js";
import type { ServerContext } from "../server-context.js";
import { readError, type StatusError, streamDeletedError, timedOut } from "../status-error.js";
import { isTombstone } from "../streams/stored-message.js";
import { firstVisible, readStreamState, type StreamState } from "../streams/stream-state.js";

type FollowPlan = Extract<ReadPlan, { kind: "follow-stream" }>;

/** The status of a subscriber that does not read. */
export const tooSlow = (): StatusError =>
  timedOut("Consumer too slow to handle event while live. Client resubscription required.");

const afterOf = (plan: FollowPlan, state: StreamState): number => {
  switch (plan.after) {
    case "start":
      return -1;
    case "end":
      return state.head;
    default:
      return plan.after;
  }
};

interface Follower {
  readonly context: ServerContext;
  readonly call: ReadCall;
  readonly plan: FollowPlan;
  readonly first: number;
  /** Last revision that was read. */
  revision: number;
  isLive: boolean;
}

const backlogAfter = async ({ context, plan }: Follower, revision: number): Promise<number> => {
  const last = await context.store.lastEvent(plan.stream);
  return isRight(last) && last.right !== undefined ? last.right.revision - revision : 0;
};

const deliverEvent = async (follower: Follower, event: RecordedEvent): Promise<Delivery> => {
  const { context, call, plan, isLive } = follower;
  const live = {
    patienceMs: context.limits.slowConsumerMs,
    backlog: () => backlogAfter(follower, event.revision),
  };
  const answer = await resolvedAnswer(context, plan, event);
  return deliver(call, answer, isLive ? live : undefined);
};

/** Sends events; a status ends the subscription, "over" does so without one. */
const deliverEvents = async (
  follower: Follower,
  events: ReadonlyArray<RecordedEvent>,
): Promise<StatusError | "over" | undefined> => {
  for (const event of events) {
    follower.revision = event.revision;
    if (event.revision < follower.first) continue;
    const delivery = await deliverEvent(follower, event);
    if (delivery === "over") return "over";
    if (delivery === "too-slow") return tooSlow();
    if (isTombstone(event)) return streamDeletedError(follower.plan.stream);
  }
  return undefined;
};

/** Sends all events after the last revision. */
const catchUp = async (follower: Follower): Promise<StatusError | "over" | undefined> => {
  const { context, plan } = follower;
  for await (const piece of eventPieces({
    read: (from, maxCount) => context.store.readStream(plan.stream, { from, maxCount }),
    after: ({ revision }) => revision + 1,
    from: follower.revision + 1,
  })) {
    if (isLeft(piece)) return readError(piece.left);
    const end = await deliverEvents(follower, piece.right);
    if (end !== undefined) return end;
  }
  return undefined;
};

/** Sends new events, until too many wait for the subscriber. */
const followEnd = async (follower: Follower): Promise<StatusError | "over" | undefined> => {
  const { call, context, plan, first } = follower;
  const subscription = context.store.subscribe(plan.stream, follower.revision);
  const stop = onOver(call, () => subscription.close());
  try {
    for await (const item of subscription) {
      if (isLeft(item)) return readError(item.left);
      if (item.right.kind === "events") {
        if (!isPiece(item.right.events)) return undefined;
        const end = await deliverEvents(follower, item.right.events);
        if (end !== undefined) return end;
        continue;
      }
      if (follower.isLive) continue;
      follower.isLive = true;
      const revision = Math.max(follower.revision, first - 1);
      const caughtUp = caughtUpAt(context.now(), { revision });
      if (!(await send(call, { caughtUp }))) return "over";
    }
    return "over";
  } finally {
    stop();
    subscription.close();
  }
};

const follow = async (follower: Follower): Promise<StatusError | undefined> => {
  for (;;) {
    const end = (await catchUp(follower)) ?? (await followEnd(follower));
    if (end === "over" || isOver(follower.call)) return undefined;
    if (end !== undefined) return end;
  }
};

/** How often a stream whose events are hidden is read; milliseconds. */
const lookAgainMs = 50;

/** Whether a stream has no events, or only hidden ones. */
const isAwaited = ({ head, isSoftDeleted, isTombstoned }: StreamState): boolean =>
  !isTombstoned && (head < 0 || isSoftDeleted);

/** Waits for the first event of a stream, or for an interval when its events are hidden. */
const awaitChange = async (
  { store }: ServerContext,
  call: ReadCall,
  { stream, head }: StreamState,
): Promise<void> => {
  if (head < 0) {
    const subscription = store.subscribe(stream, head);
    const stop = onOver(call, () => subscription.close());
    for await (const item of subscription) if (isLeft(item) || item.right.kind === "events") break;
    stop();
    subscription.close();
  }
  await sleep(lookAgainMs);
};

/** The state of a stream when it has visible events. Left: the end of the subscription. */
const followableState = async (
  context: ServerContext,
  call: ReadCall,
  { stream, after }: FollowPlan,
): Promise<Either<StatusError, StreamState>> => {
  for (let isConfirmed = false; ; isConfirmed = true) {
    const state = await readStreamState(context.store, stream);
    if (isLeft(state)) return left(readError(state.left));
    if (state.right.isTombstoned && after !== "end") return left(streamDeletedError(stream));
    if (!isConfirmed) await send(call, { confirmation: { subscriptionId: randomUUID() } });
    if (isOver(call) || after === "end" || !isAwaited(state.right)) return state;
    await awaitChange(context, call, state.right);
  }
};

/**
 * Serves a subscription to one stream: a confirmation, existing events, a caught-up mark, and new
 * events. For a stream without events the mark waits for the first, unless its end was requested.
 */
export const followStream = async (
  context: ServerContext,
  call: ReadCall,
  plan: FollowPlan,
): Promise<StatusError | undefined> => {
  const state = await followableState(context, call, plan);
  if (isLeft(state)) return state.left;
  if (isOver(call)) return undefined;
  const { head, isSoftDeleted } = state.right;
  const first = isSoftDeleted ? head + 1 : firstVisible(state.right);
  const revision = afterOf(plan, state.right);
  return follow({ context, call, plan, first, revision, isLive: false });
};
