import type { ChoiceProgram } from "@tallystick/core";
import { requireThat } from "../model/coin-error.js";

/** Most calls in one batch, of merges and of transfers (specification 8). */
export const maxCallsPerBatch = 100;

/** Stops the command with `maximum-calls-exceeded` when a batch has too many calls. */
export const requireFewCalls = (calls: ReadonlyArray<unknown>): ChoiceProgram<void> =>
  requireThat(
    calls.length <= maxCallsPerBatch,
    "maximum-calls-exceeded",
    `A batch has at most ${maxCallsPerBatch} calls, found ${calls.length}.`,
  );
