import type { CheckpointWatch } from "./checkpoint-watch.js";
import type { ReadFor } from "../interface/read-for.js";
import type { ReadTurns } from "./read-turns.js";

/** What queries work with in addition to what they read. */
export interface QueryParts {
  readonly watch: CheckpointWatch;
  readonly turns: ReadTurns;
}

/** For whom a stream is read; it can always be left. */
export interface StreamReader extends ReadFor {
  readonly signal: AbortSignal;
}
