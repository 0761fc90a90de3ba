import type { Steps } from "@tallystick/core";
import { demand } from "./coin-error.js";

/** Stops the command with `invalid-argument` unless a party or name is the one it should be. */
export const demandSame = (what: string, found: string, wanted: string): Steps<void> =>
  demand(found === wanted, "invalid-argument", `The ${what} is ${found}, expected was ${wanted}.`);
