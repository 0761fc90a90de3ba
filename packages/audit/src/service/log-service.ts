import { OwnThread, pause, systemTimers, type Timer, type Timers } from "@tallystick/background";
import { isLeft } from "fp-ts/lib/Either.js";
import { LogFolder } from "../log/log-folder.js";
import type { ShownParties } from "../log/shown-rows.js";
import type { LogAnswer, LogPlace, LogRequest } from "./log-messages.js";

/** What takes events into a log and signs it, as `LogKeeper` does. */
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
  /** The key by which checkpoints are verified. */
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

const script = new URL("./log-thread.js", import.meta.url);

/**
 * Keeps and signs the log of a journal while a node writes it, usually in a thread of low priority.
 * What writes is never waited for: under load the log lags behind.
 */
export class LogService {
  readonly #parts: LogServiceParts;
  readonly #folder: LogFolder;
  readonly #keeping: LogKeeping;
  #status: LogStatus;
  readonly #timers: Timers;
  #timer: Timer | undefined;
  #looking: Promise<void> = Promise.resolve();
  #signedAtMs = Number.NEGATIVE_INFINITY;
  #signedSize = 0;
  #isEnding = false;

  constructor(parts: LogServiceParts) {
    this.#parts = parts;
    this.#timers = parts.timers ?? systemTimers;
    const { address, stream, folder, domain } = parts;
    this.#folder = new LogFolder(folder);
    this.#keeping = parts.keeping ?? inThread({ address, stream, folder, domain }, this.#timers);
    this.#status = {
      state: "opening",
      reason: undefined,
      verifiedUpTo: 0,
      note: this.#folder.lastCheckpoint(),
      verifierKey: this.#folder.verifierKey(),
    };
    this.#schedule(0);
  }

  /** How far the log is. */
  status(): LogStatus {
    return this.#status;
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
    let answer = await this.#ask(request);
    if (answer.kind === "uncovered") {
      if (answer.offset > this.#parts.ledgerEnd()) return { kind: "unknown" };
      await this.#look(true);
      answer = await this.#ask(request);
    }
    switch (answer.kind) {
      case "proof":
      case "unknown":
        return answer;
      case "failed":
        return answer.reason === "missing" && this.#status.state !== "opening"
          ? { kind: "unknown" }
          : { kind: "unavailable", reason: answer.message };
      default:
        return {
          kind: "unavailable",
          reason: this.#status.reason ?? "no checkpoint covers the update yet",
        };
    }
  }

  /** Signs what happened since the last checkpoint, and ends. */
  async close(): Promise<void> {
    this.#isEnding = true;
    this.#timer?.cancel();
    const inTime = new AbortController();
    const { lastMs = usualLastMs } = this.#parts;
    const late = pause(lastMs, inTime.signal, this.#timers);
    await Promise.race([this.#look(true), late]);
    inTime.abort();
    await this.#keeping.end();
  }

  #schedule(afterMs: number): void {
    if (this.#isEnding) return;
    const look = () => void this.#look(false).then(() => this.#schedule(lookEveryMs));
    this.#timer = this.#timers.after(afterMs, look).unref();
  }

  /** Takes in what happened, and signs it when it is time. One look after the other. */
  #look(mustSign: boolean): Promise<void> {
    this.#looking = this.#looking.then(() => this.#lookNow(mustSign));
    return this.#looking;
  }

  async #lookNow(mustSign: boolean): Promise<void> {
    const end = this.#parts.ledgerEnd();
    if (this.#status.state === "refused" || this.#signedSize >= end) return;
    const taken = await this.#ask({ kind: "extend" });
    if (taken.kind === "failed") return this.#failed(taken);
    if (taken.kind !== "extended") return;
    if (!taken.hasKey) {
      const reason = await this.#parts.drawKey();
      if (reason === undefined) return this.#lookNow(mustSign);
      return this.#wait(`the journal has no disclosure key: ${reason}`);
    }
    this.#status = {
      ...this.#status,
      state: "signing",
      reason: undefined,
      verifiedUpTo: taken.size,
    };
    const isTime =
      mustSign ||
      this.#timers.nowMs() - this.#signedAtMs >= this.#parts.signEveryMs ||
      taken.size - this.#signedSize >= signEveryEvents;
    if (isTime) await this.#sign(taken.size);
  }

  async #sign(size: number): Promise<void> {
    const signed = await this.#ask({ kind: "sign" });
    if (signed.kind === "failed") return this.#failed(signed);
    if (signed.kind !== "signed") return;
    const { note, verifierKey } = signed;
    this.#signedAtMs = this.#timers.nowMs();
    this.#signedSize = size;
    this.#status = { ...this.#status, note, verifierKey };
  }

  #failed({ reason, message }: Extract<LogAnswer, { kind: "failed" }>): void {
    if (reason !== "contradiction") return this.#wait(message);
    this.#status = { ...this.#status, state: "refused", reason: message };
    this.#parts.onError(`the log signs nothing any more: ${message}`);
  }

  #wait(reason: string): void {
    if (this.#status.reason !== reason) this.#parts.onError(`the log is not signed: ${reason}`);
    this.#status = { ...this.#status, state: "waiting", reason };
  }

  #ask(request: LogRequest): Promise<LogAnswer> {
    return this.#keeping.ask(request);
  }
}

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
