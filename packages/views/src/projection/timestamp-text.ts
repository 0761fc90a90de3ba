import { type Micros, timestampToText } from "@tallystick/core";

/** Cached times; those of one transaction, and of its batch, are used repeatedly. */
const knownTimes = 8;

let known = new Map<Micros, string>();

const digits = 6;

/** An instant with six digits of a second, as a public node writes times of events; cached. */
export const textOfTime = (micros: Micros): string => {
  const before = known.get(micros);
  if (before !== undefined) return before;
  if (known.size >= knownTimes) known = new Map();
  const [whole = "", fraction = ""] = timestampToText(micros).slice(0, -1).split(".");
  const text = `${whole}.${fraction.padEnd(digits, "0")}Z`;
  known.set(micros, text);
  return text;
};
