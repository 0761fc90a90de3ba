import type { ChoiceProgram } from "@tallystick/core";
import { requireThat } from "./coin-error.js";

/** Stops the command with `invalid-argument` unless a party or name is the one it should be. */
export const requireSame = (what: string, found: string, wanted: string): ChoiceProgram<void> =>
  requireThat(
    found === wanted,
    "invalid-argument",
    `The ${what} is ${found}, expected was ${wanted}.`,
  );
