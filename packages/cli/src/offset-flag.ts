import { usageError } from "./command-error.js";

/** Whether a text is an offset from 1. */
export const isOffset = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

/** Whether a text is the id of an update. */
export const isUpdateId = (text: string): boolean => /^1220[0-9a-f]{64}$/.test(text);

/** An offset in a flag; undefined when the flag is not given. */
export const offsetIn = (flag: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (isOffset(text)) return Number(text);
  throw usageError(`--${flag}: expected an offset from 1, found "${text}"`);
};

/** A part of a journal in flags; without bounds where they are not given. */
export const rangeIn = (flags: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): { readonly from: number | undefined; readonly to: number | undefined } => {
  const [from, to] = [offsetIn("from", flags.from), offsetIn("to", flags.to)];
  if (from !== undefined && to !== undefined && to < from)
    throw usageError(`--to: expected an offset from that of --from, ${from}, found ${to}`);
  return { from, to };
};
