import type { EventEmitter } from "node:events";
import type { Metadata, ServerDuplexStream, ServerWritableStream } from "@grpc/grpc-js";
import type { StatusError } from "./status-error.js";

/** A call whose answer is a stream of messages. */
type AnsweringCall<Q, A> = ServerWritableStream<Q, A> | ServerDuplexStream<Q, A>;

/** Whether the call has ended. */
export const isOver = (call: {
  readonly cancelled: boolean;
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
}): boolean => call.cancelled || call.destroyed || call.writableEnded;

/**
 * Calls `over` once when the call is cancelled, fails or closes; returns the function that
 * unsubscribes.
 */
export const onOver = (call: EventEmitter, over: () => void): (() => void) => {
  const events = ["cancelled", "close", "error"];
  for (const event of events) call.once(event, over);
  return () => {
    for (const event of events) call.off(event, over);
  };
};

/**
 * A message of this many bytes must be sent before the next. The buffer of a call counts messages,
 * not bytes: it holds 16 of any size.
 */
export const LARGE_MESSAGE_BYTES = 4 * 1024;

const taken = <Q, A>(call: AnsweringCall<Q, A>, answer: A): Promise<void> =>
  new Promise((resolve) => {
    const finish = (): void => {
      stop();
      resolve();
    };
    const stop = onOver(call, finish);
    call.write(answer, finish);
  });

/**
 * Writes a message to a call that has not ended.
 *
 * @param bytes a lower bound of the message's size
 * @returns undefined if there is room for more, else a promise that resolves when there is, or the
 * call has ended
 */
export const write = <Q, A>(
  call: AnsweringCall<Q, A>,
  answer: A,
  bytes: number,
): Promise<void> | undefined => {
  if (bytes >= LARGE_MESSAGE_BYTES) return taken(call, answer);
  return call.write(answer) ? undefined : drained(call);
};

/**
 * Sends a message and waits until there is room for more.
 *
 * @returns whether the call continues
 */
export const send = async <Q, A>(
  call: AnsweringCall<Q, A>,
  answer: A,
  bytes = 0,
): Promise<boolean> => {
  if (isOver(call)) return false;
  await write(call, answer, bytes);
  return !isOver(call);
};

/** Resolves when the call has room for another message, or has ended. */
export const drained = <Q, A>(call: AnsweringCall<Q, A>): Promise<void> =>
  new Promise((resolve) => {
    if (isOver(call) || !call.writableNeedDrain) {
      resolve();
      return;
    }
    const finish = (): void => {
      stop();
      call.off("drain", finish);
      resolve();
    };
    const stop = onOver(call, finish);
    call.once("drain", finish);
  });

/**
 * Ends a call with a status other than OK. Destroying the call instead would leave the client
 * waiting.
 */
export const failCall = (
  call: EventEmitter & { readonly cancelled: boolean; readonly destroyed: boolean },
  error: StatusError | { readonly code: number; readonly details: string; metadata?: Metadata },
): void => {
  if (!call.cancelled && !call.destroyed) call.emit("error", error);
};
