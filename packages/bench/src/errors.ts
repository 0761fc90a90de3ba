import { type Either, isRight } from "fp-ts/lib/Either.js";

/** The command line, or a file that it names, cannot be used. */
export interface OptionError {
  /** What is wrong, naming the option. */
  readonly reason: string;
}

/** What went wrong, as text. */
export const reasonOf = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure);

/**
 * The value of what cannot fail while a benchmark is sound; throws otherwise, which ends the row
 * with the failure as its reason.
 * @param what what was tried
 */
export const expectRight = <Failure, Value>(
  result: Either<Failure, Value>,
  what: string,
): Value => {
  if (isRight(result)) return result.right;
  throw new Error(`${what}: ${JSON.stringify(result.left)}`);
};
