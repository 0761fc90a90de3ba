import { type ExitCode, exitCode } from "./exit-code.js";
import type { RunningNode } from "./serve.js";

/** A stop that takes longer is given up; milliseconds. */
const maxStopMs = 20_000;

/**
 * A second signal that comes sooner is the first one sent twice: npm passes on to its child what
 * the terminal has sent to both; milliseconds.
 */
export const sameSignalMs = 1_000;

/** 128 plus the signal's number, as shells report it. */
const signalExitCode = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Waits for SIGTERM or SIGINT and stops the node: what it accepted is finished, within `maxStopMs`.
 * A second signal ends the process at once, unless it follows the first within `sameSignalMs`.
 */
export const stopOnSignal = ({ stop, logger }: RunningNode): Promise<ExitCode> =>
  new Promise((resolve) => {
    let stoppingSinceMs: number | undefined;
    const begin = async (signal: "SIGINT" | "SIGTERM"): Promise<void> => {
      if (stoppingSinceMs !== undefined) {
        if (performance.now() - stoppingSinceMs < sameSignalMs) return;
        process.exit(signalExitCode[signal]);
      }
      stoppingSinceMs = performance.now();
      logger.info({ signal }, "stopping");
      const givenUp = setTimeout(() => {
        logger.error({ maxStopMs }, "the stop took too long; what was acknowledged is durable");
        resolve(exitCode.failed);
      }, maxStopMs);
      try {
        await stop();
        logger.info("stopped");
        resolve(exitCode.done);
      } catch (error) {
        logger.error({ err: error }, "the stop failed; what was acknowledged is durable");
        resolve(exitCode.failed);
      } finally {
        clearTimeout(givenUp);
      }
    };
    process.on("SIGTERM", () => void begin("SIGTERM"));
    process.on("SIGINT", () => void begin("SIGINT"));
  });
