import {
  Listeners,
  OwnThread,
  pause,
  systemTimers,
  type Timer,
  type Timers,
} from "@tallystick/background";
import { isLeft } from "fp-ts/lib/Either.js";
import { sizeOfNote } from "../log/checkpoints-file.js";
import { LogFolder } from "../log/log-folder.js";
import type { ShownParties } from "../log/shown-rows.js";
import type { LogAnswer, LogPlace, LogRequest } from "./log-messages.js";

/** Adds events to a log and signs it, as `LogKeeper` does. */
export interface LogKeeping {
  /** Answers a request; never rejects. */
  ask(request: LogRequest): Promise<LogAnswer>;
  /** Nothing more is requested. */
  end(): Promise<void>;
}

/** What the log of a running node is kept with. */
export interface LogServiceParts extends LogPlace {
  /** Offset of the journal's last event. */
  readonly ledgerEnd: () => number;
  /** Appends a disclosure key to the journal; the text says why that is not possible. */
  readonly drawKey: () => Promise<string | undefined>;
  /** Milliseconds after which a checkpoint is signed when something happened. */
  readonly signEveryMs: number;
  /** Longest that the last checkpoint may take when it ends, milliseconds; default 5000. */
  readonly lastMs?: number | undefined;
  /** Of looks and signatures; default: the timers of this process. */
  readonly timers?: Timers;
  /** Where the log is kept; default: in a thread. */
  readonly keeping?: LogKeeping;
  /** Is called with what the operator must know. */
  readonly onError: (message: string) => void;
}

/** How far a log is. */
export interface LogStatus {
  /** `refused`: the journal contradicts what was signed, so nothing is signed any more. */
  readonly state: "opening" | "signing" | "waiting" | "refused";
  /** Why it is `waiting` or `refused`. */
  readonly reason: string | undefined;
  /** Events that the log has, each with its hash verified when it was taken in. */
  readonly verifiedUpTo: number;
  /** The last checkpoint; undefined before the first. */
  readonly note: string | undefined;
  /** The key that verifies checkpoints. */
  readonly verifierKey: string | undefined;
}

/** The proof of an update, or why there is none. */
export type ProofAnswer =
  | { readonly kind: "proof"; readonly text: string }
  | { readonly kind: "unknown" }
  | { readonly kind: "unavailable"; readonly reason: string };

const lookEveryMs = 1_000;

/** Events after which a checkpoint is signed before its time. */
const signEveryEvents = 100_000;

const usualLastMs = 5_000;

/** Longest that a proof waits for the log, milliseconds. */
const longestWaitMs = 20_000;

const script = new URL("./log-thread.js", import.meta.url);

/**
 * Keeps and signs the log of a journal while a node writes it, usually in a thread of low priority.
 * What writes is never waited for: under load the log lags behind.
 */
export class LogService {
  readonly #parts: LogServiceParts;
  readonly #folder: LogFolder;
  readonly #keeping: LogKeeping;
  readonly #moves = new Listeners();
  #status: LogStatus;
  readonly #timers: Timers;
  #timer: Timer | undefined;
  #looking: Promise<void> = Promise.resolve();
  #signedAtMs = Number.NEGATIVE_INFINITY;
  /** Events of the last checkpoint that was signed or found fitting since the start. */
  #signedSize = 0;
  /** Events that are in the log. */
  #size = 0;
  #isEnding = false;
  /** True when nothing is signed any more because the node ends. */
  #isOver = false;

  constructor(parts: LogServiceParts) {
    this.#parts = parts;
    this.#timers = parts.timers ?? systemTimers;
    const { address, stream, folder, domain } = parts;
    this.#folder = new LogFolder(folder);
    this.#keeping = parts.keeping ?? inThread({ address, stream, folder, domain }, this.#timers);
    this.#status = {
      state: "opening",
      reason: undefined,
      ...keptIn(this.#folder),
    };
    this.#schedule(0);
  }

  /** How far the log is. */
  status(): LogStatus {
    return this.#status;
  }

  /** Calls `listener` when the status is another one, and returns what ends that. */
  onMoved(listener: () => void): () => void {
    return this.#moves.add(listener);
  }

  /** A file of the log that is published, by its path below `public`. */
  published(path: string): Promise<Uint8Array | undefined> {
    return this.#folder.publishedFile(path);
  }

  /**
   * Proves what of an update some parties see. An update that no checkpoint covers has one signed
   * first.
   */
  async prove(
    update: Extract<LogRequest, { kind: "prove" }>["update"],
    parties: ShownParties,
  ): Promise<ProofAnswer> {
    const request = { kind: "prove", update, parties } as const;
    const untilMs = this.#timers.nowMs() + longestWaitMs;
    for (;;) {
      const answer = await this.#ask(request);
      switch (answer.kind) {
        case "proof":
        case "unknown":
          return answer;
        case "failed":
          return answer.reason === "missing"
            ? { kind: "unknown" }
            : { kind: "unavailable", reason: answer.message };
        case "uncovered": {
          if (answer.offset > this.#parts.ledgerEnd()) return { kind: "unknown" };
          const { reason } = this.#status;
          const isLate = this.#timers.nowMs() >= untilMs || this.#signedSize >= answer.offset;
          if (isLate || !this.#isGoingOn())
            return { kind: "unavailable", reason: reason ?? this.#behind(answer) };
          await this.#look(answer.offset);
          break;
        }
        default:
          throw new Error(`a proof was requested, found ${answer.kind}`);
      }
    }
  }

  #behind({ offset, size }: { readonly offset: number; readonly size: number }): string {
    return `the log has only reached offset ${size}, expected offset ${offset}`;
  }

  /**
   * Signs what happened since the last checkpoint, as far as it is verified in time, and ends. What
   * is not signed is an error for the operator.
   */
  async close(): Promise<void> {
    this.#isEnding = true;
    this.#timer?.cancel();
    const inTime = new AbortController();
    const { lastMs = usualLastMs } = this.#parts;
    const late = pause(lastMs, inTime.signal, this.#timers);
    await Promise.race([this.#signLast(this.#timers.nowMs() + lastMs / 2), late]);
    inTime.abort();
    this.#isOver = true;
    if (this.#status.state !== "refused" && this.#signed < this.#parts.ledgerEnd()) {
      const { reason = `the others could not be verified within ${lastMs} ms` } = this.#status;
      this.#parts.onError(
        `the last checkpoint covers ${this.#signed} of ${this.#parts.ledgerEnd()} events: ${reason}`,
      );
    }
    await this.#keeping.end();
  }

  /** Takes in what happened until a moment, and signs what is taken in by then. */
  async #signLast(untilMs: number): Promise<void> {
    const end = this.#parts.ledgerEnd();
    const before = this.#signed;
    while (!this.#isOver && this.#isGoingOn() && this.#signed < end) {
      const isLate = this.#timers.nowMs() >= untilMs;
      if (isLate && this.#signed > before) return;
      await this.#look(isLate ? 0 : end);
    }
  }

  /** Events that the last checkpoint covers. */
  get #signed(): number {
    return sizeOfNote(this.#status.note ?? "");
  }

  /** False where the next step would fail as the last one did. */
  #isGoingOn(): boolean {
    return this.#status.state === "opening" || this.#status.state === "signing";
  }

  #schedule(afterMs: number): void {
    if (this.#isEnding) return;
    const look = async (): Promise<void> => {
      await this.#look(Number.POSITIVE_INFINITY);
      const isBehind = this.#isGoingOn() && this.#size < this.#parts.ledgerEnd();
      this.#schedule(isBehind ? 0 : lookEveryMs);
    };
    this.#timer = this.#timers.after(afterMs, () => void look()).unref();
  }

  /**
   * Takes in some of what happened, and signs it when it is time. One look after the other.
   *
   * @param signFrom events in the log from which on it is signed at once
   */
  #look(signFrom: number): Promise<void> {
    this.#looking = this.#looking.then(() => this.#lookNow(signFrom));
    return this.#looking;
  }

  async #lookNow(signFrom: number): Promise<void> {
    const end = this.#parts.ledgerEnd();
    if (this.#status.state === "refused" || this.#signedSize >= end) return;
    const taken = await this.#ask({ kind: "extend" });
    if (taken.kind === "failed") return this.#failed(taken);
    if (taken.kind !== "extended" || taken.step === "reading") return;
    if (taken.step === "keyless") {
      const reason = await this.#parts.drawKey();
      if (reason === undefined) return this.#lookNow(signFrom);
      return this.#wait(`the journal has no disclosure key: ${reason}`);
    }
    this.#size = taken.size;
    this.#become({ state: "signing", reason: undefined, verifiedUpTo: taken.size });
    if (taken.size > this.#signedSize && this.#isTime(taken.size, signFrom)) await this.#sign();
  }

  #isTime(size: number, signFrom: number): boolean {
    return (
      size >= signFrom ||
      this.#timers.nowMs() - this.#signedAtMs >= this.#parts.signEveryMs ||
      size - this.#signedSize >= signEveryEvents
    );
  }

  async #sign(): Promise<void> {
    const signed = await this.#ask({ kind: "sign" });
    if (signed.kind === "failed") return this.#failed(signed);
    if (signed.kind !== "signed") return;
    const { note, size, verifierKey } = signed;
    this.#signedAtMs = this.#timers.nowMs();
    this.#signedSize = size;
    this.#become({ note, verifierKey });
  }

  #failed({ reason, message }: Extract<LogAnswer, { kind: "failed" }>): void {
    if (reason !== "contradiction") return this.#wait(message);
    this.#become({ state: "refused", reason: message });
    this.#parts.onError(`the log has stopped signing: ${message}`);
  }

  #wait(reason: string): void {
    if (this.#isOver) return;
    if (this.#status.reason !== reason) this.#parts.onError(`the log is not signed: ${reason}`);
    this.#become({ state: "waiting", reason });
  }

  #become(change: Partial<LogStatus>): void {
    this.#status = { ...this.#status, ...change };
    this.#moves.tell();
  }

  #ask(request: LogRequest): Promise<LogAnswer> {
    return this.#keeping.ask(request);
  }
}

/** What a folder says before it is compared with the journal; what cannot be read comes later. */
const keptIn = (folder: LogFolder): Pick<LogStatus, "verifiedUpTo" | "note" | "verifierKey"> => {
  try {
    const note = folder.lastCheckpoint();
    return { verifiedUpTo: sizeOfNote(note ?? ""), note, verifierKey: folder.verifierKey() };
  } catch {
    return { verifiedUpTo: 0, note: undefined, verifierKey: undefined };
  }
};

/** Keeps a log in a thread of its own. */
const inThread = (data: LogPlace, timers: Timers): LogKeeping => {
  const name = "the thread that keeps the log";
  const thread = new OwnThread<LogRequest, LogAnswer>({ name, script, data, timers });
  return {
    ask: async (request) => {
      const answer = await thread.ask(request);
      return isLeft(answer)
        ? { kind: "failed", reason: undefined, message: answer.left.message }
        : answer.right;
    },
    end: () => thread.terminate(),
  };
};
