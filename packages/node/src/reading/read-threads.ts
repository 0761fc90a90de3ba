import { ThreadPool } from "@tallystick/background";
import type { OpenViews, PartAnswer, PartRequest, ReadFile } from "@tallystick/views";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Journal } from "../journal/journal.js";
import type { ReopenedJournal } from "../replay/reopen-journal.js";

/** The data of a thread that reads; without a journal the views have its events. */
export interface ReadingThread extends ReadFile {
  readonly journalPlace: ReopenedJournal | undefined;
}

const script = new URL("./read-worker.js", import.meta.url);

/**
 * Makes the threads that read views of a journal.
 *
 * @param count 0 for none
 * @param onEnd called when one ended by itself; it restarts later
 * @returns undefined when there are none, or they cannot read this journal
 */
export const readThreadsOf = (
  { store, stream }: Journal,
  count: number,
  onEnd: (reason: string) => void,
): OpenViews["threads"] => {
  const { readNow, reopening } = store.capabilities;
  if (count === 0 || (readNow !== undefined && reopening === undefined)) return undefined;
  const journalPlace = readNow && reopening && { reopening, stream };
  return (file) => {
    const data: ReadingThread = { ...file, journalPlace };
    // MiB: texts live only until they are answered
    const resourceLimits = { maxYoungGenerationSizeMb: 32 };
    const name = "a thread that reads";
    const pool = new ThreadPool<PartRequest, PartAnswer>(
      count,
      { name, script, data, resourceLimits, onEnd },
      true,
    );
    return {
      ask: async (request, by) => {
        const answer = await pool.ask(request, undefined, by);
        return isLeft(answer) ? undefined : answer.right;
      },
      close: () => pool.terminate(),
    };
  };
};
