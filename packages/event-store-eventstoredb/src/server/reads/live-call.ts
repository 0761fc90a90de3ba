import { isOver, write } from "../call-stream.js";
import { bytesOf, type ReadAnswer, type ReadCall } from "./read-answer.js";

/** Events a live subscriber may lag, as on a genuine server. */
export const MAX_LIVE_BACKLOG = 64;

/** The result of a message to a subscriber. */
export type Delivery = "sent" | "over" | "too-slow";

const afterMs = (ms: number): { readonly passed: Promise<void>; stop(): void } => {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return { passed, stop: () => clearTimeout(timer) };
};

/**
 * Sends a message to a subscriber and waits until there is room for more. A live one that reads
 * nothing for a while with more than `MAX_LIVE_BACKLOG` events waiting is too slow; one that still
 * catches up may be slow.
 *
 * @param backlog events that wait for this subscriber; called only when it reads nothing
 */
export const deliver = async (
  call: ReadCall,
  answer: ReadAnswer,
  live: { readonly patienceMs: number; readonly backlog: () => Promise<number> } | undefined,
): Promise<Delivery> => {
  if (isOver(call)) return "over";
  const room = write(call, answer, bytesOf(answer));
  if (room === undefined) return "sent";
  if (live === undefined) {
    await room;
    return isOver(call) ? "over" : "sent";
  }
  let hasRoom = false;
  void room.then(() => {
    hasRoom = true;
  });
  for (;;) {
    const patience = afterMs(live.patienceMs);
    await Promise.race([room, patience.passed]);
    patience.stop();
    if (isOver(call)) return "over";
    if (hasRoom) return "sent";
    if ((await live.backlog()) > MAX_LIVE_BACKLOG) return "too-slow";
  }
};
