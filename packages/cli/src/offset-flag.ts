import { usageError } from "./command-error.js";

/** An offset in a flag; undefined when the flag is not given. */
export const offsetIn = (flag: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const offset = Number(text);
  if (Number.isSafeInteger(offset) && offset > 0) return offset;
  throw usageError(`--${flag}: expected an offset from 1, found "${text}"`);
};
