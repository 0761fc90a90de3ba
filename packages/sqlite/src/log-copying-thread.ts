import { OwnThread, type ThreadParts } from "@tallystick/background";

const script = new URL("./log-copying-worker.js", import.meta.url);

/** SQLite works outside the heap; MiB. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 };

/**
 * A thread that copies the logs of WAL databases into their files: who writes waits for none of the
 * flushes. It is asked with the path of a file, and answers when what was in its log then is
 * copied, or cannot be now.
 *
 * @param parts its name, and what tests change
 */
export const logCopyingThread = (
  parts: Pick<ThreadParts, "name" | "onEnd" | "delays"> & { readonly script?: URL },
): OwnThread<string, undefined> => new OwnThread({ script, resourceLimits, ...parts });
