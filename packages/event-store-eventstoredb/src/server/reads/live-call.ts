import { isOver, write } from "../call-stream.js";
import { bytesOf, type ReadAnswer, type ReadCall } from "./read-answer.js";

/** Events a live subscriber may be behind: what a genuine server keeps for it. */
export const MAX_LIVE_BACKLOG = 64;

/** What became of a message to a subscriber. */
export type Delivery = "sent" | "over" | "too-slow";

const afterMs = (ms: number): { readonly passed: Promise<void>; stop(): void } => {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return { passed, stop: () => clearTimeout(timer) };
};

/**
 * Sends a message to a subscriber and waits until it takes more. A live one that takes nothing for
 * a while although more than `MAX_LIVE_BACKLOG` events wait for it is too slow; one that still
 * catches up may take its time.
 *
 * @param backlog events that wait for this subscriber; asked only when it takes nothing
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
