import { randomUUID } from "node:crypto";
import type { RecordedEvent, Subscription } from "@tallystick/event-store";
import * as E from "fp-ts/lib/Either.js";
import { PRESENT } from "../protocol/shared-messages.js";
import { onOver, send } from "./call-stream.js";
import { type Delivery, deliver } from "./live-call.js";
import { eventAnswer, type ReadCall } from "./read-answer.js";
import type { ReadPlan } from "./read-plan.js";
import type { ServerContext } from "./server-context.js";
import { readError, type StatusError, streamDeletedError, timedOut } from "./status-error.js";
import { firstVisible, readStreamState, type StreamState, TOMBSTONE_TYPE } from "./stream-state.js";

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

/** One subscription to one stream. */
interface Follower {
  readonly context: ServerContext;
  readonly call: ReadCall;
  readonly plan: FollowPlan;
  readonly first: number;
  isLive: boolean;
}

const backlogAfter = async ({ context, plan }: Follower, revision: number): Promise<number> => {
  const last = await context.store.lastEvent(plan.stream);
  return E.isRight(last) && last.right !== undefined ? last.right.revision - revision : 0;
};

const deliverEvent = (follower: Follower, event: RecordedEvent): Promise<Delivery> => {
  const { context, call, plan, isLive } = follower;
  const live = {
    patienceMs: context.limits.slowConsumerMs,
    backlog: () => backlogAfter(follower, event.revision),
  };
  return deliver(call, eventAnswer(context, plan, event), isLive ? live : undefined);
};

/** Sends events; a status ends the subscription, "over" does so without one. */
const deliverEvents = async (
  follower: Follower,
  events: ReadonlyArray<RecordedEvent>,
): Promise<StatusError | "over" | undefined> => {
  for (const event of events) {
    if (event.revision < follower.first) continue;
    const delivery = await deliverEvent(follower, event);
    if (delivery === "over") return "over";
    if (delivery === "too-slow") return tooSlow();
    if (event.type === TOMBSTONE_TYPE) return streamDeletedError(follower.plan.stream);
  }
  return undefined;
};

const follow = async (
  follower: Follower,
  subscription: Subscription,
): Promise<StatusError | undefined> => {
  const { call, plan } = follower;
  for await (const item of subscription) {
    if (E.isLeft(item)) return readError(item.left);
    if (item.right.kind === "events") {
      const end = await deliverEvents(follower, item.right.events);
      if (end === "over") return undefined;
      if (end !== undefined) return end;
      continue;
    }
    // A stream without events is not caught up with before it has one, unless its end was requested
    // for.
    const isThere = item.right.revision !== "no-stream" || plan.after === "end";
    if (follower.isLive || !isThere) continue;
    follower.isLive = true;
    if (!(await send(call, { caughtUp: PRESENT }))) return undefined;
  }
  return undefined;
};

/** Serves a subscription to one stream: a confirmation, what is there, a mark, and what comes. */
export const followStream = async (
  context: ServerContext,
  call: ReadCall,
  plan: FollowPlan,
): Promise<StatusError | undefined> => {
  const state = await readStreamState(context.store, plan.stream);
  if (E.isLeft(state)) return readError(state.left);
  if (!(await send(call, { confirmation: { subscriptionId: randomUUID() } }))) return undefined;
  if (state.right.isTombstoned) return streamDeletedError(plan.stream);
  const subscription = context.store.subscribe(plan.stream, afterOf(plan, state.right));
  const stop = onOver(call, () => subscription.close());
  const first = state.right.isSoftDeleted ? state.right.head + 1 : firstVisible(state.right);
  try {
    return await follow({ context, call, plan, first, isLive: false }, subscription);
  } finally {
    stop();
    subscription.close();
  }
};
