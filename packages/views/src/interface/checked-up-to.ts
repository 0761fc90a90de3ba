/** How far a check of views has come: the last block of a list. */
export interface CheckedUpTo {
  readonly kind: number;
  readonly list: number;
  readonly no: number;
}
