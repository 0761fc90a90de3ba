import type { SubmissionRow } from "./view-reader.js";

/** Rows read at once; few enough that large ones do not pile up. */
const rowsPerRead = 16;

/** What a cursor reads with. */
export interface SubmissionReads {
  readonly at: (offset: number) => SubmissionRow | undefined;
  /** Rows with `first` <= offset <= `last`, ascending. */
  readonly between: (first: number, last: number) => ReadonlyArray<SubmissionRow>;
}

/**
 * The rows at some offsets, for a reader that asks for them in their order. Where the offsets lie close together several rows are read at once,
 * which costs a third of reading them singly.
 */
export const submissionCursor = (
  reads: SubmissionReads,
  offsets: ReadonlyArray<number>,
): ((offset: number) => SubmissionRow | undefined) => {
  let rows = new Map<number, SubmissionRow>();
  let at = 0;
  return (offset) => {
    const known = rows.get(offset);
    if (known !== undefined) return known;
    while (at < offsets.length && offsets[at] !== offset) at++;
    const low = Math.min(offset, offsets[at + rowsPerRead - 1] ?? offset);
    const high = Math.max(offset, offsets[at + rowsPerRead - 1] ?? offset);
    if (low === high || high - low >= 2 * rowsPerRead) return reads.at(offset);
    rows = new Map(reads.between(low, high).map((row) => [row.offset, row]));
    return rows.get(offset);
  };
};
