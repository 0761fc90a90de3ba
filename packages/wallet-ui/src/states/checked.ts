import { type Either, left, right } from "fp-ts/lib/Either.js";

/** Why a form cannot be submitted, as its button or its fields say it. */
interface Lack {
  readonly text: string;
}

/** What a form submits. */
export type Checked<I> = Either<Lack, I>;

/** A form that lacks something. */
export const lacks = (text: string): Checked<never> => left({ text });

/** An input, unless something is wrong. */
export const checked = <I>(wrong: string | undefined, input: I): Checked<I> =>
  wrong === undefined ? right(input) : lacks(wrong);
