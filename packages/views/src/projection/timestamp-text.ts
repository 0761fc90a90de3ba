import { type Micros, timestampToText } from "@tallystick/core";

/** Cached times; those of one transaction, and of its batch, are used repeatedly. */
const knownTimes = 8;

const known = new Map<Micros, string>();

/** `timestampToText` of core, with a cache. */
export const textOfTime = (micros: Micros): string => {
  const before = known.get(micros);
  if (before !== undefined) return before;
  if (known.size >= knownTimes) known.clear();
  const text = timestampToText(micros);
  known.set(micros, text);
  return text;
};
