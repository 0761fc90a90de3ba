import type {
  CompositeCommand,
  ErrorCode,
  LedgerError,
  Micros,
  PartyId,
  UserId,
} from "@tallystick/core";

/** A submission that took no effect. */
export interface RefusedSubmission {
  /** Its number since the start of this node, from 1. */
  readonly seq: number;
  /** Microseconds since the Unix epoch. */
  readonly at: Micros;
  readonly userId: UserId;
  readonly commandId: string;
  readonly submissionId: string;
  readonly actAs: ReadonlyArray<PartyId>;
  readonly code: ErrorCode;
  readonly cause: string;
}

/** The most submissions that are kept; the oldest are dropped first. */
const maxKept = 1_000;
/** What is kept of one: characters of its texts, and parties. */
const maxCause = 2_000;
const maxId = 500;
const maxParties = 20;

/** The latest rejected submissions of this node, in memory. */
export class RefusedSubmissions {
  #kept: Array<RefusedSubmission> = [];
  #seq = 0;

  /** Keeps a rejected command. Commands with many parties are not kept: who may read them? */
  add(
    { userId, commandId, submissionId, actAs }: CompositeCommand,
    { code, cause }: LedgerError,
    at: Micros,
  ): void {
    if (actAs.length > maxParties) return;
    this.#seq += 1;
    this.#kept.push({
      seq: this.#seq,
      at,
      userId: userId.slice(0, maxId),
      commandId: commandId.slice(0, maxId),
      submissionId: submissionId.slice(0, maxId),
      actAs,
      code,
      cause: cause.slice(0, maxCause),
    });
    // in bulk, as removing the first of an array moves all others
    if (this.#kept.length >= 2 * maxKept) this.#kept = this.#kept.slice(-maxKept);
  }

  /** The newest first, before one of them, and those that satisfy the condition. */
  read(
    limit: number,
    before: number | undefined,
    keep: (refused: RefusedSubmission) => boolean,
  ): ReadonlyArray<RefusedSubmission> {
    const found: Array<RefusedSubmission> = [];
    const oldest = Math.max(0, this.#kept.length - maxKept);
    for (let at = this.#kept.length - 1; at >= oldest && found.length < limit; at--) {
      const refused = this.#kept[at];
      if (refused === undefined || (before !== undefined && refused.seq >= before)) continue;
      if (keep(refused)) found.push(refused);
    }
    return found;
  }
}
