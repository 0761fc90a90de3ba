import type { Decided } from "./decide-batch.js";
import type { Waiting } from "./waiting-commands.js";

/** Commands, and what was decided of them. */
export interface DecidedBatch {
  readonly batch: ReadonlyArray<Waiting>;
  readonly decided: Decided;
  /** When the first was begun, on a clock that never goes back; milliseconds. */
  readonly begunMs: number;
}

/** An append that is not settled yet. */
export interface UnderWay extends DecidedBatch {
  /** It is made by another thread. */
  readonly isAside: boolean;
  /** It did not work: nothing must be decided on what it would have left. */
  isLost: boolean;
  settled: Promise<void>;
}

/** Two batches as one, the second of which was decided on the state that the first leaves. */
export const joinedBatch = (first: DecidedBatch | undefined, second: DecidedBatch): DecidedBatch =>
  first === undefined
    ? second
    : {
        batch: [...first.batch, ...second.batch],
        begunMs: first.begunMs,
        decided: {
          state: second.decided.state,
          events: [...first.decided.events, ...second.decided.events],
          entries: [...first.decided.entries, ...second.decided.entries],
          outcomes: [...first.decided.outcomes, ...second.decided.outcomes],
          units: first.decided.units + second.decided.units,
        },
      };
