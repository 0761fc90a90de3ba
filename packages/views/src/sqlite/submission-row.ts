/** A submission as it rests in the views. */
export interface SubmissionRow {
  readonly offset: number;
  readonly accepted: boolean;
  /** Number of the transaction's first contract. */
  readonly firstSeq: number;
  readonly data: string;
}
