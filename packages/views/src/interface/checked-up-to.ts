/** The progress of a check of views: the last block of a list. */
export interface CheckedUpTo {
  readonly kind: number;
  readonly list: number;
  readonly no: number;
}
