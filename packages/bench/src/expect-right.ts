import { type Either, isRight } from "fp-ts/lib/Either.js";

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
