/** A range of a journal: the events after one offset, up to and with another. */
export interface JournalRange {
  readonly after: number;
  readonly upTo: number;
}

export interface RangeLimits {
  /** A shorter journal is not split. */
  readonly minEvents: number;
  readonly maxEvents: number;
  readonly maxThreads: number;
}

/** The limits for journals of any length. */
export const rangeLimits: RangeLimits = {
  // below, starting threads takes longer than reading
  minEvents: 20_000,
  maxEvents: 32_768,
  // more threads take more memory than they save time
  maxThreads: 3,
};

/** The threads that take ranges of a journal. */
export const rangeThreads = {
  name: "the thread that reads the journal",
  // MiB: most objects are garbage within the young generation
  resourceLimits: { maxYoungGenerationSizeMb: 48 },
};

/** The least number of ranges per thread, so that none waits long for the last. */
const rangesPerThread = 8;

/** Ranges of about equal length, in order, up to an offset. */
export const rangesUpTo = (
  end: number,
  threads: number,
  { maxEvents }: Pick<RangeLimits, "maxEvents">,
): ReadonlyArray<JournalRange> => {
  const events = Math.min(maxEvents, Math.max(1, Math.ceil(end / (threads * rangesPerThread))));
  return Array.from({ length: Math.ceil(end / events) }, (_, at) => ({
    after: at * events,
    upTo: Math.min(end, (at + 1) * events),
  }));
};
