import type { Json, TransactionCommitted, UserId } from "@tallystick/core";

/** A submission that took effect. */
export interface Committed {
  readonly updateId: string;
  /** Offset of the transaction and of its completion. */
  readonly completionOffset: number;
  readonly submissionId: string;
  /**
   * What its first command answered: of a choice what the choice answers, of a create the contract
   * id.
   */
  readonly result: Json;
}

/** See `Committed.result`. */
export const resultOf = ({ nodes: [root] }: TransactionCommitted): Json =>
  root?.kind === "exercise" ? root.result : (root?.contractId ?? null);

/** A submission that reached the ledger; its outcome is in the completion at this offset. */
export interface Submitted {
  readonly completionOffset: number;
  readonly submissionId: string;
}

/** What the caller of a submission is known to be. */
export interface Submitter {
  /**
   * The user of the caller's token; supplies `userId`, and a different one in the command is
   * refused.
   */
  readonly userId?: UserId;
  /** The W3C `traceparent` of the caller's request, well-formed; the update will carry it. */
  readonly traceParent?: string;
}
