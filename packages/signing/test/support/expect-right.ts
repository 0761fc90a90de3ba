import { type Either, isLeft, isRight } from "fp-ts/lib/Either.js";

/** The value; throws with the error when there is none. */
export const expectRight = <E, A>(either: Either<E, A>): A => {
  if (isLeft(either)) throw new Error(`expected a value, found ${JSON.stringify(either.left)}`);
  return either.right;
};

/** The error; throws when there is none. */
export const expectLeft = <E, A>(either: Either<E, A>): E => {
  if (isRight(either)) throw new Error("expected an error, found a value");
  return either.left;
};

/** The text of an error. */
export const expectMessage = <A>(either: Either<{ readonly message: string }, A>): string =>
  expectLeft(either).message;
