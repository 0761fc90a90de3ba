import type { Timers, Turns } from "@tallystick/background";
import type { CheckpointWatch } from "../fold/checkpoint-watch.js";
import type { PartThreads } from "./part-reader.js";
import type { ReadFor } from "../interface/read-for.js";

/** The context of queries, apart from the data. */
export interface QueryParts extends PartThreads {
  readonly watch: CheckpointWatch;
  readonly turns: Turns;
  readonly timers: Timers;
}

/** The reader of a stream; a stream can always be left. */
export interface StreamReader extends ReadFor {
  readonly signal: AbortSignal;
}
