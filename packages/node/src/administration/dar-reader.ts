import { OwnThread, systemTimers, type Timers } from "@tallystick/background";
import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import { notRunning } from "../pipeline/pipeline-errors.js";
import { type DarToRead, readWholeDar, type WholeDar } from "./read-whole-dar.js";

/** Reads uploaded DARs beside everything else that the process does. */
export interface DarReader {
  read(dar: DarToRead): Promise<Either<LedgerError, WholeDar>>;
  /** Ends what is being read, which is rejected. */
  close(): Promise<void>;
}

const script = new URL("./dar-worker.js", import.meta.url);

/** A reader in this thread, for who waits for it alone. */
export const readingHere = (timers: Timers): DarReader => ({
  read: async (dar) => readWholeDar(await import("@tallystick/daml-lf"), dar, timers),
  close: async () => undefined,
});

/**
 * A reader of DARs: each is read by a thread of its own, as the check of one package can take
 * seconds in which nobody else would be answered. The thread ends with it, and its memory is free.
 */
export const darReader = (timers: Timers): DarReader => {
  // by timers that a test drives nothing runs beside them
  if (timers !== systemTimers) return readingHere(timers);
  const running = new Set<OwnThread<DarToRead, Either<LedgerError, WholeDar>>>();
  return {
    read: async (dar) => {
      const thread = new OwnThread<DarToRead, Either<LedgerError, WholeDar>>({
        name: "the thread that reads the DAR",
        script,
      });
      running.add(thread);
      const read = await thread.ask(dar);
      running.delete(thread);
      // its end is not waited for
      if (!thread.isStopped) void thread.terminate();
      return isLeft(read) ? left(notRunning(read.left.message)) : read.right;
    },
    close: async () => {
      await Promise.all([...running].map((thread) => thread.terminate()));
    },
  };
};
