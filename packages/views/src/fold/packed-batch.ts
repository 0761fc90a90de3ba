import type { JournalEntry } from "../interface/views.js";

/**
 * Entries on their way to another thread: two long texts are copied in half the time that many
 * short ones take.
 */
export interface PackedBatch {
  readonly firstOffset: number;
  /** The event types with LF between them, which no type contains. */
  readonly types: string;
  /** The JSON texts, one behind the other. */
  readonly data: string;
  /** Where in `data` each text ends. */
  readonly ends: ReadonlyArray<number>;
  /** Chain hash of the last entry, if it has one. */
  readonly hash: string | undefined;
}

/**
 * Packs entries that follow one another, at least one; `unpackBatch` gives them back, with the hash
 * of the last alone.
 */
export const packBatch = (batch: ReadonlyArray<JournalEntry>): PackedBatch => {
  const ends: Array<number> = [];
  let end = 0;
  for (const { data } of batch) {
    end += data.length;
    ends.push(end);
  }
  return {
    firstOffset: batch[0]?.offset ?? 0,
    types: batch.map(({ type }) => type).join("\n"),
    data: batch.map(({ data }) => data).join(""),
    ends,
    hash: batch.at(-1)?.hash,
  };
};

/** The entries that were packed. */
export const unpackBatch = ({
  firstOffset,
  types,
  data,
  ends,
  hash,
}: PackedBatch): ReadonlyArray<JournalEntry> => {
  const names = types.split("\n");
  let start = 0;
  return ends.map((end, at) => {
    const entry = { offset: firstOffset + at, type: names[at] ?? "", data: data.slice(start, end) };
    start = end;
    return at === ends.length - 1 && hash !== undefined ? { ...entry, hash } : entry;
  });
};
