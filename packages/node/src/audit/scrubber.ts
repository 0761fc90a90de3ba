import { inBackground, pause } from "@tallystick/background";
import type { StoreError } from "@tallystick/event-store";
import type { Views, ViewsError } from "@tallystick/views";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { type Journal, timersOf } from "../journal/journal.js";
import { storeMessage } from "../journal/store-message.js";
import type { Projection } from "../ledger/ledger.js";
import type { LedgerNotice } from "../ledger/ledger-observer.js";
import type { Finding } from "../ledger/finding.js";
import { verifySnapshot } from "./verify-files.js";
import { type Pace, verifyJournal } from "./verify-journal.js";
import { verifyFilesWhileQuiet } from "./verify-while-quiet.js";
import { verifyOtherStreams } from "./verify-streams.js";

interface ScrubberParts {
  readonly journal: Journal;
  /** Hash of the journal's first event. */
  readonly journalId: string;
  readonly data: string | undefined;
  /** Offset of the last event. */
  readonly ledgerEnd: () => number;
  readonly views: Pick<Views, "checkParts">;
  readonly others: ReadonlyArray<Pick<Projection, "check" | "checkParts">>;
  /** Events of the journal read in a second, on average. */
  readonly eventsPerSecond: number;
  /** Minimum time between the starts of two rounds. */
  readonly everyMs: number;
  readonly notice: (notice: LedgerNotice) => void;
  /** Is called when a round, or its thread, failed; another round follows. */
  readonly ended: (reason: string) => void;
}

/** Reads and checks all files in the background, repeatedly. */
export interface Scrubber {
  /** The result of the last check of each part. */
  findings(): ReadonlyArray<Finding>;
  rounds(): number;
  /** Begins the next round at once if there are findings: their cause may be over. */
  lookAgain(): void;
  stop(): Promise<void>;
}

/** Delay of the first round, so that it does not slow down a start. */
const firstWaitMs = 10_000;

/** Minimum delay after a round that failed; milliseconds. */
const minPauseMs = 1_000;

/** Delay between two parts of the snapshot or of views. */
const restMs = 20;

/** A part that is checked together. */
type Part = "chain" | "streams" | "files" | "snapshot" | "views";

/** Minimum time between two checks of the store's files; milliseconds. */
const minFilesPauseMs = 60_000;

export const startScrubber = (parts: ScrubberParts): Scrubber => {
  const scrubber = new RunningScrubber(parts);
  scrubber.start();
  return scrubber;
};

class RunningScrubber implements Scrubber {
  readonly #parts: ScrubberParts;
  readonly #found = new Map<Part, ReadonlyArray<Finding>>();
  readonly #ending = new AbortController();
  #pausing = new AbortController();
  #filesCheckedAt = Number.NEGATIVE_INFINITY;
  #rounds = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(parts: ScrubberParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#running = this.#run();
  }

  findings(): ReadonlyArray<Finding> {
    return [...this.#found.values()].flat();
  }

  rounds(): number {
    return this.#rounds;
  }

  lookAgain(): void {
    if (this.findings().length > 0) this.#pausing.abort();
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  /** Waits for the next round; false when the scrubber was stopped. */
  async #pauseRounds(ms: number): Promise<boolean> {
    this.#pausing = new AbortController();
    const either = AbortSignal.any([this.#ending.signal, this.#pausing.signal]);
    await pause(ms, either, inBackground(timersOf(this.#parts.journal)));
    return !this.#ending.signal.aborted;
  }

  /** False when the scrubber was stopped. */
  async #wait(ms: number): Promise<boolean> {
    const { signal } = this.#ending;
    await pause(ms, signal, inBackground(timersOf(this.#parts.journal)));
    return !signal.aborted;
  }

  #nowMs(): number {
    return timersOf(this.#parts.journal).nowMs();
  }

  async #run(): Promise<void> {
    const { everyMs } = this.#parts;
    let waitMs = Math.min(firstWaitMs, everyMs);
    while (await this.#pauseRounds(waitMs)) {
      const begun = this.#nowMs();
      const round = await this.#round().catch((thrown: unknown) => this.#broken(thrown));
      if (round === false) return;
      if (round === true) this.#rounds += 1;
      waitMs = Math.max(0, everyMs - (this.#nowMs() - begun));
      if (round === "broken") waitMs = Math.max(waitMs, minPauseMs);
    }
  }

  /** An error in one round does not prevent the next. */
  #broken(thrown: unknown): "broken" {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    this.#parts.ended(`the background check failed: ${message}`);
    return "broken";
  }

  async #round(): Promise<boolean> {
    const { journal, journalId, data, eventsPerSecond } = this.#parts;
    const pace: Pace = (events) => this.#wait((events / eventsPerSecond) * 1_000);
    const verified = await verifyJournal(journal, pace);
    if (isLeft(verified)) this.#unread(verified.left);
    else if (verified.right === undefined) return false;
    else this.#settle("chain", verified.right.findings);
    const others = await verifyOtherStreams(journal, pace);
    if (isLeft(others)) this.#unread(others.left);
    else if (others.right === undefined) return false;
    else this.#settle("streams", others.right);
    await this.#files();
    if (data !== undefined) {
      const checked = await verifySnapshot({ journal, data, journalId }, () => this.#wait(restMs));
      if (checked === undefined) return false;
      const { finding } = checked;
      this.#settle("snapshot", finding === undefined ? [] : [finding]);
    }
    return this.#views();
  }

  /** Checks the store's files, but not too often, as it takes a process. */
  async #files(): Promise<void> {
    const now = this.#nowMs();
    if (now - this.#filesCheckedAt < minFilesPauseMs) return;
    this.#filesCheckedAt = now;
    const { journal, ledgerEnd } = this.#parts;
    const checked = await verifyFilesWhileQuiet(journal, ledgerEnd, this.#ending.signal);
    if (!isLeft(checked)) this.#settle("files", checked.right);
    else if (checked.left.kind === "unavailable")
      this.#parts.ended(`the files of the journal were not checked: ${checked.left.reason}`);
  }

  async #views(): Promise<boolean> {
    const { views, others } = this.#parts;
    const messages: Array<string> = [];
    for (const each of [views, ...others]) {
      for (const checked of partsOf(each)) {
        // views that are closed or being rebuilt are checked in the next round
        if (isLeft(checked) && checked.left.kind === "damaged") messages.push(checked.left.message);
        if (!(await this.#wait(restMs))) return false;
      }
    }
    this.#settle(
      "views",
      messages.map((message) => ({ where: "views", message })),
    );
    return this.#wait(0);
  }

  /** A store that rejects its streams has no damage for that: the journal's health says it. */
  #unread(error: StoreError): void {
    if (error.kind !== "damaged" && error.kind !== "lost-tail") return;
    this.#settle("chain", [{ where: "journal", message: storeMessage(error) }]);
  }

  #settle(part: Part, findings: ReadonlyArray<Finding>): void {
    const known = new Set(this.#found.get(part)?.map(({ message }) => message));
    this.#found.set(part, findings);
    for (const { where, offset, message } of findings) {
      if (known.has(message)) continue;
      const place = offset === undefined ? where : `${where}, offset ${offset}`;
      this.#parts.notice({ kind: "damage-found", message: `${place}: ${message}` });
    }
  }
}

/** Checks other views, in parts if they support that. */
function* partsOf(
  other: Pick<Projection, "check" | "checkParts">,
): Generator<Either<ViewsError, void>, void, undefined> {
  if (other.checkParts !== undefined) yield* other.checkParts();
  else if (other.check !== undefined) yield other.check();
}
