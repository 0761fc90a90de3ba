import { randomUUID } from "node:crypto";
import type { AllStreams, RecordedEvent } from "@tallystick/event-store";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { isOver, onOver, send } from "../call-stream.js";
import { lastPosition, noOrder } from "./counted-reads.js";
import { eventPieces } from "../streams/event-pieces.js";
import { tooSlow } from "./follow-stream.js";
import { deliver } from "./live-call.js";
import { caughtUpAt, positionOf, type ReadCall } from "./read-answer.js";
import { resolvedAnswer } from "./linked-event.js";
import type { ReadPlan } from "./read-plan.js";
import type { ServerContext } from "../server-context.js";
import { readError, type StatusError } from "../status-error.js";

type FollowPlan = Extract<ReadPlan, { kind: "follow-all" }>;

interface Follower {
  readonly context: ServerContext;
  readonly all: AllStreams;
  readonly call: ReadCall;
  readonly plan: FollowPlan;
  /** Last position that was read. */
  after: number;
  /** Events read since the last checkpoint. */
  considered: number;
  isLive: boolean;
}

/** Matches every event, without a filter. */
const ALL: Either<StatusError, boolean> = right(true);

/** Sends one event, or skips it; with a filter, a checkpoint from time to time. */
const handle = async (
  follower: Follower,
  event: RecordedEvent,
): Promise<StatusError | "over" | undefined> => {
  const { context, all, call, plan } = follower;
  const matched = plan.filter?.matches(event) ?? ALL;
  if (isLeft(matched)) return matched.left;
  if (matched.right) {
    const live = {
      patienceMs: context.limits.slowConsumerMs,
      backlog: async () => (await lastPosition(all)) - event.position,
    };
    const answer = await resolvedAnswer(context, plan, event);
    const delivery = await deliver(call, answer, follower.isLive ? live : undefined);
    if (delivery === "over") return "over";
    if (delivery === "too-slow") return tooSlow();
  }
  follower.after = event.position;
  follower.considered += 1;
  if (plan.filter === undefined || follower.considered < plan.filter.checkpointEvents)
    return undefined;
  follower.considered = 0;
  return (await send(call, { checkpoint: positionOf(event.position) })) ? undefined : "over";
};

/** Sends all events after the last position. */
const catchUp = async (follower: Follower): Promise<StatusError | "over" | undefined> => {
  for await (const page of eventPieces({
    read: (from, maxCount) => follower.all.readAll({ from, maxCount }),
    after: ({ position }) => position + 1,
    from: follower.after + 1,
  })) {
    if (isLeft(page)) return readError(page.left);
    for (const event of page.right) {
      const end = await handle(follower, event);
      if (end !== undefined) return end;
    }
  }
  return undefined;
};

const follow = async (follower: Follower): Promise<StatusError | undefined> => {
  const { all, call } = follower;
  let wake: () => void = () => undefined;
  let isWoken = false;
  const ring = (): void => {
    isWoken = true;
    wake();
  };
  const stopListening = all.onAppend(ring);
  const stopWatching = onOver(call, ring);
  try {
    while (!isOver(call)) {
      isWoken = false;
      const end = await catchUp(follower);
      if (end !== undefined) return end === "over" ? undefined : end;
      if (!follower.isLive) {
        follower.isLive = true;
        const caughtUp = caughtUpAt(follower.context.now(), { position: follower.after });
        if (!(await send(call, { caughtUp }))) return undefined;
      }
      if (isWoken) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        // An append since the last read has set the signal.
        if (isWoken) resolve();
      });
    }
    return undefined;
  } finally {
    stopListening();
    stopWatching();
  }
};

/**
 * Serves a subscription to all streams: a confirmation, existing events, a caught-up mark, and new
 * events.
 */
export const followAll = async (
  context: ServerContext,
  call: ReadCall,
  plan: FollowPlan,
): Promise<StatusError | undefined> => {
  const { all } = context;
  if (all === undefined) return noOrder();
  if (!(await send(call, { confirmation: { subscriptionId: randomUUID() } }))) return undefined;
  const after =
    plan.after === "start" ? 0 : plan.after === "end" ? await lastPosition(all) : plan.after;
  return follow({ context, all, call, plan, after, considered: 0, isLive: false });
};
