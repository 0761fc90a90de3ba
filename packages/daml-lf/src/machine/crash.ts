import { LfError, type LfFailure, type Place } from "../values/lf-error.js";
import type { Code } from "./frames.js";

/** The error of a program that the type checker should have rejected, or the engine crashes on. */
export const crash = (reason: string): LfError => new LfError({ kind: "Crash", reason });

export const failed = (failure: LfFailure): LfError => new LfError(failure);

/** What was thrown; an error says the place, unless it already has one. */
export const placing = (thrown: unknown, place: Place): unknown => {
  if (thrown instanceof LfError) thrown.place ??= place;
  return thrown;
};

/** Code whose errors say the place, unless they already have one. */
export const placed =
  (place: Place, code: Code): Code =>
  (frame) => {
    try {
      return code(frame);
    } catch (error) {
      throw placing(error, place);
    }
  };
