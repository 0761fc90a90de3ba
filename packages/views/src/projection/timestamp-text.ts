import { type Micros, timestampToText } from "@tallystick/core";

/**
 * Times remembered; those of one transaction, and of the batch it was committed in, come again and
 * again.
 */
const knownTimes = 8;

const known = new Map<Micros, string>();

/** `timestampToText` of core, remembering the last few. */
export const textOfTime = (micros: Micros): string => {
  const before = known.get(micros);
  if (before !== undefined) return before;
  if (known.size >= knownTimes) known.clear();
  const text = timestampToText(micros);
  known.set(micros, text);
  return text;
};
