import type { ChoiceProgram } from "@tallystick/core";
import { generalError } from "./coin-error.js";
import { shownParty } from "./shown.js";

/** Stops the command unless something is as expected; both as Daml shows them. */
export function* requireSame(what: string, expected: string, found: string): ChoiceProgram<void> {
  if (found !== expected)
    yield* generalError(`Unexpected ${what}: expected ${expected}, but got ${found}`);
}

/** Stops the command unless a party is the one it should be. */
export const requireParty = (what: string, expected: string, found: string): ChoiceProgram<void> =>
  requireSame(what, shownParty(expected), shownParty(found));
