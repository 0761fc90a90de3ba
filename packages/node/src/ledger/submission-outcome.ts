import type { Json, TransactionCommitted, UserId } from "@tallystick/core";

/** A submission that took effect. */
export interface Committed {
  readonly updateId: string;
  /** Offset of the transaction and of its completion. */
  readonly completionOffset: number;
  readonly submissionId: string;
  /**
   * The results of its commands, in order: of a choice its result, of a create the contract id. A
   * create with an exercise answers both.
   */
  readonly results: ReadonlyArray<Json>;
}

/** See `Committed.results`. */
export const resultsOf = ({ nodes }: TransactionCommitted): ReadonlyArray<Json> => {
  const results: Array<Json> = [];
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    if (node === undefined) break;
    results.push(node.kind === "exercise" ? node.result : node.contractId);
    if (node.kind === "exercise") at = node.lastDescendantNodeId;
  }
  return results;
};

/** A submission that reached the ledger; its outcome is in the completion at this offset. */
export interface Submitted {
  readonly completionOffset: number;
  readonly submissionId: string;
}

/** The caller of a submission. */
export interface Submitter {
  /**
   * The user of the caller's token; supplies `userId`, a different one in the command is rejected.
   */
  readonly userId?: UserId;
  /** The W3C `traceparent` of the caller's request, well-formed; it is copied to the update. */
  readonly traceParent?: string;
  /** The W3C `tracestate` beside it, copied too. */
  readonly traceState?: string;
}
