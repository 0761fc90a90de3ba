import { OwnThread } from "@tallystick/background";
import { isLeft } from "fp-ts/lib/Either.js";
import { LogFolder } from "../log/log-folder.js";
import type { ShownParties } from "../log/shown-rows.js";
import type { LogAnswer, LogPlace, LogRequest } from "./log-messages.js";

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
 * Keeps and signs the log of a journal while a node writes it, in a thread of low priority. What
 * writes is never waited for: under load the log lags behind.
 */
export class LogService {
  readonly #parts: LogServiceParts;
  readonly #folder: LogFolder;
  readonly #thread: OwnThread<LogRequest, LogAnswer>;
  #status: LogStatus;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #signedAtMs = Number.NEGATIVE_INFINITY;
  #signedSize = 0;
  #isEnding = false;

  constructor(parts: LogServiceParts) {
    this.#parts = parts;
    const { address, stream, folder, domain } = parts;
    this.#folder = new LogFolder(folder);
    const data: LogPlace = { address, stream, folder, domain };
    this.#thread = new OwnThread({ name: "the thread that keeps the log", script, data });
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
    clearTimeout(this.#timer);
    let timer: NodeJS.Timeout | undefined;
    const { lastMs = usualLastMs } = this.#parts;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, lastMs)));
    await Promise.race([this.#look(true), late]);
    clearTimeout(timer);
    await this.#thread.terminate();
  }

  #schedule(afterMs: number): void {
    if (this.#isEnding) return;
    this.#timer = setTimeout(() => {
      void this.#look(false).then(() => this.#schedule(lookEveryMs));
    }, afterMs).unref();
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
      performance.now() - this.#signedAtMs >= this.#parts.signEveryMs ||
      taken.size - this.#signedSize >= signEveryEvents;
    if (isTime) await this.#sign(taken.size);
  }

  async #sign(size: number): Promise<void> {
    const signed = await this.#ask({ kind: "sign" });
    if (signed.kind === "failed") return this.#failed(signed);
    if (signed.kind !== "signed") return;
    const { note, verifierKey } = signed;
    this.#signedAtMs = performance.now();
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

  async #ask(request: LogRequest): Promise<LogAnswer> {
    const answer = await this.#thread.ask(request);
    return isLeft(answer)
      ? { kind: "failed", reason: undefined, message: answer.left.message }
      : answer.right;
  }
}
