import { parentPort, type Transferable } from "node:worker_threads";
import type { FromThread, ToThread } from "./thread-messages.js";

/** The functions of a thread. */
interface Answering<In, Out> {
  /**
   * Answers once, now or later, in any order. An exception ends the thread.
   *
   * @param answer its second argument: what to move with the answer instead of copying it
   * @param tell says how far it is, before it answers
   */
  readonly request: (
    request: In,
    answer: (answer: Out, moved?: ReadonlyArray<Transferable>) => void,
    tell: (progress: number) => void,
  ) => void;
  /** Called last, when no more requests come: open requests must be answered now. */
  readonly stop?: () => void;
}

/**
 * To be called by the module that an `OwnThread` runs: answers requests until the owner stops the
 * thread.
 *
 * @param hello what the owner receives before the first answer
 */
export const answerOwner = <In, Out, Hello = undefined>(
  { request, stop }: Answering<In, Out>,
  hello?: Hello,
): void => {
  const port = parentPort;
  if (port === null) throw new Error("this module must run in a worker thread");
  const send = (
    message: FromThread<Out, Hello | undefined>,
    moved: ReadonlyArray<Transferable> = [],
  ): void => port.postMessage(message, moved);
  port.on("message", (message: ToThread<In>) => {
    if (message.kind === "request") {
      const { id } = message;
      request(
        message.request,
        (answer, moved) => send({ kind: "answer", id, answer }, moved),
        (progress) => send({ kind: "progress", id, progress }),
      );
      return;
    }
    if (message.kind === "end") process.exit(1);
    stop?.();
    port.close();
  });
  send({ kind: "hello", hello });
};
