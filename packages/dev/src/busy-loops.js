// What a test meets on a machine that does much else.
import { Worker } from "node:worker_threads";

/** More than the processors of the machines that run the tests. */
const BUSY_LOOPS = 8;

/**
 * Starts loops that take all they get. They are threads, so that they end with this process however
 * it ends.
 *
 * @returns {() => Promise<void>} ends them
 */
export function startBusyLoops() {
  const loops = Array.from({ length: BUSY_LOOPS }, () => new Worker("for (;;);", { eval: true }));
  return async () => void (await Promise.all(loops.map((loop) => loop.terminate())));
}
