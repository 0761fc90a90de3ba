/** The last value over a stretch of time, its least and its most. */
export type Stretch = readonly [last: number, least: number, most: number];

/** The instruments of a node over a stretch of time. */
export interface Reading {
  /** Its end, milliseconds since 1970. */
  readonly at: number;
  readonly values: Readonly<Record<string, Stretch>>;
}

/** How much is shown, and in how many stretches. */
export interface Window {
  readonly spanMs: number;
  readonly points: number;
}

const merged = (earlier: Reading, later: Reading): Reading => {
  const values: Record<string, Stretch> = { ...earlier.values };
  for (const [name, [last, least, most]] of Object.entries(later.values)) {
    const [, low, high] = values[name] ?? [last, least, most];
    values[name] = [last, Math.min(low, least), Math.max(high, most)];
  }
  return { at: later.at, values };
};

/**
 * Readings with a new one, in stretches of equal length: no least and no most is lost, and what is
 * older than the window is. So they stay as many however long they are added to.
 */
export const withReading = (
  readings: ReadonlyArray<Reading>,
  next: Reading,
  { spanMs, points }: Window,
): ReadonlyArray<Reading> => {
  const slotOf = ({ at }: Reading): number => Math.floor((at * points) / spanMs);
  const kept = readings.filter(({ at }) => at > next.at - spanMs);
  const last = kept.at(-1);
  return last !== undefined && slotOf(last) === slotOf(next)
    ? [...kept.slice(0, -1), merged(last, next)]
    : [...kept, next];
};
