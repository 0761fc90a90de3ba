import type { Value } from "../messages/value.js";
import { printable } from "./printable.js";

/**
 * What a root node is on: the argument of its create or choice, and the contract the choice is on.
 */
export interface RootPlace {
  readonly argument: Value;
  /** The argument of the contract's create; undefined for a root that creates. */
  readonly contract: Value | undefined;
}

/** What a root does, in words. */
export type Sentence = (place: RootPlace) => string;

/** A text of a message in a sentence, or that it has none. */
export const shown = (text: string | undefined): string =>
  text === undefined ? "(not specified)" : printable(text);
