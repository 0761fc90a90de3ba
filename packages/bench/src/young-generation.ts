import { setFlagsFromString } from "node:v8";

/** The young generation of a process as `npm start` and the command have it; MiB in `execArgv`. */
export const youngGeneration = "--max-semi-space-size=64";

/**
 * To be called by a process that was started with it: as in the command, the size is for the main
 * thread, and threads that are started later have their own limits.
 */
export const forThisThreadAlone = (): void => setFlagsFromString("--max-semi-space-size=0");
