import type { Timer } from "@tallystick/background";
import type { LedgerError } from "@tallystick/core";
import { appendBytes, type NewEvent } from "@tallystick/event-store";
import { isLeft, left } from "fp-ts/lib/Either.js";
import { timersOf } from "../journal/journal.js";
import { type AppendOutcome, appendSafely } from "../journal/append-safely.js";
import {
  type Decided,
  decideAll,
  entriesEndingWith,
  outcomesOf,
  outcomesUnlessDurable,
} from "./decide-batch.js";
import type { DurableState } from "./durable-state.js";
import type { JournalFollower } from "./journal-follower.js";
import { notRunning, outcomeUnknown, tooLarge, unseenWinner } from "./pipeline-errors.js";
import type { PipelineParts } from "./pipeline-parts.js";
import { Slices } from "./slices.js";
import { UnseenWinner } from "./unseen-winner.js";
import type { Waiting, WaitingCommands } from "./waiting-commands.js";

/** Commands, and the decisions on them. */
interface DecidedBatch {
  readonly batch: ReadonlyArray<Waiting>;
  readonly decided: Decided;
  /** Start of the first, on a monotonic clock; milliseconds. */
  readonly begunMs: number;
}

type NotAppended = Exclude<AppendOutcome, { readonly kind: "done" }>;

interface BatchAppendsParts extends PipelineParts {
  readonly waiting: WaitingCommands;
  readonly durable: DurableState;
  readonly follower: JournalFollower;
}

/** After so long no further command is decided for the same append; milliseconds. */
const maxDecidingMs = 200;

/**
 * How long the outcome of a running append is waited for once the store cannot be used;
 * milliseconds.
 */
const lastChanceMs = 1_000;

/** No UTF-16 code unit takes more bytes than this in UTF-8. */
const maxBytesPerUnit = 3;

/** The first event over the limit: this store would accept it, but another one would not. */
const tooLargeOf = (events: ReadonlyArray<NewEvent>, maxBytes: number): NotAppended | undefined => {
  for (const event of events) {
    if (event.data.length * maxBytesPerUnit < maxBytes / 2) continue;
    const actualBytes = appendBytes([event]);
    if (actualBytes > maxBytes) return { kind: "too-large", maxBytes, actualBytes };
  }
  return undefined;
};

/** Appends a decided batch, and answers it by the outcome. */
export class BatchAppends {
  readonly #parts: BatchAppendsParts;
  readonly #unseen = new UnseenWinner();
  #running: DecidedBatch | undefined;
  #lastChance: Timer | undefined;

  constructor(parts: BatchAppendsParts) {
    this.#parts = parts;
  }

  /**
   * Decides commands on the durable state, appends the events, and answers each when they are
   * durable.
   */
  async commit(taken: ReadonlyArray<Waiting>): Promise<void> {
    const { waiting, durable } = this.#parts;
    const reason = durable.error;
    if (reason !== undefined) return waiting.answer(taken, () => left(notRunning(reason)));
    const begunMs = this.#nowMs();
    const slices = new Slices(durable, timersOf(this.#parts.journal));
    const isTimeUp = (): boolean => slices.workedMs > maxDecidingMs;
    const read = await slices.run(decideAll(this.#parts, durable.folded.state, taken, isTimeUp));
    // the state is behind now, and the journal is read before these are decided
    if (isLeft(read)) return waiting.putBack(taken);
    const decided = read.right;
    const batch = waiting.keep(taken, decided.outcomes.length);
    waiting.decided(batch, isTimeUp());
    await this.#written({ batch, decided, begunMs });
  }

  /** To be called when the store becomes unusable, and when it can be used again. */
  usabilityChanged(): void {
    const { journal, health } = this.#parts;
    this.#lastChance?.cancel();
    this.#lastChance = undefined;
    if (health.error() === undefined) return;
    const timers = timersOf(journal);
    this.#lastChance = timers.after(lastChanceMs, () => this.#giveUp()).unref();
  }

  /**
   * Answers the commands of the running append with an unknown outcome. The append goes on: its
   * events may be in the journal, and are when the store answers again.
   */
  #giveUp(): void {
    const { waiting, health } = this.#parts;
    const reason = health.error();
    if (reason === undefined || this.#running === undefined) return;
    const { batch, decided } = this.#running;
    waiting.answer(batch, outcomesUnlessDurable(decided, outcomeUnknown(reason)));
  }

  async #written({ batch, decided, begunMs }: DecidedBatch): Promise<void> {
    const { waiting, durable } = this.#parts;
    if (decided.events.length === 0) return waiting.answer(batch, outcomesOf(decided));
    this.#running = { batch, decided, begunMs };
    const appended = await this.#append({ batch, decided, begunMs });
    this.#running = undefined;
    if (appended.kind !== "done") return this.#settle({ batch, decided, begunMs }, appended);
    durable.advance({ state: decided.state, hash: appended.hash }, decided.units);
    waiting.answer(batch, outcomesOf(decided));
    this.#parts.follower.entries(entriesEndingWith(decided, appended.hash));
  }

  async #append({ batch, decided, begunMs }: DecidedBatch): Promise<AppendOutcome> {
    const { journal, config, health, observer, turns, durable } = this.#parts;
    const unusable = health.error();
    if (unusable !== undefined) return { kind: "refused", reason: unusable };
    const large = tooLargeOf(decided.events, config.maxEventBytes);
    if (large !== undefined) return large;
    const startedMs = this.#nowMs();
    const { offset } = durable.folded.state;
    const appended = await appendSafely(journal, offset, decided.events, config);
    if (appended.kind !== "done") return appended;
    this.#unseen.over();
    const durationMs = this.#nowMs() - startedMs;
    turns.appended(this.#nowMs() - begunMs);
    const events = decided.events.length;
    observer?.appended({ commands: batch.length, events, durationMs });
    return appended;
  }

  #nowMs(): number {
    return timersOf(this.#parts.journal).nowMs();
  }

  /** Answers a batch whose append failed, or queues it again. */
  async #settle({ batch, decided }: DecidedBatch, appended: NotAppended): Promise<void> {
    const { waiting, durable } = this.#parts;
    const answerWith = (error: LedgerError): void =>
      waiting.answer(batch, outcomesUnlessDurable(decided, error));
    switch (appended.kind) {
      case "lost-race":
        return this.#afterLostRace(batch, appended.end);
      case "too-large":
        if (batch.length === 1) return answerWith(tooLarge(appended));
        await this.commit(batch.slice(0, batch.length >> 1));
        return this.commit(batch.slice(batch.length >> 1));
      case "unknown":
        durable.fallBehind();
        return answerWith(outcomeUnknown(appended.reason));
      case "refused":
        return answerWith(notRunning(appended.reason));
      case "fatal":
        durable.break(appended.reason);
        return answerWith(notRunning(appended.reason));
    }
  }

  async #afterLostRace(batch: ReadonlyArray<Waiting>, end: number): Promise<void> {
    const { waiting, durable, follower, turns, config } = this.#parts;
    const offsetNow = (): number => durable.folded.state.offset;
    const offset = offsetNow();
    turns.lostRace();
    if (config.sharedJournal)
      await follower.pushed.upTo(end, offsetNow, () => follower.takePushed());
    if (offsetNow() < Math.max(end, offset + 1)) await follower.refold();
    // decided again in this node's turn, before later commands
    if (durable.error !== undefined || offsetNow() > offset) {
      this.#unseen.over();
      return waiting.putBack(batch);
    }
    durable.fallBehind();
    const waitMs = config.sharedJournal ? this.#unseen.waitMs(this.#nowMs()) : undefined;
    if (waitMs !== undefined) {
      await follower.pushed.pause(waitMs);
      return waiting.putBack(batch);
    }
    return waiting.answer(batch, () => left(unseenWinner(offset)));
  }
}
