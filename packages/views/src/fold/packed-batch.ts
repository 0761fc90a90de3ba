import type { JournalEntry } from "../interface/views.js";

/** Entries to send to another thread: lists of texts are copied quicker than objects. */
export interface PackedBatch {
  readonly firstOffset: number;
  /** The event types with LF between them, which no type contains. */
  readonly types: string;
  /** The JSON texts. Joined, they would be one that takes five times as long. */
  readonly data: ReadonlyArray<string>;
  /** Chain hash of the last entry, if it has one. */
  readonly hash: string | undefined;
}

/** Packs consecutive entries, at least one; `unpackBatch` returns them, with only the last hash. */
export const packBatch = (batch: ReadonlyArray<JournalEntry>): PackedBatch => ({
  firstOffset: batch[0]?.offset ?? 0,
  types: batch.map(({ type }) => type).join("\n"),
  data: batch.map(({ data }) => data),
  hash: batch.at(-1)?.hash,
});

export const unpackBatch = ({
  firstOffset,
  types,
  data: texts,
  hash,
}: PackedBatch): ReadonlyArray<JournalEntry> => {
  const names = types.split("\n");
  return texts.map((data, at) => {
    const entry = { offset: firstOffset + at, type: names[at] ?? "", data };
    return at === texts.length - 1 && hash !== undefined ? { ...entry, hash } : entry;
  });
};
