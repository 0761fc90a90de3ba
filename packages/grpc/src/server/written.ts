import type { ServerDuplexStream, ServerWritableStream } from "@grpc/grpc-js";

/** A call whose answer is a stream of messages. */
type Answering = ServerWritableStream<Buffer, Buffer> | ServerDuplexStream<Buffer, Buffer>;

/**
 * A message of this many bytes must be sent before the next: the library's buffer counts messages,
 * not bytes, and holds 16 of any size.
 */
const largeBytes = 4 * 1024;

const over = (call: Answering): boolean => call.cancelled || call.destroyed || call.writableEnded;

/**
 * Writes a message to a call that has not ended.
 *
 * @returns undefined if there is room for more, else a promise that resolves when there is, or the
 * call has ended
 */
export const written = (call: Answering, message: Buffer): Promise<void> | undefined => {
  if (over(call)) return undefined;
  if (message.length < largeBytes && call.write(message)) return undefined;
  return new Promise((resolve) => {
    const finish = (): void => {
      for (const event of ["drain", "cancelled", "close", "error"]) call.off(event, finish);
      resolve();
    };
    for (const event of ["cancelled", "close", "error"]) call.once(event, finish);
    if (message.length >= largeBytes) call.write(message, finish);
    else call.once("drain", finish);
    if (over(call)) finish();
  });
};
