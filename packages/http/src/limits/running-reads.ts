import { PassingMap, Quota } from "@tallystick/background";
import { type LedgerError, ledgerError, type UserId } from "@tallystick/core";
import type { ReadFor } from "@tallystick/views";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { smallAnswerBytes } from "./held-answers.js";
import { limitReached } from "./rate-limits.js";

/** Limits of concurrent long reads, and of the size of their answers. */
export interface ReadLimits {
  /** Of one user; "" is all of them while authorization is off. */
  readonly perUser: number;
  /** Of all users. */
  readonly overall: number;
  /**
   * Total size of answers being made or sent; those of one user take half of it at most. Small ones
   * are always accepted. Bytes.
   */
  readonly heldBytes: number;
}

/** Why a read was aborted. */
interface Denied {
  readonly error: LedgerError;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A long read, until its answer was sent. */
export interface RunningRead extends ReadFor {
  readonly by: string;
  readonly signal: AbortSignal;
  /** Reserves room for a part of the answer. False: there is none, or the read is over. */
  readonly hold: (bytes: number) => boolean;
  /** Aborts the read: the caller does not wait for it. */
  readonly giveUp: () => void;
  /** The error to answer; undefined unless the node aborted the read. */
  readonly denied: () => Denied | undefined;
  /** Ends the read: the answer was sent or dropped; to be called once. */
  readonly end: () => void;
}

export interface RunningReads {
  /** Left: too many are running, or the node stops. */
  readonly begin: (userId: UserId) => Either<Denied, RunningRead>;
  /** Aborts all reads, and rejects new ones: the node stops. */
  readonly close: () => void;
  readonly count: () => number;
  /** Bytes of answers. */
  readonly held: () => number;
}

/** When a caller may retry; most reads take less. */
const retrySeconds = 1;

const stopping: Denied = {
  error: ledgerError("SERVICE_NOT_RUNNING", "The node is stopping", {
    definiteAnswer: true,
    context: { service_name: "reads" },
  }),
};

class Read implements RunningRead {
  readonly by: string;
  readonly #answers: Quota;
  readonly #onEnd: (read: Read) => void;
  readonly #abort = new AbortController();
  #denied: Denied | undefined;
  #wanted = 0;
  #taken = 0;
  #isOver = false;

  /** @param answers the bytes of all answers @param onEnd is called once */
  constructor(by: string, answers: Quota, onEnd: (read: Read) => void) {
    this.by = by;
    this.#answers = answers;
    this.#onEnd = onEnd;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  readonly hold = (bytes: number): boolean => {
    // nobody would give it back
    if (this.#isOver) return false;
    this.#wanted += bytes;
    if (this.#wanted <= smallAnswerBytes) return true;
    const more = this.#wanted - this.#taken;
    if (!this.#answers.take(more, this.by)) {
      this.deny(limitReached("large answers at once", retrySeconds));
      return false;
    }
    this.#taken += more;
    return true;
  };

  giveUp(): void {
    this.#abort.abort();
  }

  deny(denied: Denied): void {
    if (this.signal.aborted) return;
    this.#denied = denied;
    this.#abort.abort();
  }

  denied(): Denied | undefined {
    return this.#denied;
  }

  end(): void {
    this.#isOver = true;
    this.#answers.give(this.#taken, this.by);
    this.#onEnd(this);
  }
}

/** Counts the long reads of each user, and the size of their answers. */
export const runningReads = ({ perUser, overall, heldBytes }: ReadLimits): RunningReads => {
  const reads = new Quota(overall, perUser);
  const answers = new Quota(heldBytes, heldBytes / 2);
  const running = new PassingMap<Read, Read>();
  const ended = (read: Read): void => {
    running.delete(read);
    reads.give(1, read.by);
  };
  let isClosed = false;
  return {
    begin: (userId) => {
      if (isClosed) return left(stopping);
      if (!reads.take(1, userId)) return left(limitReached("reads at once", retrySeconds));
      const read = new Read(userId, answers, ended);
      running.set(read, read);
      return right(read);
    },
    close: () => {
      isClosed = true;
      for (const read of running.values()) read.deny(stopping);
    },
    count: () => reads.taken(),
    held: () => answers.taken(),
  };
};
