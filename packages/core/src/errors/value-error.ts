/** Why a JSON value is not of a Daml type: where in the value, and what was expected there. */
export interface ValueError {
  /** From the outside in: field names, list indexes. */
  readonly path: ReadonlyArray<string>;
  readonly reason: string;
  /**
   * A field that must be there is not; the node has an error code of its own for it (ledger-api
   * 2.1).
   */
  readonly missingField?: boolean;
}
