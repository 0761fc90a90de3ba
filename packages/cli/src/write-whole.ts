import { writeSync } from "node:fs";

/** How long to wait for a reader that is slower; milliseconds. */
const PAUSE_MS = 2;

const codeOf = (thrown: unknown): unknown =>
  thrown instanceof Error && "code" in thrown ? thrown.code : undefined;

const pause = (): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
};

/**
 * Writes a text before it returns, as fast as its reader takes it. A stream of Node would keep in
 * memory what a pipe does not take, and lose that at the end of the process.
 *
 * @param descriptor of a file, a pipe or a terminal
 * @returns false when the reader of a pipe is gone
 * @throws what the system says, such as ENOSPC
 */
export const writeWhole = (descriptor: number, text: string): boolean => {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (thrown) {
      if (codeOf(thrown) === "EPIPE") return false;
      if (codeOf(thrown) !== "EAGAIN") throw thrown;
      pause();
    }
  }
  return true;
};
